/// What one subscriber has yet to be sent, bounded however slowly it reads.
///
/// There are two lanes. The *ordered* lane has replies and the edges of gestures, none of which is
/// ever dropped by itself. The *latest* lane has one slot for each gesture on each control: a movement
/// replaces the one before it. An edge first moves the slots of its control in front of itself, so
/// that the events of a control keep their order. When too many edges wait, all events are given up for one
/// resync, whose snapshot is taken when it is written.
///
/// Lines are written as late as possible, and once begun are kept whole.
package struct Outbox {
    /// How many events may wait in the ordered lane.
    package static let orderedLimit = 256

    /// How many bytes are written ahead of what the subscriber has taken, except to complete a
    /// line. What is written can no longer be replaced by something newer.
    private static let writtenAhead = 4096

    /// The least time between two movements of one control.
    package var interval: Duration = .zero

    private enum Entry {
        case event(ValueChanged)
        case line([UInt8])
        case resync
    }

    private var ordered: [Entry] = []
    /// The slots of each control that has any, in the order of their events: one, unless several
    /// fingers move several parts of the control.
    private var latest: [String: [ValueChanged]] = [:]
    /// When movements of each control were last written.
    private var written: [String: Duration] = [:]
    private var waitingEvents = 0
    private var waitingLineBytes = 0
    private var awaitsResync = false
    private var buffer = JSONWriter()
    private var taken = 0

    /// Begins with nothing to be sent.
    package init() {}

    // MARK: Posting

    /// Adds an event.
    package mutating func post(_ event: ValueChanged) {
        // The snapshot will contain it.
        if awaitsResync { return }

        if event.phase == .changed {
            latest[event.control, default: []].removeAll { $0.gesture == event.gesture }
            latest[event.control, default: []].append(event)
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
            order(control)
            limitEvents()
        }
        // A resync stays last until it is written, or older values would follow its snapshot.
        ordered.insert(.line(line), at: awaitsResync ? ordered.count - 1 : ordered.count)
        waitingLineBytes += line.count
    }

    /// Adds the reply that begins a subscription, after which no older event may come.
    package mutating func post(snapshot line: [UInt8]) {
        giveUpEvents()
        awaitsResync = false
        post(line: line)
    }

    /// Adds the last line of the connection, after everything else.
    package mutating func post(last line: [UInt8]) {
        ordered.append(.line(line))
        waitingLineBytes += line.count
    }

    /// Moves the slots of a control into the ordered lane.
    private mutating func order(_ control: String) {
        guard let events = latest.removeValue(forKey: control) else { return }
        ordered += events.map { .event($0) }
        waitingEvents += events.count
    }

    /// Gives all events up for a resync if there are too many.
    private mutating func limitEvents() {
        guard waitingEvents > Self.orderedLimit else { return }
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
            if case .line = $0 { false } else { true }
        }
        waitingEvents = 0
    }

    // MARK: Sending

    /// How many entries wait, of both lanes.
    package var count: Int { latest.values.reduce(ordered.count) { $0 + $1.count } }

    /// The bytes of replies that wait, and of all lines that were begun.
    package var backlog: Int { waitingLineBytes + buffer.bytes.count - taken }

    /// Whether nothing waits, neither held back by the rate nor begun.
    package var isEmpty: Bool {
        ordered.isEmpty && latest.isEmpty && taken == buffer.bytes.count
    }

    /// The bytes to be sent next, empty if there are none at this time. Call `consumed(_:)` with
    /// how many of them have been.
    ///
    /// `snapshot` is called if a resync is to be written.
    package mutating func nextBytes(at now: Duration, snapshot: () -> Snapshot)
        -> ArraySlice<UInt8>
    {
        if taken == buffer.bytes.count {
            buffer.removeAll()
            taken = 0
            writeOrdered(snapshot)
            if ordered.isEmpty { writeLatest(at: now) }
        }
        return buffer.bytes[taken...]
    }

    /// Notes that the first bytes of `nextBytes` have been sent.
    package mutating func consumed(_ count: Int) {
        precondition(taken + count <= buffer.bytes.count, "more was sent than there was")
        taken += count
    }

    /// When a movement held back by the rate may be sent; nil if none is.
    package func nextDeadline() -> Duration? {
        latest.keys.map { due($0) }.min()
    }

    private mutating func writeOrdered(_ snapshot: () -> Snapshot) {
        var count = 0
        while count < ordered.count, buffer.bytes.count < Self.writtenAhead {
            switch ordered[count] {
            case .event(let event):
                event.write(to: &buffer)
                waitingEvents -= 1
            case .line(let line):
                buffer.append(line: line)
                waitingLineBytes -= line.count
            case .resync:
                snapshot().writeResync(reason: "overflow", to: &buffer)
                awaitsResync = false
            }
            count += 1
        }
        ordered.removeFirst(count)
    }

    private mutating func writeLatest(at now: Duration) {
        let ready = latest.filter { due($0.key) <= now }
            .sorted { $0.value[0].sequence < $1.value[0].sequence }
        // The slots of a control go together: the rate is the control's, and is nobody's alone.
        for (control, events) in ready {
            guard buffer.bytes.count < Self.writtenAhead else { break }
            for event in events { event.write(to: &buffer) }
            latest[control] = nil
            if interval > .zero { written[control] = now }
        }
    }

    private func due(_ control: String) -> Duration {
        written[control].map { $0 + interval } ?? .zero
    }
}
