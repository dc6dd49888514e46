/// What a panel file says, checked and with every default filled in.
package struct PanelDescription: Sendable {
    /// `name`: what clients see as the name of the panel.
    package var name: String
    package var display: DisplayDescription
    package var input: InputDescription
    package var socket: SocketDescription
    package var state = StateDescription()
    package var theme: ThemeDescription
    /// The pages in the order of the file: at least one.
    package var pages: [PageDescription]
    /// The groups that keys are in: those that the file declares, and then those it only names.
    package var groups: [GroupDescription] = []
    /// The controls that follow one another.
    package var links: [LinkDescription] = []
    /// The scenes that there are from the beginning, each of another name.
    package var scenes: [PanelScene] = []

    /// Every control of every page, in the order of the file.
    package var controls: [ControlDescription] {
        pages.flatMap { $0.strips.flatMap(\.controls) }
    }

    /// The control with a full id such as `ch1.level`.
    package func control(withID id: String) -> ControlDescription? {
        controls.first { $0.id == id }
    }
}
