import Testing

@testable import GlassfaderDaemon

struct FrameClockTests {
    private let interval = Duration.milliseconds(20)

    @Test func `before the first presentation, a frame takes one refresh`() {
        var clock = FrameClock(refreshInterval: interval)

        #expect(clock.begin(at: .seconds(1)) == .seconds(1) + interval)
    }

    @Test func `a frame becomes visible at the next vertical blank`() {
        var clock = FrameClock(refreshInterval: interval)
        _ = clock.presented(at: .milliseconds(100), isVerticalBlank: true)

        #expect(clock.begin(at: .milliseconds(90)) == .milliseconds(120))
        #expect(clock.begin(at: .milliseconds(100)) == .milliseconds(120))
        #expect(clock.begin(at: .milliseconds(119)) == .milliseconds(120))
        #expect(clock.begin(at: .milliseconds(120)) == .milliseconds(140))
        // Days later the grid still holds, to the nanosecond.
        let days = Duration.milliseconds(100) + interval * 20_000_000
        #expect(clock.begin(at: days) == days + interval)
    }

    @Test func `vertical blanks are known while frames are presented`() {
        var clock = FrameClock(refreshInterval: interval)
        #expect(clock.verticalBlank(after: .milliseconds(100)) == nil)
        _ = clock.presented(at: .milliseconds(100), isVerticalBlank: true)
        #expect(clock.verticalBlank(after: .milliseconds(101)) == .milliseconds(120))
        #expect(clock.verticalBlank(after: .milliseconds(139)) == .milliseconds(140))
        #expect(clock.verticalBlank(after: .milliseconds(140)) == nil)
        _ = clock.presented(at: .milliseconds(160), isVerticalBlank: false)
        #expect(clock.verticalBlank(after: .milliseconds(161)) == nil)
    }

    @Test func `a display with vertical blanks sets the pace itself`() {
        var clock = FrameClock(refreshInterval: interval)
        var time = Duration.seconds(1)
        // The panel's crystal is half a percent fast, and now and then a frame is missed.
        for frame in 0..<1000 {
            _ = clock.begin(at: time - .milliseconds(3))
            #expect(clock.presented(at: time, isVerticalBlank: true) == nil)
            time += (interval - .microseconds(100)) * (frame % 7 == 0 ? 2 : 1)
        }
        // What it really does is what is reckoned with.
        let next = time - (interval - .microseconds(100)) + .milliseconds(1)
        let error = clock.begin(at: next) - time
        #expect(error > .microseconds(-30) && error < .microseconds(30), "\(error)")
    }

    @Test func `a display that completes flips immediately is limited to its refresh rate`() {
        var clock = FrameClock(refreshInterval: interval)
        var now = Duration.seconds(1)
        var begun: [Duration] = []
        while now < .seconds(2) {
            begun.append(now)
            let seen = clock.begin(at: now)
            #expect(seen > now)
            // Shown 200 µs later, and the timer is up to 3 ms late.
            now += .microseconds(200)
            let next = clock.presented(at: now, isVerticalBlank: false) ?? now
            now = max(now, next) + .microseconds(begun.count * 700 % 3000)
        }

        #expect(begun.count == 50)
        for (index, time) in begun.enumerated() {
            let late = time - (.seconds(1) + interval * index)
            #expect((.zero ..< .milliseconds(3)).contains(late), "frame \(index): \(late)")
        }
    }

    @Test func `a mode without vertical blanks shows at most 60 frames a second`() {
        var clock = FrameClock(refreshInterval: .milliseconds(8))
        _ = clock.begin(at: .seconds(1))
        let next = clock.presented(at: .seconds(1), isVerticalBlank: false) ?? .zero
        #expect(next > .milliseconds(1016) && next < .milliseconds(1017))
    }

    @Test func `a display with slow flips gets no extra delay`() {
        var clock = FrameClock(refreshInterval: interval)
        var now = Duration.seconds(1)
        for _ in 0..<10 {
            _ = clock.begin(at: now)
            now += .milliseconds(45)
            let next = clock.presented(at: now, isVerticalBlank: false) ?? now
            #expect(next <= now)
        }
    }

    @Test func `after a pause, the first frame does not wait and the second does`() {
        var clock = FrameClock(refreshInterval: interval)
        for start in [Duration.seconds(1), .seconds(5)] {
            _ = clock.begin(at: start)
            let next = clock.presented(at: start + .milliseconds(1), isVerticalBlank: false)
            #expect(next == start + interval)
        }
    }

    @Test func `the clock waits if the driver reports vertical blanks without waiting for them`() {
        var clock = FrameClock(refreshInterval: interval)
        var now = Duration.seconds(1)
        var frames = 0
        while now < .seconds(2) {
            _ = clock.begin(at: now)
            frames += 1
            now += .microseconds(200)
            now = max(now, clock.presented(at: now, isVerticalBlank: true) ?? now)
        }
        #expect(frames <= 2 * 50)
    }

    @Test func `an invalid time stamp delays the picture by one refresh at most`() {
        var clock = FrameClock(refreshInterval: interval)
        _ = clock.begin(at: .seconds(1))
        _ = clock.presented(at: .seconds(1_000_000), isVerticalBlank: true)
        _ = clock.begin(at: .seconds(2))

        let next = clock.presented(at: .seconds(2), isVerticalBlank: true) ?? .zero
        #expect(next <= .seconds(2) + interval)
    }
}
