package import PanelProtocol

/// A name, and the values that some controls had at one moment.
package struct PanelScene: Equatable, Sendable {
    /// What a person calls it; unique in the panel.
    package var name: String
    /// The values by full id. Controls may be among them that the panel has not, or not any more.
    package var values: [String: ControlValue]

    /// Calls some values by a name.
    package init(name: String, values: [String: ControlValue]) {
        self.name = name
        self.values = values
    }
}
