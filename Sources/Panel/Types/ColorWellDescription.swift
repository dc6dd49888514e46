import Controls
import Drawing
import PanelProtocol

/// The options of a colour well: a swatch that opens a colour picker.
struct ColorWellDescription: BuiltInKind {
    static let table = OptionTable(of: ColorWell(frame: .zero)) {
        PanelOption(
            "default", .color, otherwise: .phrase("the theme's accent"), "The initial colour.")
        PanelOption(
            "presets", \.presets, .presets, otherwise: "a strip of 8 colours",
            "The ready colours of the picker."
        ).appearanceOnly.onlyForFingers
    }

    static var options: [OptionEntry] {
        BehaviorDescription.table.entries.filter { $0.key != "double_tap" } + table.entries
    }

    static var unsupportedOptions: [String: String] {
        let reason = "a colour well shows its value; see 'default'"
        return ["color": reason, "accent": reason]
    }

    let behavior: BehaviorDescription
    /// The colour at start; opaque.
    private let initialColor: Color
    private let options: OptionValues<ColorWell>

    init(_ fields: inout TableFields, at place: ControlPlace) {
        var behavior = BehaviorDescription(&fields)
        if behavior.doubleTap != .none {
            fields.noteNotInEffect(["double_tap"], because: "one tap opens the picker")
            behavior.doubleTap = .none
        }
        self.behavior = behavior
        options = Self.table.read(&fields)
        initialColor = (options.value("default") ?? place.theme.accent).withAlpha(1)
    }

    var converter: (any ValueConverter)? { ColorConverter() }
    var defaultValue: ControlValue? { .color(initialColor) }
    /// The swatch shows the value.
    var sizing: ControlSizing {
        ControlSizing(lines: 2, shareOfSideLabel: 0.5, minimumValueWidth: .infinity)
    }

    /// The initial colour does not matter for touches.
    func isEquivalent(to other: Self) -> Bool { behavior == other.behavior }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let well = style.view(ColorWell(frame: .zero))
        options.apply(to: well, style) { ColorWell(frame: .zero) }
        well.theme = style.theme
        well.revertsOnCancel = behavior.revertsOnCancel
        return PublishedView(
            view: well, value: { well.selectedColor.map(ControlValue.color) },
            assign: { value in
                if let color = value.text.flatMap(Color.init(hex:)) { well.selectedColor = color }
            })
    }
}

extension OptionForm where Value == [Color] {
    /// The ready colours of a picker.
    fileprivate static var presets: Self {
        Self(
            .list(.color, count: 0...ColorPicker.mostPresets),
            read: { fields, key in
                guard let texts = fields.strings(key) else { return nil }
                let theme = fields.surroundings.theme
                let colors = texts.compactMap { theme.color(named: $0) }
                if colors.count < texts.count {
                    fields.error("'\(key)': expected colours such as \"#35a7ff\"", at: key)
                } else if colors.count > ColorPicker.mostPresets {
                    fields.error(
                        "'\(key)': \(colors.count) colours, more than \(ColorPicker.mostPresets)",
                        at: key)
                }
                return colors
            }, written: { _ in "[]" })
    }
}
