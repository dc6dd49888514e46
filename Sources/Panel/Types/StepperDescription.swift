import Controls
import Drawing
import PanelProtocol

/// The options of two keys that make a number less or more, or go through words.
struct StepperDescription: ControlKind {
    /// The words it goes through; nil for numbers.
    var choice: ChoiceDescription?
    /// The numbers, or the indices of the words.
    var scale: ScaleDescription
    var conduct: ConductDescription
    /// The number at start, or the index of the word.
    var defaultNumber: Double
    var orientation: Orientation
    var direction: Direction
    /// Whether a step beyond one end leads to the other.
    var wraps: Bool
    /// Whether a key that is held goes on stepping.
    var repeats: Bool
    /// Whether the value is written between the keys, and nothing below them.
    var showsValue: Bool

    init(_ fields: inout TableFields, at place: ControlPlace) {
        if fields.has("options") {
            let choice = ChoiceDescription(&fields)
            self.choice = choice
            scale = ScaleDescription(indicesOf: choice.options.count)
            defaultNumber = Double(choice.defaultIndex)
        } else {
            scale = ScaleDescription(&fields)
            defaultNumber = fields.defaultNumber(scale)
            fields.noteNotInEffect(["detents"], because: "a stepper has no travel")
        }
        conduct = ConductDescription(ofDiscrete: &fields)
        conduct.report = fields.choice("report", of: ConductDescription.Report.self) ?? .live
        conduct.revertsOnCancel = fields.boolean("revert_on_cancel") ?? false
        orientation = fields.choice("orientation", of: Orientation.self) ?? .horizontal
        direction = fields.choice("direction", of: Direction.self) ?? .leftToRight
        wraps = fields.boolean("wrap") ?? false
        repeats = fields.boolean("autorepeat") ?? true
        showsValue = fields.boolean("show_value") ?? false
    }

    var law: (any ValueLaw)? { choice?.law ?? scale }
    var defaultValue: ControlValue? { choice?.defaultValue ?? .number(defaultNumber) }
    var texts: [String] { choice?.labels ?? [] }

    var room: ControlRoom {
        let isVertical = orientation == .vertical
        var room = ControlRoom(
            lines: isVertical ? (showsValue ? 4.8 : 3.2) : 1.6,
            targets: isVertical ? (width: 1, height: 2) : (width: 2, height: 1))
        if showsValue { room.leastWidthOfValue = .infinity }
        return room
    }

    var withoutLooks: Self {
        var other = self
        other.choice = choice?.withoutLabels
        other.scale = scale.withoutFormat
        other.showsValue = false
        return other
    }

    func standardColor(_ style: ControlStyle) -> Color { style.ownColor ?? style.theme.text }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let stepper = style.view(Stepper(frame: .zero, isVertical: orientation == .vertical))
        stepper.theme = style.theme
        stepper.tintColor = style.ownColor
        stepper.scale = scale.scale
        stepper.valueFormat = scale.format
        stepper.titles = choice?.labels ?? []
        stepper.isContinuous = conduct.report == .live
        stepper.revertsOnCancel = conduct.revertsOnCancel
        stepper.isRightToLeft = direction == .rightToLeft
        stepper.wraps = wraps
        stepper.autorepeat = repeats
        stepper.defaultValue = defaultNumber
        if style.keptView == nil { stepper.value = defaultNumber }
        let words = choice?.options.map(\.value)
        return PublishedView(
            view: stepper,
            value: {
                guard let words else { return .number(stepper.value) }
                return .text(words[min(max(Int(stepper.value), 0), words.count - 1)])
            },
            assign: { value in
                let index = value.text.flatMap { words?.firstIndex(of: $0) }.map(Double.init)
                if let number = value.number ?? index { stepper.value = number }
            },
            paint: { stepper.tintColor = $0 }, unpaint: { stepper.tintColor = style.ownColor },
            fit: { if showsValue { stepper.font = style.font.withSize($0) } })
    }

    func describe(in info: inout ControlInfo) { info.orientation = orientation.rawValue }
}

extension ScaleDescription {
    /// The numbers from 0 on, as many as there are words.
    fileprivate init(indicesOf count: Int) {
        self.init(
            unit: "", taper: Taper(minimum: 0, maximum: Double(max(count - 1, 1))),
            taperName: "linear", step: 1, detents: [], format: ValueFormat(decimals: 0))
    }
}
