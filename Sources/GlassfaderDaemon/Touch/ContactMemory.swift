/// What a stage of the touch pipeline remembers of each contact that is down, by contact number.
///
/// There are as many as fingers, so looking through them is quicker than hashing, and nothing is
/// allocated once the hand has been on the glass.
struct ContactMemory<Value> {
    private var entries: [(number: Int, value: Value)] = []

    subscript(number: Int) -> Value? {
        get { entries.first { $0.number == number }?.value }
        set {
            let index = entries.firstIndex { $0.number == number }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((number, value))
            case (nil, nil): break
            }
        }
    }

    /// Forgets a contact and returns what was known of it.
    mutating func remove(_ number: Int) -> Value? {
        defer { self[number] = nil }
        return self[number]
    }
}
