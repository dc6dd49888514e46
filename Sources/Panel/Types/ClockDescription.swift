import Controls
import Drawing

/// The options of a clock.
struct ClockDescription: BuiltInKind {
    static let table = OptionTable<Void>(of: ()) {
        PanelOption(
            "seconds", .flag, otherwise: .value("false"),
            "Whether seconds are shown. They cost one frame a second.")
        PanelOption(
            "hours", .one(of: [12, 24], within: 0...24), otherwise: .value("24"),
            "How hours are counted: 2:05 PM or 14:05.")
        PanelOption.align
    }

    static var options: [OptionEntry] { table.entries }

    static var unsupportedOptions: [String: String] {
        [
            "access": "a clock has no value", "recall_safe": "a clock has no value",
            "enabled": "a clock cannot be moved by fingers",
        ]
    }

    private let options: OptionValues<Void>

    init(_ fields: inout TableFields, at place: ControlPlace) {
        options = Self.table.read(&fields)
    }

    var sizing: ControlSizing {
        // The clock is its own value.
        ControlSizing(
            lines: 1.4, targets: (width: 0, height: 0), shareOfSideLabel: 0.5,
            minimumValueWidth: .infinity)
    }

    func isEquivalent(to other: Self) -> Bool { options.isEquivalent(to: other.options) }

    func defaultColor(_ style: ControlStyle) -> Color { style.ownColor ?? style.theme.text }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let clock = ClockLabel(frame: .zero, font: style.font)
        clock.textColor = defaultColor(style)
        options.align(clock)
        clock.showsSeconds = options.value("seconds") ?? false
        clock.usesTwelveHours = options.value("hours") == 12
        return PublishedView(
            view: clock, paint: { clock.textColor = $0 },
            fit: { fontSize in
                // People read a clock that is higher than a line from a distance.
                let figures = Double(clock.widestText.count)
                let room = min(clock.bounds.height * 0.7, clock.bounds.width / figures * 1.5)
                var size = max(fontSize, room.rounded()).clamped(from: 1, to: 400)
                let width = { (size: Double) in
                    TextLine(
                        clock.widestText, font: style.font.withSize(size), figures: .tabular
                    ).width
                }
                // Figures have whole pixels, so at half the size a text may have more than half the
                // width.
                while size > 1, clock.bounds.width > 0, width(size) > clock.bounds.width {
                    let fitting = (size * clock.bounds.width / width(size)).rounded(.down)
                    size = max(min(fitting, size - 1), 1)
                }
                clock.font = style.font.withSize(size)
            })
    }
}
