/// Reported values that repeat earlier ones.
///
/// A late confirmation is followed by that of the newest value. If nothing follows, the engine has
/// gone back to an earlier value itself.
struct RepeatedValues {
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

    /// Adds a reported value. It replaces the control's earlier one from this engine. `adopt` is to
    /// be called if the value proves to be the engine's own.
    mutating func put(
        _ control: String, by engine: Int, at time: Duration, adopt: @escaping () -> Void
    ) {
        values[Place(control: control, engine: engine)] = (time + EchoFilter.longest, adopt)
    }

    /// Removes the value of a control, because another report followed.
    mutating func remove(_ control: String, by engine: Int) {
        values[Place(control: control, engine: engine)] = nil
    }

    /// Removes a control's values from all engines.
    mutating func remove(_ control: String) {
        if !values.isEmpty { values = values.filter { $0.key.control != control } }
    }

    /// Removes all.
    mutating func removeAll() { values.removeAll() }

    /// Removes the values that nothing followed in time, and returns what to do with each.
    mutating func takeDue(at time: Duration) -> [() -> Void] {
        let due = values.filter { $0.value.due <= time }.sorted { $0.key < $1.key }
        for (place, _) in due { values[place] = nil }
        return due.map(\.value.adopt)
    }
}
