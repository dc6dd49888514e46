import Controls
import Drawing
import PanelProtocol

/// The options of a swatch that opens a picker of colours.
struct ColorWellDescription: ControlKind {
    var conduct: ConductDescription
    /// The colour at start; opaque.
    var defaultColor: Color
    /// The ready colours of the picker; nil for its own.
    var presets: [Color]?

    init(_ fields: inout TableFields, at place: ControlPlace) {
        conduct = ConductDescription(&fields)
        if conduct.doubleTap != .none {
            fields.noteNotInEffect(["double_tap"], because: "one tap opens the picker")
            conduct.doubleTap = .none
        }
        defaultColor =
            (fields.color("default", theme: place.theme) ?? place.theme.accent).withAlpha(1)
        presets = Self.readPresets(&fields, place.theme)
    }

    private static func readPresets(
        _ fields: inout TableFields, _ theme: ThemeDescription
    ) -> [Color]? {
        guard let texts = fields.strings("presets") else { return nil }
        let colors = texts.compactMap { theme.color(named: $0) ?? Color(hex: $0) }
        if colors.count < texts.count {
            fields.error("'presets': expected colours such as \"#35a7ff\"", at: "presets")
        } else if colors.count > 24 {
            fields.error("'presets': \(colors.count) colours, more than 24", at: "presets")
        }
        return colors
    }

    var law: (any ValueLaw)? { ColorLaw() }
    var defaultValue: ControlValue? { .color(defaultColor) }
    /// The swatch says it.
    var room: ControlRoom { ControlRoom(lines: 2, leastWidthOfValue: .infinity) }

    var withoutLooks: Self {
        var other = self
        other.presets = nil
        // Where it begins means nothing to a finger.
        other.defaultColor = .black
        return other
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let well = style.view(ColorWell(frame: .zero))
        well.theme = style.theme
        well.isContinuous = conduct.report == .live
        well.revertsOnCancel = conduct.revertsOnCancel
        well.presets = presets ?? ColorPicker.stripColors
        return PublishedView(
            view: well, value: { well.selectedColor.map(ControlValue.color) },
            assign: { value in
                if let color = value.text.flatMap(Color.init(hex:)) { well.selectedColor = color }
            })
    }
}
