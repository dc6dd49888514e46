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
    }
}
