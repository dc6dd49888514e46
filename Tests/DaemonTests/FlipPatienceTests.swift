import Testing

@testable import GlassfaderDaemon

struct FlipPatienceTests {
    private static let refresh = Duration.nanoseconds(16_666_667)
    private var patience = FlipPatience(refreshInterval: refresh)

    @Test func `an answer is waited for five frames and at least a quarter of a second`() {
        #expect(patience.limit == .milliseconds(250))
        #expect(FlipPatience(refreshInterval: .milliseconds(100)).limit == .milliseconds(500))
    }

    @Test mutating func `lost flips have the mode set anew and then the card opened anew`() {
        #expect(patience.noAnswer() == .modeSet)
        #expect(patience.noAnswer() == .modeSet)
        #expect(patience.noAnswer() == .reopening)
        // The next card has the same chances.
        #expect(patience.noAnswer() == .modeSet)
    }

    @Test mutating func `flips that are lost now and then never have the card opened anew`() {
        for _ in 0..<10 {
            #expect(patience.noAnswer() == .modeSet)
            #expect(patience.noAnswer() == .modeSet)
            patience.flipped()
        }
    }

    @Test func `a flip was when the kernel says unless that makes no sense`() {
        let (asked, now) = (Duration.seconds(10), Duration.seconds(10) + .milliseconds(20))
        func time(_ flip: Duration?) -> Duration {
            patience.time(of: flip, asked: asked, now: now)
        }

        #expect(time(asked + .milliseconds(12)) == asked + .milliseconds(12))
        #expect(time(nil) == now)
        #expect(time(.zero) == now)
        #expect(time(asked - .seconds(1)) == now)
        #expect(time(now + .seconds(1)) == now)
        // A clock that seems to run backwards.
        #expect(patience.time(of: nil, asked: now + .seconds(5), now: now) == now)
    }
}
