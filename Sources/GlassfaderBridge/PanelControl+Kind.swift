package import GlassfaderClient

extension PanelControl {
    /// Whether its values are single steps, so that every one must be sent.
    package var isDiscrete: Bool { isToggle || !options.isEmpty || type == "button" }
}
