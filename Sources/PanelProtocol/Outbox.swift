/// What one connection has yet to be sent, bounded however slowly it reads.
///
/// There are two lanes. The *ordered* lane has replies and the edges of gestures, none of which is
/// ever dropped by itself. The *latest* lane has one slot for each gesture on each control: a movement
/// replaces the one before it. An edge first moves the slots of its control in front of itself, so
/// that the events of a control keep their order. When too many edges wait, all events are given up for one
/// resync, whose snapshot is taken when it is written.
///
/// Lines are chosen as late as possible, and once begun are kept whole. Their bytes are shared with
/// the other outboxes until then. What waits in the latest lane is as much as fingers move, and is
/// looked through sooner than it is hashed.
package struct Outbox {
    /// How many events may wait in the ordered lane, as a rule.
    package static let standardLimit = 256

    /// How many bytes are written ahead of what the client has taken, except to complete a
    /// line. What is written can no longer be replaced by something newer.
    private static let writtenAhead = 4096

    /// The least time between two movements of one control.
    package var interval: Duration = .zero

    /// How many events may wait in the ordered lane. What waits already is given up with the next one
    /// that is too many.
    package var limit: Int

    private enum Entry {
        case event(EventLine)
        case line([UInt8])
        case longLine
        case resync
    }

    private var ordered: [Entry] = []
    /// The slots, in the order of their events: one for each control that moves, unless several
    /// fingers move several parts of it.
    private var latest: [EventLine] = []
    /// The controls that had movements written less than an interval ago.
    private var written: [(control: ControlKey, time: Duration)] = []
    private var waitingEvents = 0
    private var waitingLineBytes = 0
    private var awaitsResync = false
    /// What there is to be written of a line that is posted in pieces, and whether more is to come.
    private var longLine: [UInt8] = []
    private var isLongLineOpen = false
    private var buffer: [UInt8] = []
    private var taken = 0

    /// Begins with nothing to be sent. `limit` is how many events may wait in order.
    package init(limit: Int = standardLimit) {
        self.limit = limit
    }

    // MARK: Posting

    /// Adds an event.
    package mutating func post(_ event: EventLine) {
        // The snapshot will contain it.
        if awaitsResync { return }

        if event.isMovement {
            let slot = latest.firstIndex {
                $0.gesture == event.gesture && $0.control == event.control
            }
            if let slot { latest.remove(at: slot) }
            latest.append(event)
        } else {
            order(event.control)
            ordered.append(.event(event))
            waitingEvents += 1
            limitEvents()
        }
    }

    /// Adds a reply. One that tells the value of a control comes after the movements of that
    /// control which it includes.
    package mutating func post(line: [UInt8], after control: String? = nil) {
        if let control {
            order(ControlKey(control))
            limitEvents()
        }
        order(.line(line))
        waitingLineBytes += line.count
    }

    /// Begins a reply that is one line, posted in pieces. Nothing posted later comes before its end.
    package mutating func beginLongLine() {
        precondition(!isLongLineOpen, "a line has begun within another")
        isLongLineOpen = true
        order(.longLine)
    }

    /// Adds the next bytes of the line.
    package mutating func appendToLongLine(_ bytes: [UInt8]) {
        precondition(isLongLineOpen, "a line that has not begun cannot go on")
        longLine += bytes
    }

    /// Ends the line: all its bytes have been added.
    package mutating func endLongLine() {
        precondition(isLongLineOpen, "a line that has not begun cannot end")
        isLongLineOpen = false
    }

    /// Puts something into the ordered lane. A resync stays last until it is written, or older
    /// values would follow its snapshot.
    private mutating func order(_ entry: Entry) {
        ordered.insert(entry, at: awaitsResync ? ordered.count - 1 : ordered.count)
    }

    /// Lets the movements of a control go out before whatever is posted next.
    package mutating func hasten(_ control: String) {
        order(ControlKey(control))
        limitEvents()
    }

    /// Adds the reply that begins a subscription, after which no older event may come.
    package mutating func post(snapshot line: [UInt8]) {
        giveUpEvents()
        awaitsResync = false
        post(line: line)
    }

    /// Adds the last line of the connection, after everything else.
    package mutating func post(last line: [UInt8]) {
        // What the rate holds back is the last event of its control.
        ordered += latest.map(Entry.event)
        waitingEvents += latest.count
        latest.removeAll()
        ordered.append(.line(line))
        waitingLineBytes += line.count
    }

    /// Moves the slots of a control into the ordered lane.
    private mutating func order(_ control: ControlKey) {
        guard latest.contains(where: { $0.control == control }) else { return }
        for event in latest where event.control == control {
            ordered.append(.event(event))
            waitingEvents += 1
        }
        latest.removeAll { $0.control == control }
    }

    /// Gives all events up for a resync if there are too many.
    private mutating func limitEvents() {
        guard waitingEvents > limit else { return }
        giveUpEvents()
        ordered.append(.resync)
        awaitsResync = true
    }

    /// Empties both lanes of events. Replies stay: someone waits for each of them, and reading
    /// pauses before there are too many.
    private mutating func giveUpEvents() {
        latest.removeAll(keepingCapacity: true)
        written.removeAll(keepingCapacity: true)
        ordered.removeAll {
            switch $0 {
            case .event, .resync: true
            case .line, .longLine: false
            }
        }
        waitingEvents = 0
    }

    // MARK: Sending

    /// How many entries wait, of both lanes.
    package var count: Int { ordered.count + latest.count }

    /// How many events wait, of both lanes.
    package var eventCount: Int { waitingEvents + latest.count }

    /// The bytes of replies that wait, and of all lines that were begun.
    package var backlog: Int { waitingLineBytes + longLine.count + buffer.count - taken }

    /// Whether nothing waits, neither held back by the rate nor begun.
    package var isEmpty: Bool {
        ordered.isEmpty && latest.isEmpty && taken == buffer.count
    }

    /// Whether nothing waits, nor would anything have to that is posted now.
    package func isAtRest(at now: Duration) -> Bool {
        isEmpty && written.allSatisfy { $0.time <= now - interval }
    }

    /// The bytes to be sent next, empty if there are none at this time. Call `consumed(_:)` with
    /// how many of them have been.
    ///
    /// `snapshot` is called if a resync is to be written.
    package mutating func nextBytes(at now: Duration, snapshot: () -> Snapshot)
        -> ArraySlice<UInt8>
    {
        if taken == buffer.count {
            if taken > 0 { buffer.removeAll(keepingCapacity: true) }
            taken = 0
            if !ordered.isEmpty { writeOrdered(snapshot) }
            if ordered.isEmpty, !latest.isEmpty { writeLatest(at: now) }
        }
        return buffer[taken...]
    }

    /// Notes that the first bytes of `nextBytes` have been sent.
    package mutating func consumed(_ count: Int) {
        precondition(taken + count <= buffer.count, "more was sent than there was")
        taken += count
    }

    /// When a movement held back by the rate may be sent; nil if none is.
    package func nextDeadline() -> Duration? {
        latest.isEmpty ? nil : latest.lazy.map { due($0.control) }.min()
    }

    private mutating func writeOrdered(_ snapshot: () -> Snapshot) {
        var count = 0
        entries: while count < ordered.count, buffer.count < Self.writtenAhead {
            switch ordered[count] {
            case .event(let event):
                buffer += event.bytes
                waitingEvents -= 1
            case .line(let line):
                buffer += line
                waitingLineBytes -= line.count
            case .longLine:
                buffer += longLine
                longLine.removeAll(keepingCapacity: isLongLineOpen)
                if isLongLineOpen { break entries }
            case .resync:
                var writer = JSONWriter()
                snapshot().writeResync(reason: "overflow", to: &writer)
                buffer += writer.bytes
                awaitsResync = false
            }
            count += 1
        }
        ordered.removeFirst(count)
    }

    private mutating func writeLatest(at now: Duration) {
        let oldest = now - interval
        written.removeAll { $0.time <= oldest }
        let heldBack = written.count
        var kept = 0
        for index in latest.indices {
            let event = latest[index]
            let writing = written.firstIndex { $0.control == event.control }
            // The slots of a control go together: the rate is the control's, and is nobody's alone.
            let goesOut =
                writing.map { $0 >= heldBack } ?? (buffer.count < Self.writtenAhead)
            guard goesOut else {
                latest[kept] = event
                kept += 1
                continue
            }
            buffer += event.bytes
            if writing == nil { written.append((event.control, now)) }
        }
        latest.removeLast(latest.count - kept)
    }

    private func due(_ control: ControlKey) -> Duration {
        written.first { $0.control == control }.map { $0.time + interval } ?? .zero
    }
}
