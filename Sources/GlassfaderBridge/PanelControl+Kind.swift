package import GlassfaderClient

extension PanelControl {
    /// Whether its values are single steps, each of which counts.
    package var isStepwise: Bool { isToggle || !options.isEmpty || type == "button" }
}
