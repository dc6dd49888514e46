public import GlassfaderClient

extension PanelControl {
    /// Whether the value is on or off.
    public var isToggle: Bool { labels.map(\.name) == ["off", "on"] }

    /// Whether its values are single steps, each of which counts.
    var isStepwise: Bool { isToggle || !options.isEmpty || type == "button" }
}
