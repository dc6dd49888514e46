import PanelProtocol

/// The change that one undo reverts: the values that some controls had before a gesture, a scene or
/// the requests of a client.
final class UndoStep {
    /// The client whose single requests it collects; `nil` for any other change.
    let client: String?
    /// The values before the change, by full ID.
    private(set) var values: [String: ControlValue] = [:]
    /// The control that was noted last: a finger moves the same one again and again.
    private var lastNoted = ""
    /// The time of the last change, on the monotonic clock.
    var lastChange = Duration.zero

    /// A step without values.
    init(client: String? = nil) { self.client = client }

    /// Records the value of a control before the change, unless one is recorded.
    func note(_ control: String, before value: ControlValue) {
        if control == lastNoted { return }
        lastNoted = control
        if values[control] == nil { values[control] = value }
    }

    /// Drops values that are no longer valid for their controls.
    func keepValues(where isValid: (String, ControlValue) -> Bool) {
        lastNoted = ""
        values = values.filter { isValid($0.key, $0.value) }
    }
}
