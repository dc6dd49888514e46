import Testing

@testable import GlassfaderBridge

struct MoveQueueTests {
    private var queue = MoveQueue()

    @Test mutating func `a frame has the newest value of each fader`() {
        queue.set(.number(1), "b")
        queue.set(.number(2), "b")
        queue.set(.number(3), "a")
        let frame = queue.takeFrame()
        #expect(
            frame.sets.map(\.0) == ["a", "b"] && frame.sets.map(\.1) == [.number(3), .number(2)])
        #expect(queue.isEmpty)
    }

    @Test mutating func `a touch begins once, and ends with what was not sent`() {
        let isNew = [queue.begin("a"), queue.begin("a")]
        #expect(isNew == [true, false])
        queue.move(.number(1), "a")
        #expect(queue.takeFrame().touches.map(\.1) == [.number(1)])
        queue.move(.number(2), "a")
        let end = queue.end("a")
        #expect(end.isTouched && end.last == .number(2))
        #expect(queue.isEmpty)
        let again = queue.end("a")
        #expect(!again.isTouched && again.last == nil)
    }

    @Test mutating func `a fader without a hand on it is not moved by one`() {
        queue.move(.number(1), "a")
        #expect(queue.isEmpty)
    }

    @Test mutating func `a hand replaces what waits to be set`() {
        queue.set(.number(1), "a")
        _ = queue.begin("a")
        #expect(queue.isEmpty)
    }
}
