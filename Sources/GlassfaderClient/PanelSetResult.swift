import PanelProtocol

/// The result of setting a control.
public struct PanelSetResult: Equatable, Sendable {
    /// Whether the value was applied.
    public var isApplied: Bool
    /// Why it was not applied: `touched` while a finger is on the control.
    public var reason: String?
    /// The present value: stepped and clamped, or the old one.
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
