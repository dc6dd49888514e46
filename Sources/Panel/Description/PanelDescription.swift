package import PanelProtocol

/// The contents of a panel file, validated and with all defaults.
package struct PanelDescription: Sendable {
    /// `name`: the name of the panel for clients.
    package var name: String
    /// `direction`: the side where the panel begins.
    var direction = Direction.leftToRight
    package var display: DisplayDescription
    package var input: InputDescription
    package var socket: SocketDescription
    package var state = StateDescription()
    package var lock = LockDescription()
    package var theme: ThemeDescription
    /// The pages in the order of the file; at least one.
    package var pages: [PageDescription]
    /// The strips that stay visible on every page; at most one area at each side.
    package var areas: [AreaDescription] = []
    /// The groups of keys: those that the file declares, then those that it only mentions.
    package var groups: [GroupDescription] = []
    /// The links between controls.
    package var links: [LinkDescription] = []
    /// The scenes of the file, with unique names.
    package var scenes: [PanelScene] = []
    /// `[bridges]`: a table for each kind of bridge.
    package var bridges = JSONObject()

    /// The pages, and the areas as pages without an ID.
    var allPages: [PageDescription] { pages + areas.map(\.page) }

    /// All controls of all pages and areas with their parts, in the order of the file.
    package var controls: [ControlDescription] {
        allPages.flatMap { $0.ownStrips.flatMap(\.allControls) }
    }

    /// The control with a full ID such as `ch1.level`.
    package func control(withID id: String) -> ControlDescription? {
        controls.first { $0.id == id }
    }
}
