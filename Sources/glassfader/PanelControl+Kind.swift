import GlassfaderClient

extension PanelControl {
    /// Whether the value is a time that runs.
    var isStopwatch: Bool { parts == ["seconds", "running"] }
}
