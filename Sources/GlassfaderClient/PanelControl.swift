package import PanelProtocol

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
    /// The scale of each part, where the parts have different ones, in their order.
    public var axes: [Axis]
    /// The words that the value may be, in the order of travel; else empty.
    public var options: [String]
    /// What people call some values, where they have other names for them.
    public var labels: [Label]
    /// The value of a control never touched, and after a double tap.
    public var defaultValue: PanelValue?
    /// Left, top, width and height in pixels of the panel.
    public var frame: [Double]
    /// Whether it can be set.
    public var isSettable: Bool
    /// Whether fingers may move it.
    public var isEnabled: Bool
    /// Whether it is seen.
    public var isVisible: Bool
    /// How many channels its meter has; 0 without one.
    public var channels: Int
    /// How fast its meter falls, in dB per second.
    public var falloff: Double
    /// The control whose value it shows, of a label.
    public var shows: String?
    /// What assistive software calls it: the label, with that of the strip in front.
    public var spokenName: String?
    /// What the panel shows: the value as a person reads it, or what a label says.
    public var text: String?
    /// The present value; nil for a control that only shows what it is sent.
    public var reading: PanelReading?

    /// The scale of one part.
    public struct Axis: Equatable, Sendable {
        /// The name of the part, such as `x`.
        public var part: String
        /// The unit, such as `dB` or `Hz`; empty for none.
        public var unit: String
        /// The least value.
        public var minimum: Double
        /// The greatest value.
        public var maximum: Double
        /// Whether the least value means silence.
        public var minimumIsOff: Bool
        /// The distance of possible values, from the least; nil if all are.
        public var step: Double?
    }

    /// What people call a value.
    public struct Label: Equatable, Sendable {
        /// The value.
        public var value: PanelValue
        /// The name for it.
        public var name: String
    }

    /// Reads a control of an answer to `list`; nil if something is missing.
    package init?(_ object: JSONObject) {
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
        axes =
            object["axes"]?.object?.members.compactMap { member in
                member.value.object.map { Axis(part: member.key, $0) }
            } ?? []
        options = object["options"]?.array?.compactMap(\.string) ?? []
        labels = object["values"]?.array?.compactMap { $0.object.flatMap(Label.init) } ?? []
        defaultValue = PanelValue(object["default"])
        frame = object["frame"]?.array?.compactMap(\.number) ?? []
        isSettable = object["access"]?.string == "rw"
        isEnabled = object["enabled"]?.boolean ?? true
        isVisible = object["visible"]?.boolean ?? true
        channels = object["channels"]?.integer.map { Int($0) } ?? 0
        falloff = object["falloff_db_s"]?.number ?? 0
        shows = object["shows"]?.string
        spokenName = object["accessibility"]?.object?["label"]?.string
        text = object["text"]?.string
        reading = PanelReading(object)
    }

    /// The controls of an answer to `list`.
    package static func list(_ reply: JSONObject) -> [PanelControl] {
        reply["controls"]?.array?.compactMap { $0.object.flatMap(PanelControl.init) } ?? []
    }
}

extension PanelControl.Axis {
    init(part: String, _ object: JSONObject) {
        self.part = part
        unit = object["unit"]?.string ?? ""
        minimum = object["min"]?.number ?? 0
        maximum = object["max"]?.number ?? 1
        minimumIsOff = object["min_is_off"]?.boolean ?? false
        step = object["step"]?.number
    }
}

extension PanelControl.Label {
    init?(_ object: JSONObject) {
        guard let value = PanelValue(object["value"]), let name = object["label"]?.string else {
            return nil
        }
        self.value = value
        self.name = name
    }
}
