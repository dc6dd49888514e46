/// A control and its value at one moment.
public struct PanelSnapshotEntry: Equatable, Sendable {
    /// The control's name.
    public var control: String
    /// Its value.
    public var reading: PanelReading

    /// A control with its value.
    public init(control: String, reading: PanelReading) {
        self.control = control
        self.reading = reading
    }
}
