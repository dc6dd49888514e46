import GlassfaderClient

extension PanelControl {
    /// Whether the value is on or off.
    var isToggle: Bool { labels.map(\.name) == ["off", "on"] }

    /// Whether the value is a time that runs.
    var isStopwatch: Bool { parts == ["seconds", "running"] }
}
