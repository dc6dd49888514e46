package import PanelProtocol

/// A name, and the values of some controls at one moment.
package struct PanelScene: Equatable, Sendable {
    /// The name for people; unique in the panel.
    package var name: String
    /// The values by full ID. Some controls may not exist in the panel, or not any more.
    package var values: [String: ControlValue]

    /// Creates a scene.
    package init(name: String, values: [String: ControlValue]) {
        self.name = name
        self.values = values
    }
}
