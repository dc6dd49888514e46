import Controls
import Drawing
import PanelProtocol

/// The options of a stepper: two keys that change a number or a word.
struct StepperDescription: BuiltInKind {
    static let table = OptionTable(of: Stepper(frame: .zero)) {
        PanelOption("wrap", \.wraps, .flag, "Whether the value wraps from the last to the first.")
        PanelOption(
            "autorepeat", \.autorepeat, .flag, "Whether a held key repeats its step."
        ).onlyForFingers
        PanelOption(
            "show_value", .flag, otherwise: .value("false"),
            "Whether the value is written between the keys."
        ).appearanceOnly
        PanelOption.keypad()
        PanelOption.orientation(.horizontal)
        PanelOption.direction(\.isRightToLeft)
    }

    static var options: [OptionEntry] {
        let ownKeys: Set = ["detents", "default"]
        return ScaleOptions.table.entries.filter { !ownKeys.contains($0.key) }
            + BehaviorDescription.steppedTable.entries
            + ChoiceDescription.table.entries.filter { $0.key == "options" }.map(\.optional)
            + [
                OptionEntry(
                    key: "default", shape: .either([.number(), .text(bytes: Limit.text.most)]),
                    sentence: "The initial number or word.",
                    defaultValue: .phrase("as of a scale, or the first word"))
            ] + table.entries
    }

    /// The words; `nil` for numbers.
    private let choice: ChoiceDescription?
    /// The scale of the numbers, or of the indices of the words.
    private let scale: ScaleDescription
    let behavior: BehaviorDescription
    /// The initial number, or the index of the initial word.
    private let defaultNumber: Double
    private let options: OptionValues<Stepper>

    private var orientation: Orientation { options.orientation(.horizontal) }
    private var showsValue: Bool { options.value("show_value") ?? false }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        if fields.request("options") {
            let choice = ChoiceDescription(&fields)
            self.choice = choice
            scale = ScaleDescription(indicesOf: choice.options.count)
            defaultNumber = Double(choice.defaultIndex)
        } else {
            choice = nil
            let reader = ScaleReader(&fields)
            (scale, defaultNumber) = (reader.scale, reader.defaultNumber)
            fields.noteNotInEffect(["detents"], because: "a stepper has no travel")
        }
        behavior = BehaviorDescription(&fields, BehaviorDescription.steppedTable)
        options = Self.table.read(&fields)
        if choice != nil {
            let cause = "its values are words"
            ScaleOptions.table.noteNotInEffect(in: &fields, because: cause)
            fields.noteNotInEffect(["keypad"], because: cause)
        }
    }

    var hasKeypad: Bool { choice == nil && options.hasKeypad }
    var converter: (any ValueConverter)? { choice?.converter ?? scale }
    var defaultValue: ControlValue? { choice?.defaultValue ?? .number(defaultNumber) }
    var texts: [String] { choice?.labels ?? [] }

    var sizing: ControlSizing {
        let isVertical = orientation == .vertical
        // Beside a value, a key has a third of the length.
        let length = showsValue ? 3 : 2
        var sizing = ControlSizing(
            lines: isVertical ? 1.6 * Double(length) : 1.6,
            targets: isVertical ? (width: 1, height: length) : (width: length, height: 1))
        if showsValue { sizing.minimumValueWidth = .infinity }
        return sizing
    }

    func isEquivalent(to other: Self) -> Bool {
        let isSameChoice =
            switch (choice, other.choice) {
            case (let choice?, let other?): choice.isEquivalent(to: other)
            case (nil, nil): true
            default: false
            }
        return isSameChoice && scale.hasSameValues(as: other.scale)
            && behavior == other.behavior && defaultNumber == other.defaultNumber
            && options.isEquivalent(to: other.options)
    }

    func defaultColor(_ style: ControlStyle) -> Color { style.ownColor ?? style.theme.text }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let isVertical = orientation == .vertical
        let stepper = style.view(Stepper(frame: .zero, isVertical: isVertical))
        options.apply(to: stepper, style) { Stepper(frame: .zero, isVertical: isVertical) }
        stepper.theme = style.theme
        stepper.tintColor = style.ownColor
        stepper.scale = scale.scale
        stepper.valueFormat = scale.format
        stepper.titles = choice?.labels ?? []
        stepper.revertsOnCancel = behavior.revertsOnCancel
        stepper.defaultValue = defaultNumber
        if style.keptView == nil { stepper.value = defaultNumber }
        let words = choice?.words
        return PublishedView(
            view: stepper,
            value: {
                guard let words else { return .number(stepper.value) }
                return .text(words[Int(stepper.value).clamped(from: 0, to: words.count - 1)])
            },
            assign: { value in
                let index = value.text.flatMap { words?.firstIndex(of: $0) }.map(Double.init)
                if let number = value.number ?? index { stepper.value = number }
            },
            paint: { stepper.tintColor = $0 }, unpaint: { stepper.tintColor = style.ownColor },
            fit: { if showsValue { stepper.font = style.font.withSize($0) } })
    }

    var settings: [ControlInfo.Setting] { options.listed }
}

extension ScaleDescription {
    /// The indices of this number of words, from 0.
    fileprivate convenience init(indicesOf count: Int) {
        self.init(
            unit: "", taper: Taper(minimum: 0, maximum: Double(max(count - 1, 1))),
            taperName: "linear", step: 1, detents: [], format: ValueFormat(decimals: 0))
    }
}
