/// The style changes that clients made to controls and strips, and their size in a saved state.
struct StyleChanges {
    /// The changes, by ID.
    private(set) var all: [String: StyleChange] = [:]
    /// The maximum size in a saved state, in bytes.
    private(set) var bytes = 0

    /// The changes of a control or strip.
    subscript(id: String) -> StyleChange {
        get { all[id] ?? StyleChange() }
        set {
            bytes += newValue.savedSize(for: id) - self[id].savedSize(for: id)
            all[id] = newValue.isEmpty ? nil : newValue
        }
    }

    /// Drops all other changes.
    mutating func keep(where isKept: (String) -> Bool) {
        for id in all.keys where !isKept(id) { self[id] = StyleChange() }
    }
}
