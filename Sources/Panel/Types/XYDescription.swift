import Controls
import PanelProtocol

/// The options of a pad on which a finger moves two values.
struct XYDescription: ControlKind {
    var x: XYAxisDescription
    var y: XYAxisDescription
    var conduct: ConductDescription
    var fine: FineDescription
    var mode: Mode
    /// How many squares the field is divided into in each direction; nil for the pad's own.
    var grid: Int?

    /// What a finger does where it lands.
    enum Mode: String, CaseIterable, Sendable {
        /// Nothing: the values move by what the finger moves.
        case relative
        /// The thumb goes to the finger.
        case absolute
    }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        let springs = fields.boolean("spring") ?? false
        x = XYAxisDescription("x", of: &fields, springs: springs)
        y = XYAxisDescription("y", of: &fields, springs: springs)
        conduct = ConductDescription(&fields)
        fine = FineDescription(&fields)
        if fine.control == .zones {
            fields.noteNotInEffect(["fine"], because: "a pad has no room for zones")
        }
        mode = fields.choice("mode", of: Mode.self) ?? .relative
        grid = fields.integer("grid", in: 0...64)
    }

    var law: (any ValueLaw)? { PartsLaw(axes: [("x", x.scale), ("y", y.scale)]) }

    var defaultValue: ControlValue? {
        .parts([.init("x", x.defaultNumber), .init("y", y.defaultNumber)])
    }

    var room: ControlRoom {
        ControlRoom(weight: 3, targets: (width: 2, height: 2), leastWidthOfValue: 8)
    }

    var texts: [String] { [x.label, y.label] }

    var withoutLooks: Self {
        var other = self
        (other.x.label, other.y.label, other.grid) = ("", "", nil)
        other.x.scale = x.scale.withoutFormat
        other.y.scale = y.scale.withoutFormat
        return other
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let pad = style.view(XYPad(frame: .zero))
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
        if let grid { pad.gridDivisions = grid }
        pad.isRelative = mode == .relative
        pad.isContinuous = conduct.report == .live
        pad.revertsOnCancel = conduct.revertsOnCancel
        pad.fineControl = fine.control
        pad.fineRatio = fine.ratio ?? style.fineRatio
        return PublishedView(
            view: pad, value: { .parts([.init("x", pad.xValue), .init("y", pad.yValue)]) },
            assign: { pad.setValues(x: $0[part: "x"] ?? .nan, y: $0[part: "y"] ?? .nan) },
            paint: { pad.color = $0 },
            fit: { pad.font = pad.font?.withSize(max(($0 * 0.75).rounded(), 1)) })
    }
}
