/// The data of a pipeline stage for each contact that is down, by contact number.
///
/// There are as few entries as fingers: a linear search is faster than hashing. Once the array has
/// grown, nothing is allocated.
struct ContactMemory<Value> {
    private var entries: [(number: Int, value: Value)] = []

    subscript(number: Int) -> Value? {
        get { entries.first { $0.number == number }?.value }
        set {
            switch (index(of: number), newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((number, value))
            case (nil, nil): break
            }
        }
    }

    /// The index of a contact's value; `nil` if there is none.
    @_optimize(speed)
    func index(of number: Int) -> Int? { entries.firstIndex { $0.number == number } }

    /// All contacts with their values.
    var all: [(number: Int, value: Value)] { entries }

    /// The value at an index, in place: the stage searches a moving contact only once.
    subscript(at index: Int) -> Value {
        get { entries[index].value }
        set { entries[index].value = newValue }
    }

    /// Removes and returns the value of a contact.
    mutating func remove(_ number: Int) -> Value? {
        defer { self[number] = nil }
        return self[number]
    }
}
