import Testing

@testable import GlassfaderDaemon

/// A panel under a finger, in simulated time: when frames are begun and seen, by the microsecond.
struct FramePacingTests {
    private let refresh = Duration.microseconds(16_667)

    /// A display and a program that draws for it, of which `FramePacing` alone decides when.
    private struct Drag {
        /// What stands between a frame and its vertical blank; each is asked with the frame's
        /// number.
        var cost: (Int) -> Duration = { _ in .microseconds(300) }
        var timerDelay: (Int) -> Duration = { _ in .microseconds(60) }
        var stampError: (Int) -> Duration = { _ in .zero }
        /// The time that the display really takes, and whether it waits for vertical blanks.
        var period = Duration.microseconds(16_667)
        var hasVerticalBlanks = true
        /// Samples come in this interval, starting at an odd time.
        var sampleInterval = Duration.microseconds(8371)

        private(set) var pacing: FramePacing
        private(set) var seen: [Duration] = []
        private(set) var begun: [Duration] = []
        private(set) var ages: [Duration] = []

        init(latchesLate: Bool = true, refresh: Duration = .microseconds(16_667)) {
            pacing = FramePacing(refreshInterval: refresh, latchesLate: latchesLate)
        }

        /// Draws frames while a finger moves.
        mutating func run(frames: Int) {
            var now = Duration.seconds(10)
            // The frame that set the mode, at no vertical blank.
            _ = pacing.presented(at: now - .milliseconds(3), isVerticalBlank: false)
            for frame in 0..<frames {
                // Nothing is wanted before the next sample.
                if let last = begun.last { now = max(now, sample(after: last)) }
                if let time = pacing.delay(at: now, isTouched: true) {
                    now = max(now, time) + timerDelay(frame)
                }
                begun.append(now)
                _ = pacing.begin(at: now)
                let newest = sample(after: now) - sampleInterval
                let cost = cost(frame)
                now += cost
                pacing.handedOver(after: cost)
                let time = hasVerticalBlanks ? verticalBlank(after: now) : now
                seen.append(time)
                ages.append(time - newest)
                now = time + .microseconds(20)
                let stamp = time + stampError(frame)
                if let due = pacing.presented(at: stamp, isVerticalBlank: hasVerticalBlanks) {
                    now = max(now, due + timerDelay(frame))
                }
            }
        }

        private func verticalBlank(after time: Duration) -> Duration {
            period * Int((time.attoseconds / period.attoseconds) + 1)
        }

        private func sample(after time: Duration) -> Duration {
            let start = Duration.microseconds(4321)
            let count = Int((time - start).attoseconds / sampleInterval.attoseconds)
            return start + sampleInterval * (count + 1)
        }

        /// How many refreshes passed from each frame to the next.
        var refreshes: [Int] {
            zip(seen, seen.dropFirst()).map { last, next in
                Int(((next - last).attoseconds + period.attoseconds / 2) / period.attoseconds)
            }
        }

        var meanAge: Duration { ages.reduce(.zero, +) / ages.count }
    }

    @Test func `during a touch, each refresh shows a frame that started just before it`() {
        var drag = Drag()
        drag.run(frames: 300)

        #expect(drag.refreshes.dropFirst().allSatisfy { $0 == 1 })
        // Half an interval of the samples, the smallest margin and the cost.
        #expect(drag.meanAge < .milliseconds(6), "\(drag.meanAge)")
        for (begun, seen) in zip(drag.begun, drag.seen).dropFirst(2) {
            #expect(seen - begun < .microseconds(900), "\(seen - begun)")
        }
    }

    @Test func `without late latching, the visible frame is older by more than half a refresh`() {
        var late = Drag()
        late.run(frames: 300)
        var early = Drag(latchesLate: false)
        early.run(frames: 300)

        #expect(early.refreshes.dropFirst().allSatisfy { $0 == 1 })
        #expect(early.meanAge - late.meanAge > refresh / 2, "\(early.meanAge) \(late.meanAge)")
    }

    @Test func `occasional slow or late frames miss few vertical blanks`() {
        var drag = Drag()
        drag.cost = { $0 % 50 == 0 ? .milliseconds(3) : .microseconds(200 + $0 % 7 * 60) }
        drag.timerDelay = { .microseconds($0 % 11 * 90) }
        drag.stampError = { .microseconds($0 % 5 * 20 - 40) }
        drag.run(frames: 500)

        let missed = drag.refreshes.dropFirst().count { $0 > 1 }
        #expect(missed <= 10, "no more than the dear ones: \(missed)")
        #expect(drag.refreshes.allSatisfy { $0 <= 2 })
        #expect(drag.meanAge < .milliseconds(9), "\(drag.meanAge)")
    }

    @Test(arguments: [2, 4, 6]) func `the pacing learns the delay of a timer that is always late`(
        milliseconds: Int
    ) {
        var drag = Drag()
        drag.timerDelay = { _ in .milliseconds(milliseconds) }
        drag.run(frames: 500)

        // A smaller margin is tried at times, and found too small.
        #expect(drag.refreshes.dropFirst().count { $0 > 1 } <= 8)
    }

    @Test(arguments: [0.97, 0.99, 1.01, 1.03])
    func `a display faster or slower than its mode misses no vertical blank`(factor: Double) {
        var drag = Drag()
        drag.period = refresh * factor
        drag.run(frames: 500)

        #expect(drag.refreshes.dropFirst(12).allSatisfy { $0 == 1 })
        #expect(drag.meanAge < .milliseconds(6.5), "\(drag.meanAge)")
    }

    @Test func `a driver without vertical blanks is limited to the refresh rate of the mode`() {
        var drag = Drag()
        drag.hasVerticalBlanks = false
        drag.run(frames: 300)

        let taken = drag.seen.last.map { $0 - drag.seen[0] } ?? .zero
        #expect(taken >= refresh * 298 && taken < refresh * 301, "\(taken)")
        // Nothing has to be waited for: a frame is seen as soon as it is drawn.
        #expect(drag.meanAge < .milliseconds(5), "\(drag.meanAge)")
    }

    @Test func `a frame that takes longer than a refresh starts immediately`() {
        var drag = Drag()
        drag.cost = { _ in .milliseconds(20) }
        drag.run(frames: 100)

        #expect(drag.refreshes.dropFirst().allSatisfy { $0 == 2 })
    }

    @Test func `the first frame after an idle time starts immediately`() {
        var pacing = FramePacing(refreshInterval: refresh, latchesLate: true)
        let start = Duration.seconds(5)
        #expect(pacing.delay(at: start, isTouched: true) == nil, "nothing was ever shown")
        _ = pacing.presented(at: start, isVerticalBlank: true)

        // Whatever part of a refresh is left.
        for moment in stride(from: 2.0, to: 4, by: 0.125) {
            #expect(pacing.delay(at: start + refresh * moment, isTouched: true) == nil)
        }
        #expect(pacing.delay(at: start + refresh * 0.5, isTouched: true) != nil)
    }

    @Test func `without a touch, the frames of an animation start immediately`() {
        var pacing = FramePacing(refreshInterval: refresh, latchesLate: true)
        for frame in 1...10 {
            let time = refresh * frame
            #expect(pacing.presented(at: time, isVerticalBlank: true) == nil)
            let now = time + .microseconds(30)
            #expect(pacing.delay(at: now, isTouched: false) == nil)
            #expect(pacing.begin(at: now) == time + refresh)
        }
    }

    @Test func `a stopped clock never delays a frame forever`() {
        var pacing = FramePacing(refreshInterval: refresh, latchesLate: true)
        let now = Duration.seconds(1)
        for _ in 0..<100 {
            let due = pacing.presented(at: now, isVerticalBlank: true) ?? now
            #expect(due <= now + refresh)
            let begun = pacing.delay(at: now, isTouched: true) ?? now
            #expect(begun < now + refresh)
            #expect(pacing.begin(at: now) <= now + refresh)
            pacing.handedOver(after: .zero)
        }
    }
}
