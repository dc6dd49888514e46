/// The values of the controls to which a client has subscribed, all at one moment.
///
/// Every event that follows has a greater sequence number.
package struct Snapshot: Equatable, Sendable {
    /// The number of the last event that the values contain.
    package var sequence: Int64
    /// The controls by name, with their values.
    package var controls: [(name: String, state: ControlState)]

    /// Describes a moment.
    package init(sequence: Int64, controls: [(name: String, state: ControlState)]) {
        self.sequence = sequence
        self.controls = controls
    }

    package static func == (first: Snapshot, second: Snapshot) -> Bool {
        first.sequence == second.sequence
            && first.controls.elementsEqual(second.controls) { $0 == $1 }
    }

    /// Writes the line that replaces events that could not be kept.
    package func writeResync(reason: String, to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("event", "resync")
            writer.member("reason", reason)
            writer.member("seq", sequence)
            writeControls(to: &writer)
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
