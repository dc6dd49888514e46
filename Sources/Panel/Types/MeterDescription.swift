import Controls
import Drawing
import PanelProtocol

/// The options of a meter.
struct MeterDescription: BuiltInKind {
    static let table = OptionTable(of: Meter(frame: .zero), asking: ["tick_labels"]) {
        LevelsDescription.options
        PanelOption.orientation(.vertical)
        PanelOption.direction(\.isRightToLeft)
    }

    static var options: [OptionEntry] { table.entries }

    static var unsupportedOptions: [String: String] {
        ["access": "a meter has no value", "recall_safe": "a meter has no value"]
    }

    private let levels: LevelsDescription

    private var orientation: Orientation { levels.value("orientation") ?? .vertical }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        levels = LevelsDescription(&fields, Self.table)
    }

    var sizing: ControlSizing {
        var sizing = ControlSizing.track(orientation, weight: 1.5)
        sizing.targets = (width: 0, height: 0)
        let bar = LayoutRules.meter
        sizing.least =
            orientation == .vertical ? (bar.width, bar.length) : (bar.length, bar.width)
        sizing.widthWeight = 1.0 / 3
        // The bars show the value.
        sizing.minimumValueWidth = .infinity
        return sizing
    }

    func isEquivalent(to other: Self) -> Bool { levels.isEquivalent(to: other.levels) }

    func standardColor(_ style: ControlStyle) -> Color {
        style.ownColor ?? style.theme.levelNormal
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let meter = levels.makeMeter(isVertical: orientation == .vertical, style)
        func paint(_ color: Color) {
            meter.theme = style.theme
            meter.theme.levelNormal = color
        }
        paint(standardColor(style))
        return PublishedView(
            view: meter, paint: paint, meter: meter,
            fit: { meter.fitText(to: $0) })
    }

    var settings: [ControlInfo.Setting] { levels.settings }
}
