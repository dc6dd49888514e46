package import PanelProtocol

/// The value of a control at one moment.
public struct PanelReading: Equatable, Sendable {
    /// In the control's unit.
    public var value: PanelValue
    /// 0...1 of travel, after the taper.
    public var norm: PanelValue
    /// The linear factor, 0 for silence; only for controls in dB.
    public var gain: Double?
    /// The value as the panel shows it, such as `-6.0 dB`; `nil` in events and snapshots.
    public var text: String?

    /// The level in effect, which a bridge sends to its engine in place of the value; `nil` unless
    /// the control is a member of a VCA.
    public var effective: Level?

    /// The level that a member of VCAs has in effect: its own, moved by its masters.
    public struct Level: Equatable, Sendable {
        /// In dB, and not limited to the control's range; its least value for silence.
        public var value: Double
        /// 0...1 of travel: an end for a level out of range.
        public var norm: Double
        /// The linear factor, 0 for silence.
        public var gain: Double
        /// The level as the panel would show it; `nil` in events and snapshots.
        public var text: String?

        /// Reads the member `effective` of any message.
        init?(_ object: JSONObject) {
            guard let level = object["effective"]?.object, let value = level["value"]?.number,
                let norm = level["norm"]?.number, let gain = level["gain"]?.number
            else { return nil }
            self.value = value
            self.norm = norm
            self.gain = gain
            text = level["text"]?.string
        }
    }

    /// Creates a reading. The values of a control with one value are `.number`s.
    public init(value: PanelValue, norm: PanelValue, gain: Double? = nil, text: String? = nil) {
        self.value = value
        self.norm = norm
        self.gain = gain
        self.text = text
    }

    /// Reads the value in any message; `nil` if there is none.
    package init?(_ object: JSONObject) {
        guard let value = PanelValue(object["value"]), let norm = PanelValue(object["norm"]) else {
            return nil
        }
        self.value = value
        self.norm = norm
        gain = object["gain"]?.number
        text = object["text"]?.string
        effective = Level(object)
    }
}
