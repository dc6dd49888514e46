import Drawing
import Evdev
import Panel
import TestVectors
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// Streams of events, and the touches that should come of them, for the whole way from the
/// kernel's events to touches.
struct TouchVectorTests {
    @Test(arguments: try TestFiles.vector("evdev_vectors.json", as: TouchVectors.self).cases)
    func `a stream of events produces these touches`(of stream: TouchVectors.Case) throws {
        let vector = try stream.vector
        try #require(vector.options.unknown == [], "an option that is not understood")
        var replay = try TouchReplay(vector)
        for event in vector.events { try replay.play(event) }
        replay.finish()
        #expect(replay.touches == vector.expected, "\(vector.why)")
    }
}

/// Plays the events of one vector into a slot table and a pipeline.
private struct TouchReplay {
    private(set) var touches: [TouchVector.Touch] = []

    private let path: TouchVector.Path
    private var table: SlotTable
    private var pipeline: TouchPipeline
    private let releaseTimeout: Duration?
    private var lastTime: Duration?
    private let axes: (x: Axis, y: Axis)
    // What libevdev knows, to do to the events what it would do.
    private let lastSlot: Int32
    private var slot: Int32
    private var trackingIDs: [Int32: Int32] = [:]

    init(_ vector: TouchVector) throws {
        path = vector.path
        releaseTimeout = vector.options.releaseTimeout
        let quirks = vector.options.quirks
        let device = quirks.corrected(try vector.device.description)
        let initial = vector.device.initial?.state ?? DeviceState()
        table = try SlotTable(
            of: device, indicator: vector.indicator, axisMap: quirks.axes, state: initial,
            recovery: vector.path == .raw ? .snapshot : .replay)
        let axes = try #require(device.positionAxes)
        self.axes = axes
        // An output as large as the range is wide: a point is a device unit.
        let size = Size(width: axes.x.units, height: axes.y.units)
        pipeline = TouchPipeline(
            axes: axes, width: size.width, height: size.height,
            scale: TouchScale(of: axes, .identity, on: TouchedPicture(size: size)),
            filters: vector.options.filters)
        lastSlot = device.axes[EventCode.slot.code]?.maximum ?? 0
        slot = initial.currentSlot
        for (index, found) in initial.slots.enumerated() {
            trackingIDs[Int32(index)] = found.trackingID
        }
    }

    mutating func play(_ event: TouchVector.Event) throws {
        releaseIfSilent(until: .microseconds(event.t))
        lastTime = .microseconds(event.t)
        switch event.content {
        case .event(let input):
            var input = input
            if path == .libevdev, !passesThroughLibevdev(&input, isReplayed: false) { return }
            handle(input, at: event.t)
        case .resync(let inputs):
            for var input in inputs where passesThroughLibevdev(&input, isReplayed: true) {
                handle(input, at: event.t)
            }
        case .snapshot(let state):
            #expect(table.needsSnapshot)
            if table.recover(from: state) { process(at: event.t) }
        case .gone:
            if table.cancelContacts() { process(at: event.t) }
        }
    }

    /// libevdev keeps slots in their range, and hides tracking IDs that come without an end.
    private mutating func passesThroughLibevdev(
        _ input: inout TouchVector.Input, isReplayed: Bool
    ) -> Bool {
        guard input.type == 3 else { return true }
        if input.code == EventCode.slot.code {
            if !(0...lastSlot).contains(input.value) { input.value = lastSlot }
            slot = input.value
        }
        if input.code == EventCode.id.code {
            let isBusy = trackingIDs[slot, default: -1] >= 0
            guard isReplayed || isBusy == (input.value < 0) else { return false }
            trackingIDs[slot] = input.value
        }
        return true
    }

    private mutating func handle(_ input: TouchVector.Input, at time: Int64) {
        if table.handle(type: input.type, code: input.code, value: input.value) {
            process(at: time)
        }
    }

    /// Takes in a report, after what was due before.
    private mutating func process(at time: Int64) {
        advance(before: .microseconds(time))
        append(pipeline.process(table.contacts, at: .microseconds(time)), at: time)
    }

    /// Lets pass what is kept back, for as long as a touch may be.
    mutating func finish() {
        releaseIfSilent(until: (lastTime ?? .zero) + (releaseTimeout ?? .zero))
        advance(before: (lastTime ?? .zero) + .seconds(1))
    }

    /// Lifts the finger of a device that has told nothing for too long.
    private mutating func releaseIfSilent(until time: Duration) {
        guard let releaseTimeout, let lastTime, lastTime + releaseTimeout <= time else { return }
        let release = ((lastTime + releaseTimeout) / .microseconds(1)).rounded()
        if table.releaseContact() { process(at: Int64(release)) }
    }

    private mutating func advance(before end: Duration) {
        while let deadline = pipeline.nextDeadline, deadline < end {
            let time = (deadline / .microseconds(1)).rounded()
            append(pipeline.advance(to: deadline), at: Int64(time))
        }
    }

    private mutating func append(_ updates: [TouchUpdate], at time: Int64) {
        for update in updates {
            touches.append(
                TouchVector.Touch(
                    t: time, phase: "\(update.phase)", contact: update.number,
                    x: Int32(update.x.rounded()) + axes.x.minimum,
                    y: Int32(update.y.rounded()) + axes.y.minimum))
        }
    }
}
