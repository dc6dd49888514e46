/// The values of the controls to which a client has subscribed, all at one moment.
///
/// Every event that follows has a greater sequence number.
package struct Snapshot: Equatable, Sendable {
    /// The number of the last event that the values contain.
    package var sequence: Int64
    /// The controls by name, with their values.
    package var controls: [(name: String, state: ControlState)]
    /// What the panel was like; nil where that is told otherwise.
    package var panel: PanelStatus?

    /// What a panel is like at one moment.
    package struct PanelStatus: Equatable, Sendable {
        /// Changes with the panel file.
        package var generation: Int64
        /// The id of the page that is shown.
        package var page: String
        /// Whether the panel is locked.
        package var isLocked: Bool

        /// Describes a panel.
        package init(generation: Int64, page: String, isLocked: Bool) {
            self.generation = generation
            self.page = page
            self.isLocked = isLocked
        }
    }

    /// Describes a moment.
    package init(sequence: Int64, controls: [(name: String, state: ControlState)]) {
        self.sequence = sequence
        self.controls = controls
    }

    package static func == (first: Snapshot, second: Snapshot) -> Bool {
        first.sequence == second.sequence && first.panel == second.panel
            && first.controls.elementsEqual(second.controls) { $0 == $1 }
    }

    /// Writes the line that replaces events that could not be kept.
    package func writeResync(reason: String, to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("event", "resync")
            writer.member("reason", reason)
            writer.member("seq", sequence)
            if let panel { writer.member("generation", panel.generation) }
            writeControls(to: &writer)
            guard let panel else { return }
            writer.object("state") { writer in
                writer.member("page", panel.page)
                writer.member("locked", panel.isLocked)
            }
        }
    }

    /// Writes the member `snapshot`.
    func writeControls(to writer: inout JSONWriter) {
        writer.object("snapshot") { writer in
            for control in controls {
                writer.object(control.name) { writer in
                    writer.member("value", control.state.value)
                    writer.member("norm", control.state.norm)
                }
            }
        }
    }
}
