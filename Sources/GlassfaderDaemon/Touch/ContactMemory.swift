/// What a pipeline stage stores for each contact that is down, by contact number.
///
/// There are as few entries as fingers: a linear search is faster than hashing. Once the array has
/// grown, nothing is allocated.
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

    /// Removes and returns the value of a contact.
    mutating func remove(_ number: Int) -> Value? {
        defer { self[number] = nil }
        return self[number]
    }
}
