package import PanelProtocol

/// One control in the reply to `list`.
public struct PanelControl: Equatable, Sendable {
    /// The control's name, which requests use.
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
    /// The distance between values, counted from the least one; `nil` if any value is valid.
    public var step: Double?
    /// Whether its text is written as `L30`, `C` or `R30`.
    public var isPan: Bool
    /// The names of the parts of a control with several values; otherwise empty.
    public var parts: [String]
    /// The scales of the parts, in order, if they differ.
    public var axes: [Axis]
    /// The words of the value, in the order of travel; otherwise empty.
    public var options: [String]
    /// The named values.
    public var labels: [Label]
    /// The value of a control that was never moved, and after a double tap.
    public var defaultValue: PanelValue?
    /// Left, top, width and height, in pixels of the panel.
    public var frame: [Double]
    /// The name of the icon on or beside it; `nil` for none.
    public var icon: String?
    /// Whether clients can set it. It has a value, and is not read-only.
    public var isSettable: Bool
    /// Whether fingers may move it.
    public var isEnabled: Bool
    /// Whether it is visible.
    public var isVisible: Bool
    /// The number of channels of its meter; 0 without one.
    public var channels: Int
    /// How fast its meter falls, in dB per second.
    public var falloff: Double
    /// The control whose value a label shows.
    public var shows: String?
    /// The groups of keys that it is in; otherwise empty.
    public var groups: [String]
    /// The link that it is in, by name; `nil` for none.
    public var link: String?
    /// The gang that it is in, by name; `nil` for none.
    public var gang: String?
    /// The VCAs that it is a member of, by name; otherwise empty.
    public var vcas: [String]
    /// The VCAs whose master it is, by name; otherwise empty.
    public var masteredVCAs: [String]
    /// The control that chooses among the cards to which it belongs; `nil` if it is not a card.
    public var chooser: String?
    /// The value of the chooser with which it is visible: a word, or the ID of a page for all banks
    /// of the page.
    public var card: String?
    /// The name of the client that serves it; `nil` if it needs none.
    public var owner: String?
    /// Its addresses in other programs, by the name of the bridge: `["osc": "/ch/01/mix/fader"]`.
    public var bind: [String: String]
    /// The name for assistive software: the label, after that of the strip.
    public var spokenName: String?
    /// The text on the panel: the value as a person reads it, or the text of a label.
    public var text: String?
    /// The present value; `nil` for a control that can only be set, such as a meter.
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
        /// The distance between values, counted from the least one; `nil` if any value is valid.
        public var step: Double?
    }

    /// A value with a name.
    public struct Label: Equatable, Sendable {
        /// The value.
        public var value: PanelValue
        /// The name.
        public var name: String
    }

    /// Whether the value is on or off: 1 or 0, whatever the panel file calls them.
    public var isToggle: Bool { labels.map(\.value) == [.number(0), .number(1)] }

    /// Reads a control in a reply to `list`; `nil` if a member is missing.
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
        isPan = object["format"]?.string == "pan"
        parts = object["parts"]?.array?.compactMap(\.string) ?? []
        axes =
            object["axes"]?.object?.members.compactMap { member in
                member.value.object.map { Axis(part: member.key, $0) }
            } ?? []
        options = object["options"]?.array?.compactMap(\.string) ?? []
        labels = object["values"]?.array?.compactMap { $0.object.flatMap(Label.init) } ?? []
        defaultValue = PanelValue(object["default"])
        frame = object["frame"]?.array?.compactMap(\.number) ?? []
        icon = object["icon"]?.string
        let access = object["access"]?.string
        isSettable = access == "rw" || access == "w" && object["value"] != nil
        isEnabled = object["enabled"]?.boolean ?? true
        isVisible = object["visible"]?.boolean ?? true
        channels = object["channels"]?.integer.map { Int($0) } ?? 0
        falloff = object["falloff_db_s"]?.number ?? 0
        shows = object["shows"]?.string
        groups = object["groups"]?.array?.compactMap(\.string) ?? []
        link = object["group"]?.string
        gang = object["gang"]?.string
        vcas = object["vcas"]?.array?.compactMap(\.string) ?? []
        masteredVCAs = object["vca_master"]?.array?.compactMap(\.string) ?? []
        chooser = object["cards"]?.string
        card = object["card"]?.string
        owner = object["owner"]?.string
        bind = object.bind
        spokenName = object["accessibility"]?.object?["label"]?.string
        text = object["text"]?.string
        reading = PanelReading(object)
    }

    /// The controls in a reply to `list`.
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
