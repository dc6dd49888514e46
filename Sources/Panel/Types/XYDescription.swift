import Controls
import PanelProtocol

/// The options of a pad, where a finger changes two values.
struct XYDescription: BuiltInKind {
    static let table = OptionTable(of: XYPad(frame: .zero), asking: ["fine"]) {
        PanelOption(
            "mode", \.isRelative,
            OptionForm<Mode>.choice([
                .relative: "the values move by what the finger moves",
                .absolute: "the thumb goes to the finger",
            ]).map({ $0 == .relative }, back: { $0 ? .relative : .absolute }),
            "What a finger does where it lands."
        ).onlyForFingers
        PanelOption(
            "spring", .flag, otherwise: .value("false"),
            "Whether both axes go back to their defaults when the finger lifts."
        ).onlyForFingers
        PanelOption.keypad(on: "one of its two written values")
        PanelOption(
            "grid", \.gridDivisions, .integer(in: 0...64),
            "How many fields are drawn in each direction."
        ).appearanceOnly
        PanelOption.tint("track_color", \.trackTintColor, "The colour of the pad.")
        PanelOption.tint("thumb_color", \.thumbTintColor, "The colour of the thumb.")
        PanelOption("fine", \.fineControl, .fine, "When the values move slower.").onlyForFingers
        PanelOption.fineRatio
    }

    static var options: [OptionEntry] {
        let axes = ["x", "y"].map { name in
            OptionEntry(
                key: name, shape: .table(XYAxisDescription.options),
                sentence: "The \(name) axis: a scale, with \"label\" and \"spring\".",
                defaultValue: .phrase("0 to 1"))
        }
        return BehaviorDescription.table.entries + axes + table.entries
    }

    private let x: XYAxisDescription
    private let y: XYAxisDescription
    let behavior: BehaviorDescription
    private let options: OptionValues<XYPad>

    /// The effect of a finger where it lands.
    private enum Mode: String, CaseIterable, Sendable {
        case relative
        case absolute
    }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        options = Self.table.read(&fields)
        let springs: Bool = options.value("spring") ?? false
        x = XYAxisDescription("x", of: &fields, springs: springs)
        y = XYAxisDescription("y", of: &fields, springs: springs)
        behavior = BehaviorDescription(&fields)
        if options.written("fine") == "\"zones\"" {
            fields.noteNotInEffect(["fine"], because: "a pad does not support zones")
        }
        if x.springs, y.springs {
            fields.noteNotInEffect(["keypad"], because: "both axes have a spring")
        }
    }

    var converter: (any ValueConverter)? { PartsConverter(axes: [("x", x.scale), ("y", y.scale)]) }

    var defaultValue: ControlValue? {
        .parts([.init("x", x.defaultNumber), .init("y", y.defaultNumber)])
    }

    var hasKeypad: Bool { options.hasKeypad && !editableNumbers.isEmpty }
    /// A typed value of an axis with a spring would go back at once.
    var editableNumbers: [EditableNumber] {
        [("x", x), ("y", y)].filter { !$0.1.springs }.map { name, axis in
            EditableNumber(
                part: name, label: axis.label.isEmpty ? name : axis.label, scale: axis.scale)
        }
    }

    var sizing: ControlSizing {
        ControlSizing(weight: 3, targets: (width: 2, height: 2), minimumValueWidth: 8)
    }

    var texts: [String] { [x.label, y.label] }

    func isEquivalent(to other: Self) -> Bool {
        x.isEquivalent(to: other.x) && y.isEquivalent(to: other.y) && behavior == other.behavior
            && options.isEquivalent(to: other.options)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let pad = style.view(XYPad(frame: .zero))
        options.apply(to: pad, style) { XYPad(frame: .zero) }
        pad.theme = style.theme
        pad.color = style.accent
        pad.font = style.font
        pad.xScale = x.scale.scale
        pad.yScale = y.scale.scale
        pad.xDefault = x.defaultNumber
        pad.yDefault = y.defaultNumber
        pad.xLabel = x.label
        pad.yLabel = y.label
        if x.springs { pad.springAxes.insert(.x) }
        if y.springs { pad.springAxes.insert(.y) }
        pad.revertsOnCancel = behavior.revertsOnCancel
        pad.fineRatio = options.value("fine_ratio") ?? style.fineRatio
        return PublishedView(
            view: pad, value: { .parts([.init("x", pad.xValue), .init("y", pad.yValue)]) },
            assign: { pad.setValues(x: $0[part: "x"] ?? .nan, y: $0[part: "y"] ?? .nan) },
            paint: { pad.color = $0 },
            adjustedPart: PublishedView.AdjustedPart(
                ["x": .x, "y": .y, "both": .both],
                get: { pad.accessibilityAxes }, set: { pad.accessibilityAxes = $0 }),
            fit: { pad.font = pad.font?.withSize(max(($0 * 0.75).rounded(), 1)) })
    }
}
