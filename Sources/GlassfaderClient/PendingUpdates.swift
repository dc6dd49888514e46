/// Updates that have not been read yet.
///
/// For a moving control only the newest value is kept. All beginnings and ends are kept. The size
/// is bounded: if nothing reads the updates, the present values replace events of values, and all
/// other updates too if that is not enough. Values that the panel sends replace only events of
/// values.
struct PendingUpdates {
    /// Of more updates than this, the present values replace some or all.
    static let capacity = 4096

    private var queue: [PanelUpdate] = []
    /// The number of updates at the front of the queue that have been read.
    private var start = 0
    /// The index in the queue of a control's newest value, if it may be replaced.
    private var newest: [String: Int] = [:]
    /// The index in the queue of a control's newest level in effect, if it may be replaced.
    private var newestLevel: [String: Int] = [:]
    /// The state after all updates.
    private var present = PanelSnapshot()
    /// The indices of its values, by control.
    private var places: [String: Int] = [:]

    var isEmpty: Bool { start == queue.count }
    /// The length of the storage, which is never more than twice the capacity.
    var storedCount: Int { queue.count }

    mutating func append(_ update: PanelUpdate) {
        switch update {
        case .snapshot(let snapshot):
            keepNotices()
            present = snapshot
            places = Dictionary(
                zip(snapshot.values.map(\.control), snapshot.values.indices),
                uniquingKeysWith: { $1 })
            queue.append(update)
        case .event(.valueChanged(let change)):
            append(change)
        case .event(.effectiveChanged(let control, let level)):
            append(level, of: control)
        case .event(.resync(let snapshot)):
            append(.snapshot(snapshot))
        case .event(let event):
            present.note(event)
            queue.append(update)
        case .disconnected:
            queue.append(update)
        }
        if queue.count - start > Self.capacity {
            keepNotices()
            if queue.count > Self.capacity / 2 { clear() }
            queue.append(.snapshot(present))
        }
    }

    private mutating func append(_ level: PanelReading.Level, of control: String) {
        if let place = places[control] { present.values[place].reading.effective = level }
        let update = PanelUpdate.event(.effectiveChanged(control: control, level))
        if let index = newestLevel[control] {
            queue[index] = update
        } else {
            // A later value comes with its own level, and after this one.
            newest[control] = nil
            newestLevel[control] = queue.count
            queue.append(update)
        }
    }

    private mutating func append(_ change: PanelEvent.Change) {
        newestLevel[change.control] = nil
        if let place = places[change.control] {
            present.values[place].reading = change.reading
        } else {
            places[change.control] = present.values.count
            present.values.append(
                PanelSnapshotEntry(control: change.control, reading: change.reading))
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
        if case .event(.effectiveChanged(let control, _)) = update, newestLevel[control] == start {
            newestLevel[control] = nil
        }
        start += 1
        if isEmpty {
            clear()
        } else if start == Self.capacity {
            removeRead()
        }
        return update
    }

    /// Removes the updates that were read, for a reader that never empties the queue.
    private mutating func removeRead() {
        queue.removeFirst(start)
        newest = newest.mapValues { $0 - start }
        newestLevel = newestLevel.mapValues { $0 - start }
        start = 0
    }

    /// Removes what the present values replace: events of values, and older values. Others stay.
    private mutating func keepNotices() {
        let notices = queue[start...].filter { update in
            switch update {
            case .snapshot, .disconnected, .event(.valueChanged), .event(.effectiveChanged): false
            case .event: true
            }
        }
        clear()
        queue += notices
    }

    private mutating func clear() {
        queue.removeAll(keepingCapacity: true)
        newest.removeAll(keepingCapacity: true)
        newestLevel.removeAll(keepingCapacity: true)
        start = 0
    }
}
