/// The messages that one connection still has to be sent. It is bounded, however slowly it reads.
///
/// There are two lanes. The *ordered* lane contains replies and the edges of gestures; none of
/// these is dropped alone. The *latest* lane has one slot for each gesture on each control, and one
/// for its level in effect; a movement replaces the one before it. An edge first moves the slots of
/// its control in front of itself, so that the events of a control stay in order. If too many edges
/// wait, all events of values are replaced by one resync, whose snapshot is taken when it is
/// written. Notices stay, unless they alone are too many.
///
/// Lines are chosen as late as possible; a line that was started is completed. Until then, outboxes
/// share its bytes. The latest lane is as short as the number of moving fingers, and of the members
/// of a VCA that moves, so a linear search is faster than hashing.
package struct Outbox {
    /// The default limit of events in the ordered lane.
    package static let defaultLimit = 256

    /// How many bytes may be written before the client reads, apart from completing a line. Written
    /// bytes cannot be replaced by newer events any more.
    private static let writtenAhead = 4096

    /// The minimum time between two movements of one control.
    package var interval: Duration = .zero

    /// The maximum number of events in the ordered lane. A lower limit takes effect with the next
    /// event.
    package var limit: Int {
        didSet { isFull = waitingEvents >= limit }
    }

    /// Whether one more event in the ordered lane could be too many. What can be sent now is better
    /// sent before. It is stored, so that a look at it copies no lanes.
    package private(set) var isFull = false

    private enum Entry {
        case event(EventLine)
        case line([UInt8])
        /// The line that is posted in pieces, until it ends.
        case longLine
        case resync

        var isLongLine: Bool { if case .longLine = self { true } else { false } }
    }

    private var ordered: [Entry] = []
    /// An event that a newer one replaces until it is written, and when the rate lets it be.
    private struct Slot {
        let event: EventLine
        let due: Duration
    }

    /// The slots, in the order of their events. There is one for each moving control, or several if
    /// several fingers move parts of it.
    private var latest: [Slot] = []
    /// The controls with movements that were written less than an interval ago.
    private var written: [(control: ControlKey, time: Duration)] = []
    private var waitingEvents = 0 {
        didSet { isFull = waitingEvents >= limit }
    }
    private var waitingLineBytes = 0
    private var awaitsResync = false
    /// The unsent bytes of a line that is posted in pieces, and whether more will follow.
    private var longLine: [UInt8] = []
    private var isLongLineOpen = false
    /// The started lines. Some of their bytes may have been sent.
    private var buffer = JSONWriter()
    private var taken = 0

    /// Creates an empty outbox. `limit` is the maximum number of events in the ordered lane.
    package init(limit: Int = defaultLimit) {
        self.limit = limit
    }

    /// A copy for another connection, which will send the same.
    package var shared: Outbox {
        for slot in latest { slot.event.outboxes += 1 }
        for case .event(let event) in ordered { event.outboxes += 1 }
        return self
    }

    // MARK: Posting

    /// Adds an event.
    package mutating func post(_ event: EventLine) {
        if awaitsResync, !event.isNotice { return }  // The snapshot will contain it.

        event.outboxes += 1
        if event.isMovement {
            let slot = latest.firstIndex {
                $0.event.gesture == event.gesture && $0.event.key == event.key
            }
            if let slot { latest.remove(at: slot) }
            latest.append(Slot(event: event, due: due(event.key)))
        } else {
            moveToOrdered(event.key)
            appendToOrdered(.event(event))
            waitingEvents += 1
            limitEvents()
        }
    }

    /// Adds a reply. A reply with the value of `control` comes after the movements of that control,
    /// which it includes.
    package mutating func post(line: [UInt8], after control: String? = nil) {
        if let control {
            moveToOrdered(ControlKey(control))
            limitEvents()
        }
        appendToOrdered(.line(line))
        waitingLineBytes += line.count
    }

    /// Starts a reply whose line is posted in pieces. Later posts come after its end.
    package mutating func beginLongLine() {
        precondition(!isLongLineOpen, "a long line must end before another begins")
        isLongLineOpen = true
        appendToOrdered(.longLine)
    }

    /// Adds the next bytes of the line.
    package mutating func appendToLongLine(_ bytes: [UInt8]) {
        precondition(isLongLineOpen, "a long line must begin before bytes are appended")
        longLine += bytes
    }

    /// Ends the line after its last bytes.
    package mutating func endLongLine() {
        precondition(isLongLineOpen, "a long line must begin before it ends")
        isLongLineOpen = false
        guard let entry = ordered.lastIndex(where: \.isLongLine) else { return }
        // From now on it is a line as others are: the bytes of another one come after it.
        ordered[entry] = .line(longLine)
        waitingLineBytes += longLine.count
        longLine.removeAll()
    }

    /// Appends an entry to the ordered lane. A resync stays last until it is written, so that no
    /// older values follow its snapshot.
    private mutating func appendToOrdered(_ entry: Entry) {
        if awaitsResync {
            ordered.insert(entry, at: ordered.count - 1)
        } else {
            ordered.append(entry)
        }
    }

    /// Sends the movements of a control before anything that is posted later.
    package mutating func releaseMovements(of control: String) {
        moveToOrdered(ControlKey(control))
        limitEvents()
    }

    /// Sends all movements as soon as possible: no others follow, and no rate holds them back.
    package mutating func releaseAllMovements() {
        ordered += latest.map { .event($0.event) }
        waitingEvents += latest.count
        latest.removeAll()
    }

    /// Adds the reply that starts a subscription. No older event may follow it.
    package mutating func post(snapshot line: [UInt8]) {
        discardEvents()
        awaitsResync = false
        post(line: line)
    }

    /// Adds the last line of the connection, after everything else.
    package mutating func post(last line: [UInt8]) {
        // Movements that the rate holds back are the last events of their controls: they are sent.
        releaseAllMovements()
        ordered.append(.line(line))
        waitingLineBytes += line.count
    }

    /// Moves the slots of a control into the ordered lane.
    private mutating func moveToOrdered(_ control: ControlKey) {
        guard latest.contains(where: { $0.event.key == control }) else { return }
        for slot in latest where slot.event.key == control {
            ordered.append(.event(slot.event))
            waitingEvents += 1
        }
        latest.removeAll { $0.event.key == control }
    }

    /// Replaces all events by a resync if there are too many, but keeps notices if that is enough.
    private mutating func limitEvents() {
        guard waitingEvents > limit else { return }
        discardEvents(keepsNotices: true)
        if waitingEvents > limit { discardEvents() }
        ordered.append(.resync)
        awaitsResync = true
    }

    /// Removes all events from both lanes, perhaps apart from notices. Replies stay, because
    /// clients wait for them. They are bounded: reading of requests pauses before there are too
    /// many.
    private mutating func discardEvents(keepsNotices: Bool = false) {
        latest.removeAll(keepingCapacity: true)
        written.removeAll(keepingCapacity: true)
        var notices = 0
        ordered.removeAll {
            switch $0 {
            case .event(let event) where keepsNotices && event.isNotice:
                notices += 1
                return false
            case .event, .resync: return true
            case .line, .longLine: return false
            }
        }
        waitingEvents = notices
    }

    // MARK: Sending

    /// The number of entries in both lanes.
    package var count: Int { ordered.count + latest.count }

    /// The number of events in both lanes.
    package var eventCount: Int { waitingEvents + latest.count }

    /// The bytes of waiting replies and of all lines that were started.
    package var backlog: Int { waitingLineBytes + longLine.count + buffer.count - taken }

    /// Whether nothing waits, including movements that the rate holds back and started lines.
    package var isEmpty: Bool {
        ordered.isEmpty && latest.isEmpty && taken == buffer.count
    }

    /// Whether nothing waits, and the rate would not hold back a movement that is posted now.
    package func isAtRest(at now: Duration) -> Bool {
        isEmpty && written.allSatisfy { $0.time <= now - interval }
    }

    /// The bytes to send next; empty if there are none now. Call `consumed(_:)` with the number of
    /// bytes that were sent.
    ///
    /// `snapshot` is called if a resync is written.
    package mutating func nextBytes(at now: Duration, snapshot: () -> Snapshot)
        -> ArraySlice<UInt8>
    {
        if taken == buffer.count {
            buffer.removeAll()
            taken = 0
            if !ordered.isEmpty { writeOrdered(snapshot) }
            if ordered.isEmpty, !latest.isEmpty { writeLatest(at: now) }
        }
        return buffer.bytes(from: taken)
    }

    /// Removes the first bytes of `nextBytes`, which have been sent.
    package mutating func consumed(_ count: Int) {
        precondition(taken + count <= buffer.count, "more bytes were consumed than offered")
        taken += count
    }

    /// When a movement that the rate holds back may be sent; `nil` if there is none.
    package func nextDeadline() -> Duration? {
        latest.lazy.map(\.due).min()
    }

    private mutating func writeOrdered(_ snapshot: () -> Snapshot) {
        var count = 0
        entries: while count < ordered.count, buffer.count < Self.writtenAhead {
            switch ordered[count] {
            case .event(let event):
                event.write(to: &buffer)
                waitingEvents -= 1
            case .line(let line):
                buffer.append(line)
                waitingLineBytes -= line.count
            case .longLine:
                buffer.append(longLine)
                longLine.removeAll(keepingCapacity: true)
                break entries
            case .resync:
                snapshot().writeResync(reason: "overflow", to: &buffer)
                awaitsResync = false
            }
            count += 1
        }
        ordered.removeFirst(count)
    }

    private mutating func writeLatest(at now: Duration) {
        let oldest = now - interval
        written.removeAll { $0.time <= oldest }
        var kept = 0
        for index in latest.indices {
            let slot = latest[index]
            guard slot.due <= now, buffer.count < Self.writtenAhead else {
                latest[kept] = slot
                kept += 1
                continue
            }
            slot.event.write(to: &buffer)
            written.append((slot.event.key, now))
        }
        latest.removeLast(latest.count - kept)
    }

    private func due(_ control: ControlKey) -> Duration {
        written.last { $0.control == control }.map { $0.time + interval } ?? .zero
    }
}
