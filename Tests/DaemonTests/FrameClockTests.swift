import Testing

@testable import GlassfaderDaemon

struct FrameClockTests {
    private let interval = Duration.milliseconds(16)

    @Test func `before anything was shown a frame takes one refresh`() {
        let clock = FrameClock(refreshInterval: interval)

        #expect(clock.nextPresentation(after: .seconds(1)) == .seconds(1) + interval)
    }

    @Test func `a frame is seen at the next vertical blank`() {
        var clock = FrameClock(refreshInterval: interval)
        _ = clock.presented(at: .milliseconds(100))

        #expect(clock.nextPresentation(after: .milliseconds(90)) == .milliseconds(116))
        #expect(clock.nextPresentation(after: .milliseconds(100)) == .milliseconds(116))
        #expect(clock.nextPresentation(after: .milliseconds(115)) == .milliseconds(116))
        #expect(clock.nextPresentation(after: .milliseconds(116)) == .milliseconds(132))
        // Days later the grid still holds, to the nanosecond.
        let days = Duration.milliseconds(100) + interval * 20_000_000
        #expect(clock.nextPresentation(after: days) == days + interval)
    }

    @Test func `a display with vertical blanks sets the pace itself`() {
        var clock = FrameClock(refreshInterval: interval)
        var time = Duration.seconds(1)
        // The panel's crystal is half a percent fast, and now and then a frame is missed.
        for frame in 0..<1000 {
            #expect(clock.presented(at: time) == nil)
            time += (interval - .microseconds(80)) * (frame % 7 == 0 ? 2 : 1)
        }
    }

    @Test func `a display that completes flips at once is held to its refresh rate`() {
        var clock = FrameClock(refreshInterval: interval)
        let start = Duration.seconds(1)
        var now = start
        var frames = 0
        while now < start + .seconds(1) {
            // Drawn at once, shown 200 µs later, and the timer is up to 3 ms late.
            now += .microseconds(200)
            frames += 1
            if let until = clock.presented(at: now) {
                now = max(now, until) + .microseconds(frames * 700 % 3000)
            }
        }

        // One each 16 ms, and one more at the start, where there was none to wait for.
        #expect((62...64).contains(frames))
    }

    @Test func `after a pause the first frame waits for nothing`() {
        var clock = FrameClock(refreshInterval: interval)
        #expect(clock.presented(at: .milliseconds(1000)) == nil)
        #expect(clock.presented(at: .milliseconds(1001)) == .milliseconds(1016))

        #expect(clock.presented(at: .milliseconds(5000)) == nil)
    }

    @Test func `a time stamp that makes no sense holds the picture up by one refresh at most`() {
        var clock = FrameClock(refreshInterval: interval)
        _ = clock.presented(at: .seconds(1_000_000))

        #expect(clock.presented(at: .seconds(1)) == .seconds(1) + interval)
        #expect(clock.presented(at: .seconds(2)) == nil)
    }
}
