import GlassfaderClient
import Testing

@testable import GlassfaderBridge

@Suite struct SendQueueTests {
    private let knob: PanelControl

    init() throws {
        knob = try TestControl.knob()
    }

    private func value(_ number: Double) -> BridgeValue {
        BridgeValue(PanelReading(value: .number(number), norm: .number(0)), of: knob)
    }

    @Test func `a frame has one message of each control, the newest`() {
        var queue = SendQueue()
        for step in 0..<40 {
            queue.put(value(Double(step)), of: "a", sendsEveryValue: false)
            queue.put(value(-Double(step)), of: "b", sendsEveryValue: false)
        }
        let frame = queue.takeFrame()
        #expect(frame.map(\.control) == ["a", "b"])
        #expect(frame.map(\.value.number) == [39, -39])
        #expect(queue.isEmpty)
    }

    @Test func `what a hand has moved is known until it is sent or removed`() {
        var queue = SendQueue()
        queue.note("a", isByHand: true)
        #expect(!queue.isByHand("a"), "nothing waits")
        for end in [{ (queue: inout SendQueue) in _ = queue.takeFrame() }, { $0.remove("a") }] {
            queue.put(value(1), of: "a", sendsEveryValue: false)
            queue.note("a", isByHand: true)
            #expect(queue.isByHand("a"))
            end(&queue)
            #expect(!queue.isByHand("a"))
        }
        queue.put(value(1), of: "a", sendsEveryValue: false)
        queue.note("a", isByHand: true)
        queue.note("a", isByHand: false)
        #expect(!queue.isByHand("a"))
    }

    @Test func `a key that is pressed and let go in one frame is sent in two`() {
        var queue = SendQueue()
        queue.put(value(1), of: "talk", sendsEveryValue: true)
        queue.put(value(0), of: "talk", sendsEveryValue: true)
        #expect(queue.takeFrame().map(\.value.number) == [1])
        #expect(queue.takeFrame().map(\.value.number) == [0])
        #expect(queue.isEmpty)
    }

    @Test func `a key that flickers for ever takes no memory, and its last value is sent`() {
        var queue = SendQueue()
        for step in 0..<1001 {
            queue.put(value(Double(step % 2)), of: "talk", sendsEveryValue: true)
        }
        var sent: [Double?] = []
        while !queue.isEmpty { sent += queue.takeFrame().map(\.value.number) }
        #expect(sent.count <= 65)
        #expect(sent.last == 0)
    }

    @Test func `frames are 60 a second, and the first one is at once`() {
        var limiter = FrameLimiter()
        var now = Duration.seconds(10)
        #expect(limiter.start(after: now) == now)
        var frames = 0
        while now < .seconds(11) {
            now = limiter.start(after: now)
            limiter.started(at: now)
            frames += 1
        }
        #expect((59...62).contains(frames))
    }

    @Test func `a frame of the panel that comes a little early is not held back`() {
        var limiter = FrameLimiter()
        limiter.started(at: .seconds(10))
        let early = Duration.seconds(10) + .milliseconds(14)
        #expect(limiter.start(after: early) == early)
    }
}
