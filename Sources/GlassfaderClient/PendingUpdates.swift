/// Updates that have not been taken yet.
///
/// Of a control that moves only the newest value waits; its beginnings and ends all do. Nothing
/// grows without bound if nobody takes them: then the values as they are take their place.
struct PendingUpdates {
    /// More than this are replaced by the values.
    static let capacity = 4096

    private var queue: [PanelUpdate] = []
    /// What has been taken of the queue.
    private var start = 0
    /// Where in the queue the newest value of a control waits, if it may be replaced.
    private var newest: [String: Int] = [:]
    /// The values, in the order of the panel.
    private var values: [PanelSnapshotEntry] = []
    private var places: [String: Int] = [:]

    var isEmpty: Bool { start == queue.count }
    /// How many there is room for: no more than twice the capacity are ever kept.
    var room: Int { queue.count }

    mutating func append(_ update: PanelUpdate) {
        switch update {
        case .values(let values):
            clear()
            self.values = values
            places = Dictionary(
                zip(values.map(\.control), values.indices), uniquingKeysWith: { $1 })
            queue.append(update)
        case .event(.valueChanged(let change)):
            append(change)
        case .event(.resync(let resync)):
            append(.values(resync.values))
        case .event, .disconnected:
            queue.append(update)
        }
        if queue.count - start > Self.capacity {
            clear()
            queue.append(.values(values))
        }
    }

    private mutating func append(_ change: PanelEvent.Change) {
        if let place = places[change.control] {
            values[place].reading = change.reading
        } else {
            places[change.control] = values.count
            values.append(PanelSnapshotEntry(control: change.control, reading: change.reading))
        }
        guard change.phase == "changed" else {
            newest[change.control] = nil
            queue.append(.event(.valueChanged(change)))
            return
        }
        if let index = newest[change.control] {
            queue[index] = .event(.valueChanged(change))
        } else {
            newest[change.control] = queue.count
            queue.append(.event(.valueChanged(change)))
        }
    }

    mutating func removeFirst() -> PanelUpdate? {
        guard !isEmpty else { return nil }
        let update = queue[start]
        if case .event(.valueChanged(let change)) = update, newest[change.control] == start {
            newest[change.control] = nil
        }
        start += 1
        if isEmpty {
            clear()
        } else if start == Self.capacity {
            forgetTaken()
        }
        return update
    }

    /// Gives back the room of what has been taken, for one who always has some left to take.
    private mutating func forgetTaken() {
        queue.removeFirst(start)
        newest = newest.mapValues { $0 - start }
        start = 0
    }

    private mutating func clear() {
        queue.removeAll(keepingCapacity: true)
        newest.removeAll(keepingCapacity: true)
        start = 0
    }
}
