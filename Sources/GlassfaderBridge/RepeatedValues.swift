/// What an engine has said of its controls that it was sent before something else.
///
/// That may be a late confirmation, behind which that of the newest value follows. If nothing
/// follows, it is a change of the engine's own, back to an earlier value.
struct RepeatedValues {
    /// How long an engine may take to confirm a value.
    static let patience = Duration.seconds(1)

    private var values: [String: (due: Duration, adopt: () -> Void)] = [:]

    /// When ``takeDue(at:)`` is to be called next; `nil` for never.
    var nextDue: Duration? { values.values.map(\.due).min() }

    /// Adds what an engine has said of a control, as what is to be done if it is the engine's own.
    /// It replaces what the engine has said before.
    mutating func put(_ control: String, at time: Duration, adopt: @escaping () -> Void) {
        values[control] = (time + Self.patience, adopt)
    }

    /// Removes that of a control, as something else has followed.
    mutating func remove(_ control: String) { values[control] = nil }

    /// Removes all.
    mutating func removeAll() { values.removeAll() }

    /// Removes those that nothing has followed.
    mutating func takeDue(at time: Duration) -> [() -> Void] {
        let due = values.filter { $0.value.due <= time }.sorted { $0.key < $1.key }
        for (control, _) in due { values[control] = nil }
        return due.map(\.value.adopt)
    }
}
