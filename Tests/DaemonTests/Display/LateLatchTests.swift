import Testing

@testable import GlassfaderDaemon

struct LateLatchTests {
    private let refresh = Duration.milliseconds(32)
    private let smallest = Duration.milliseconds(1)

    /// Delays a frame for a vertical blank in a second's time, and shows it so long after that.
    private func frame(_ latch: inout LateLatch, late: Duration = .zero) {
        let blank = Duration.seconds(2)
        #expect(latch.delay(at: .seconds(1), until: blank) != nil)
        latch.presented(at: blank + late)
    }

    @Test func `a frame starts before its vertical blank by its cost and a margin`() {
        var latch = LateLatch(refreshInterval: refresh)
        latch.handedOver(after: .microseconds(300))

        let time = latch.delay(at: .milliseconds(500), until: .milliseconds(510))
        #expect(time == .milliseconds(510) - .microseconds(300) - smallest)
        #expect(latch.delay(at: .milliseconds(509), until: .milliseconds(510)) == nil)
    }

    @Test func `the cost of a slow frame is forgotten gradually`() {
        var latch = LateLatch(refreshInterval: refresh)
        latch.handedOver(after: .milliseconds(8))
        #expect(latch.cost == .milliseconds(8))
        latch.handedOver(after: .zero)
        #expect(latch.cost == .milliseconds(7))
        for _ in 0..<40 { latch.handedOver(after: .microseconds(200)) }
        #expect(latch.cost > .microseconds(200) && latch.cost < .microseconds(300))
        latch.handedOver(after: .milliseconds(1))
        #expect(latch.cost == .milliseconds(1))
    }

    @Test func `a missed vertical blank doubles the margin, up to half a refresh`() {
        var latch = LateLatch(refreshInterval: refresh)
        for margin in [2, 4, 8, 16, 16] {
            frame(&latch, late: refresh)
            #expect(latch.margin == .milliseconds(margin))
        }
    }

    @Test func `a hundred frames without a miss halve the margin`() {
        var latch = LateLatch(refreshInterval: refresh)
        for _ in 1...3 { frame(&latch, late: refresh) }
        for margin in [8, 4, 2, 1, 1] {
            #expect(latch.margin == .milliseconds(margin))
            for _ in 1...99 { frame(&latch) }
            #expect(latch.margin == .milliseconds(margin))
            frame(&latch)
        }
    }

    @Test func `a margin that was too small is tried again after twice as many frames`() {
        var latch = LateLatch(refreshInterval: refresh)
        frame(&latch, late: refresh)
        for frames in [100, 200, 400] {
            for _ in 1..<frames { frame(&latch) }
            #expect(latch.margin == .milliseconds(2))
            frame(&latch)
            #expect(latch.margin == .milliseconds(1))
            frame(&latch, late: refresh)
        }
        // Until it is found to be enough.
        for _ in 1...800 + 100 { frame(&latch) }
        #expect(latch.margin == .milliseconds(1))
        frame(&latch, late: refresh)
        for _ in 1...100 { frame(&latch) }
        #expect(latch.margin == .milliseconds(1))
    }

    @Test func `a miss restarts the count of a hundred frames`() {
        var latch = LateLatch(refreshInterval: refresh)
        frame(&latch, late: refresh)
        for _ in 1...99 { frame(&latch) }
        frame(&latch, late: refresh)
        for _ in 1...99 { frame(&latch) }
        #expect(latch.margin == .milliseconds(4))
        frame(&latch)
        #expect(latch.margin == .milliseconds(2))
    }

    @Test func `a frame without a delay counts no miss`() {
        var latch = LateLatch(refreshInterval: refresh)
        latch.presented(at: .seconds(9))
        #expect(latch.delay(at: .milliseconds(509), until: .milliseconds(510)) == nil)
        latch.presented(at: .milliseconds(526))
        _ = latch.delay(at: .milliseconds(500), until: .milliseconds(510))
        latch.dropped()
        latch.presented(at: .milliseconds(526))
        #expect(latch.margin == smallest)
    }
}
