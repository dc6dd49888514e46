import PanelProtocol

/// What the panel says of one of its controls.
public struct PanelControl: Equatable, Sendable {
    /// The control's name, by which it is asked for and set.
    public var name: String
    /// `knob`, `slider`, `range`…
    public var type: String
    /// The text beside the control, or that of its strip; may be empty.
    public var label: String
    /// The page that shows it.
    public var page: String?
    /// The unit, such as `dB` or `Hz`.
    public var unit: String?
    /// The least value; with `minimumIsOff` it means silence.
    public var minimum: Double?
    /// The greatest value.
    public var maximum: Double?
    /// Whether the least value means silence, -∞ dB.
    public var minimumIsOff: Bool
    /// The distance of possible values, from the least; nil if all are.
    public var step: Double?
    /// The names of the parts of a control that has several values; else empty.
    public var parts: [String]
    /// What the panel shows: the value as a person reads it, or what a label says.
    public var text: String?
    /// The present value; nil for a control that only shows what it is sent.
    public var reading: PanelReading?

    init?(_ object: JSONObject) {
        guard let name = object["control"]?.string, let type = object["type"]?.string else {
            return nil
        }
        self.name = name
        self.type = type
        label = object["label"]?.string ?? ""
        page = object["page"]?.string
        unit = object["unit"]?.string
        minimum = object["min"]?.number
        maximum = object["max"]?.number
        minimumIsOff = object["min_is_off"]?.boolean ?? false
        step = object["step"]?.number
        parts = object["parts"]?.array?.compactMap(\.string) ?? []
        text = object["text"]?.string
        reading = PanelReading(object)
    }

    /// The controls of an answer to `list`.
    static func list(_ reply: JSONObject) -> [PanelControl] {
        reply["controls"]?.array?.compactMap { $0.object.flatMap(PanelControl.init) } ?? []
    }
}
