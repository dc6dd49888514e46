import Testing

@testable import GlassfaderDaemon

struct FlipTimeoutTests {
    private static let refresh = Duration.nanoseconds(16_666_667)
    private var timeout = FlipTimeout(refreshInterval: refresh)

    @Test func `a flip times out after five frames and at least a quarter of a second`() {
        #expect(timeout.limit == .milliseconds(250))
        #expect(FlipTimeout(refreshInterval: .milliseconds(100)).limit == .milliseconds(500))
    }

    @Test mutating func `lost flips cause a mode set, and then the card is opened again`() {
        #expect(timeout.expired() == .modeSet)
        #expect(timeout.expired() == .modeSet)
        #expect(timeout.expired() == .reopening)
        // The next card has the same chances.
        #expect(timeout.expired() == .modeSet)
    }

    @Test mutating func `flips that are lost now and then never cause the card to be opened again`()
    {
        for _ in 0..<10 {
            #expect(timeout.expired() == .modeSet)
            #expect(timeout.expired() == .modeSet)
            timeout.flipped()
        }
    }

    @Test func `a flip's time comes from the kernel unless that time makes no sense`() {
        let (submitted, now) = (Duration.seconds(10), Duration.seconds(10) + .milliseconds(20))
        func time(_ flip: Duration?) -> Duration {
            timeout.time(of: flip, submitted: submitted, now: now)
        }

        #expect(time(submitted + .milliseconds(12)) == submitted + .milliseconds(12))
        #expect(time(nil) == now)
        #expect(time(.zero) == now)
        #expect(time(submitted - .seconds(1)) == now)
        #expect(time(now + .seconds(1)) == now)
        // A clock that seems to run backwards.
        #expect(timeout.time(of: nil, submitted: now + .seconds(5), now: now) == now)
    }
}
