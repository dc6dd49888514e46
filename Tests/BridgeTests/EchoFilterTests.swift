import GlassfaderBridge
import Testing

@Suite struct EchoFilterTests {
    @Test func `what an engine confirms is no change of its own`() {
        let filter = Receiver()
        filter.noteSent(0.5, at: .zero)
        #expect(filter.takeConfirmation(0.5001, within: 0.001, at: .milliseconds(20)))
    }

    @Test func `a late confirmation of an earlier value does not pull the fader back`() {
        let filter = Receiver()
        for step in 0..<60 { filter.noteSent(Double(step) / 60, at: .milliseconds(16 * step)) }
        for step in 20..<60 {
            #expect(
                filter.takeConfirmation(Double(step) / 60, within: 1e-6, at: .milliseconds(960)))
        }
    }

    @Test func `what was sent in the last second is remembered as a range`() {
        var filter = EchoFilter()
        #expect(filter.recent(at: .zero) == nil)
        filter.noteSent(0.68, at: .zero)
        filter.noteSent(0.52, at: .milliseconds(16))
        #expect(filter.recent(at: .seconds(1)) == 0.52...0.68)
        #expect(filter.recent(at: .milliseconds(1016)) == 0.52...0.52)
        filter.noteSent([0.5, 0.5], at: .milliseconds(1017))
        #expect(filter.recent(at: .milliseconds(1017)) == nil, "several parts")
    }

    @Test func `a value that nobody has sent is the engine's own`() {
        let filter = Receiver()
        filter.noteSent(0.5, at: .zero)
        #expect(!filter.takeConfirmation(0.6, within: 0.001, at: .milliseconds(20)))
    }

    @Test func `after a second, the same value is the engine's own`() {
        let filter = Receiver()
        filter.noteSent(0.5, at: .zero)
        #expect(!filter.takeConfirmation(0.5, within: 0.001, at: .milliseconds(1001)))
    }

    @Test
    func `confirmations come in order, so that a jump back to an older value is the engine's own`()
    {
        let filter = Receiver()
        filter.noteSent(0, at: .zero)
        filter.noteSent(1, at: .zero)
        #expect(filter.takeConfirmation(1, within: 0.1, at: .zero))
        #expect(!filter.takeConfirmation(0, within: 0.1, at: .zero))
    }

    @Test func `a value of several parts is confirmed by all of them`() {
        var filter = EchoFilter()
        filter.noteSent([-40, -20], at: .zero)
        let confirms = [[-50, -20], [-40], [-40.05, -20]].map {
            filter.takeConfirmation($0, within: 0.1, at: .zero)
        }
        #expect(confirms == [false, false, true])
    }

    @Test func `the memory of a filter is bounded`() {
        let filter = Receiver()
        for step in 0..<1000 { filter.noteSent(Double(step), at: .zero) }
        #expect(!filter.takeConfirmation(871, within: 0.1, at: .zero))
        #expect(filter.takeConfirmation(872, within: 0.1, at: .zero))
    }
}

/// A filter that what an engine sends goes through.
private final class Receiver {
    private var filter = EchoFilter()

    func noteSent(_ value: Double, at time: Duration) { filter.noteSent(value, at: time) }

    func takeConfirmation(_ value: Double, within tolerance: Double, at time: Duration) -> Bool {
        filter.takeConfirmation(value, within: tolerance, at: time)
    }
}
