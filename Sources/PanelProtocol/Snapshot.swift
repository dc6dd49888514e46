/// The values of the controls of a subscription, all at one moment.
///
/// Every event that follows has a greater sequence number.
package struct Snapshot: Equatable, Sendable {
    /// The sequence number of the last event that the values include.
    package var sequence: Int64
    /// The controls by name, with their values.
    package var controls: [(name: String, state: ControlState)]
    /// Who holds a control: a finger, or a client.
    package var holders: [String: ValueChanged.Source] = [:]
    /// The state of the panel.
    package var panel: PanelStatus

    /// The state of the panel at one moment.
    package struct PanelStatus: Equatable, Sendable {
        /// A number that changes with each reload of the panel file.
        package var generation: Int64
        /// The ID of the visible page.
        package var page: String
        /// Whether the panel is locked.
        package var isLocked: Bool
        /// The master of the VCA whose strips alone are shown; `nil` for all strips.
        package var spill: String?

        /// Creates a state.
        package init(generation: Int64, page: String, isLocked: Bool, spill: String? = nil) {
            self.generation = generation
            self.page = page
            self.isLocked = isLocked
            self.spill = spill
        }
    }

    /// Creates a snapshot.
    package init(
        sequence: Int64, controls: [(name: String, state: ControlState)], panel: PanelStatus
    ) {
        self.sequence = sequence
        self.controls = controls
        self.panel = panel
    }

    package static func == (first: Snapshot, second: Snapshot) -> Bool {
        first.sequence == second.sequence && first.panel == second.panel
            && first.holders == second.holders
            && first.controls.elementsEqual(second.controls) { $0 == $1 }
    }

    /// Writes the `resync` line, which replaces dropped events.
    package func writeResync(reason: String, to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("event", "resync")
            writer.member("reason", reason)
            write(to: &writer)
        }
    }

    /// Writes the members that a `resync` line and the reply to `subscribe` share.
    func write(to writer: inout JSONWriter) {
        writer.member("seq", sequence)
        writer.member("generation", panel.generation)
        writer.object("snapshot") { writer in
            for control in controls {
                writer.object(.text(control.name)) { writer in
                    writer.member("value", control.state.value)
                    writer.member("norm", control.state.norm)
                    if let text = control.state.text { writer.member("text", text) }
                    control.state.effective?.write(to: &writer)
                    if let holder = holders[control.name] {
                        writer.object("held") { holder.write(to: &$0) }
                    }
                }
            }
        }
        writer.object("state") { writer in
            writer.member("page", panel.page)
            writer.member("locked", panel.isLocked)
            if let spill = panel.spill { writer.member("spill", spill) }
        }
    }
}
