package import PanelProtocol

/// What the panel says of a control's value at one moment.
public struct PanelReading: Equatable, Sendable {
    /// In the control's unit.
    public var value: PanelValue
    /// 0...1 of travel, after the taper.
    public var norm: PanelValue
    /// The linear factor, 0 for silence; only of controls in dB.
    public var gain: Double?
    /// The value as the panel shows it, such as `-6.0 dB`; absent in events and snapshots.
    public var text: String?

    /// A reading of these numbers; those of one control are `.number`s.
    public init(value: PanelValue, norm: PanelValue, gain: Double? = nil, text: String? = nil) {
        self.value = value
        self.norm = norm
        self.gain = gain
        self.text = text
    }

    /// Reads what has a value, of any message; nil if it has none.
    package init?(_ object: JSONObject) {
        guard let value = PanelValue(object["value"]), let norm = PanelValue(object["norm"]) else {
            return nil
        }
        self.value = value
        self.norm = norm
        gain = object["gain"]?.number
        text = object["text"]?.string
    }
}
