/// What an engine has said of its controls that it was sent before something else.
///
/// That may be a late confirmation, behind which that of the newest value follows. If nothing
/// follows, it is a change of the engine's own, back to an earlier value.
struct RepeatedValues {
    /// How long an engine may take to confirm a value.
    static let patience = Duration.seconds(1)

    private var values: [Place: (due: Duration, adopt: () -> Void)] = [:]

    /// A control in one of the engines.
    private struct Place: Hashable, Comparable {
        var control: String
        var engine: Int

        static func < (one: Place, other: Place) -> Bool {
            (one.control, one.engine) < (other.control, other.engine)
        }
    }

    /// When ``takeDue(at:)`` is to be called next; `nil` for never.
    var nextDue: Duration? { values.values.map(\.due).min() }

    /// Adds what an engine has said of a control, as what is to be done if it is the engine's own.
    /// It replaces what the engine has said before.
    mutating func put(
        _ control: String, by engine: Int, at time: Duration, adopt: @escaping () -> Void
    ) {
        values[Place(control: control, engine: engine)] = (time + Self.patience, adopt)
    }

    /// Removes what an engine has said of a control, as something else has followed.
    mutating func remove(_ control: String, by engine: Int) {
        values[Place(control: control, engine: engine)] = nil
    }

    /// Removes what all engines have said of a control.
    mutating func remove(_ control: String) {
        if !values.isEmpty { values = values.filter { $0.key.control != control } }
    }

    /// Removes all.
    mutating func removeAll() { values.removeAll() }

    /// Removes those that nothing has followed.
    mutating func takeDue(at time: Duration) -> [() -> Void] {
        let due = values.filter { $0.value.due <= time }.sorted { $0.key < $1.key }
        for (place, _) in due { values[place] = nil }
        return due.map(\.value.adopt)
    }
}
