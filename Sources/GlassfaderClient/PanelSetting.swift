import PanelProtocol

/// What became of setting a control.
public struct PanelSetting: Equatable, Sendable {
    /// Whether the control has taken the value.
    public var isApplied: Bool
    /// Why it has not: `touched` while a finger is on it.
    public var reason: String?
    /// The value as it is now: stepped and clamped, or the old one.
    public var reading: PanelReading

    init?(_ object: JSONObject) {
        guard let isApplied = object["applied"]?.boolean, let reading = PanelReading(object) else {
            return nil
        }
        self.isApplied = isApplied
        self.reading = reading
        reason = object["reason"]?.string
    }
}
