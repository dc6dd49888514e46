import Controls
import PanelProtocol

/// The options of a switch with a sliding thumb.
struct SlideDescription: Sendable {
    static let table = OptionTable(of: Switch(frame: .zero)) {
        PanelOption(
            "default", .toggle, otherwise: .value("false"), "Whether it is on at first.")
        PanelOption.orientation(.horizontal)
        PanelOption.direction(\.isRightToLeft)
        PanelOption.tint(
            "track_color", \.trackTintColor, "The colour of the track while it is off.")
        PanelOption.tint("thumb_color", \.thumbTintColor, "The colour of the thumb.")
    }

    let behavior: BehaviorDescription
    private let options: OptionValues<Switch>

    /// Whether it is on at start.
    var isOn: Bool { options.value("default") ?? false }
    var settings: [ControlInfo.Setting] { options.listed }
    var orientation: Orientation { options.orientation(.horizontal) }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        options = Self.table.read(&fields)
        behavior = BehaviorDescription(&fields, BehaviorDescription.discreteTable)
    }

    var sizing: ControlSizing {
        var sizing = ControlSizing(lines: orientation == .vertical ? 3 : 1.6)
        // The thumb shows the value.
        sizing.minimumValueWidth = .infinity
        // The switch is small, and centred in its width.
        sizing.shareOfSideLabel = 0.7
        return sizing
    }

    /// Whether another has the same function, apart from the appearance.
    func isEquivalent(to other: SlideDescription) -> Bool {
        behavior == other.behavior && options.isEquivalent(to: other.options)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let isVertical = orientation == .vertical
        let slide = style.view(Switch(frame: .zero, isVertical: isVertical))
        options.apply(to: slide, style) { Switch(frame: .zero, isVertical: isVertical) }
        slide.theme = style.theme
        slide.onTintColor = style.accent
        if style.keptView == nil { slide.isOn = isOn }
        return PublishedView(
            view: slide, value: { .number(slide.isOn ? 1 : 0) },
            assign: { if let number = $0.number { slide.setOn(number != 0, animated: true) } },
            paint: { slide.onTintColor = $0 },
            isDiscrete: true)
    }
}
