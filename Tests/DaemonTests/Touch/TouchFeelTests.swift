import Panel
import Testing

@testable import GlassfaderDaemon

/// What the pipeline's default feels like: a fader of 60 mm under a finger.
struct TouchFeelTests {
    private static let capacitive = FilterDescription(for: .capacitive)
    private static let resistive = FilterDescription(for: .resistive)

    @Test(arguments: [true, false])
    func `a resting finger publishes nothing on the noisiest panel`(isStepped: Bool) {
        var total = 0
        for seed in 1...10 as ClosedRange<UInt64> {
            let bench = TouchFaderBench(Self.capacitive, isStepped: isStepped)
            rest(on: bench, noise: 0.11, for: 60, seed: seed)
            #expect(bench.fader.isTracking)
            total += bench.changes
        }
        #expect(total == 0)
    }

    @Test(arguments: [true, false])
    func `a resting finger publishes nothing on a resistive panel`(isStepped: Bool) {
        var total = 0
        for seed in 1...10 as ClosedRange<UInt64> {
            let bench = TouchFaderBench(Self.resistive, isStepped: isStepped)
            rest(on: bench, noise: 0.3, for: 60, seed: seed)
            #expect(bench.fader.isTracking)
            total += bench.changes
        }
        #expect(total == 0)
    }

    @Test func `the 1€ filter alone does not keep a resistive panel quiet`() {
        var filters = Self.resistive
        var oneEuro = OneEuroDescription()
        oneEuro.staysAtRest = false
        filters.smoothing = .oneEuro(oneEuro)
        let bench = TouchFaderBench(filters, isStepped: true)
        rest(on: bench, noise: 0.3, for: 60, seed: 1)
        #expect(bench.changes > 100)
    }

    @Test(arguments: [0, 0.1, 0.3])
    func `after a drag a finger is quiet again on a resistive panel`(noise: Double) {
        let bench = TouchFaderBench(Self.resistive)
        dragAndRest(on: bench, noise: noise, settling: 120)
        #expect(bench.changes > 20)
        #expect(abs(bench.height - 10) < 0.1 + 2 * noise)
    }

    @Test func `a nudge on a resistive panel arrives without further reports`() {
        let bench = TouchFaderBench(Self.resistive)
        bench.land()
        bench.pause(.seconds(1))
        bench.move(y: 0.6)
        bench.pause(.seconds(2))
        #expect(abs(bench.height - 0.6) < 0.05)
        let deadlines = bench.deadlines
        bench.pause(.seconds(60))
        #expect(bench.deadlines == deadlines)
    }

    @Test func `a slow drag on a resistive panel loses nothing`() {
        let bench = TouchFaderBench(Self.resistive)
        var random = TouchNoise(seed: 3)
        bench.land()
        // One millimetre a second.
        for report in 1...1200 {
            bench.move(x: random.next() * 0.1, y: Double(report) / 120 + random.next() * 0.1)
        }
        bench.pause(.seconds(1))
        #expect(abs(bench.height - 10) < 0.6)
        #expect(bench.changes > 15)
    }

    @Test func `the narrow hysteresis alone does not keep a resting finger quiet`() {
        var filters = Self.capacitive
        for (noise, limit) in [(0.11, 1000), (0.024, 0)] {
            filters.smoothing = .hysteresis(millimetres: 0.1, widensAtRest: false)
            let bench = TouchFaderBench(filters, isStepped: true)
            rest(on: bench, noise: noise, for: 60, seed: 1)
            #expect(bench.changes >= limit)
        }
    }

    @Test(arguments: [0.004, 0.024, 0.095, 0.11])
    func `after a drag a finger is quiet again within half a second`(noise: Double) {
        let bench = TouchFaderBench(Self.capacitive)
        dragAndRest(on: bench, noise: noise, settling: 60)
        #expect(abs(bench.height - 10) < 0.1 + 4 * noise)
    }

    @Test func `lifting does not move a fader`() {
        for step in [0.55, 0.9, 1.39] {
            let bench = TouchFaderBench(Self.capacitive, isStepped: true)
            bench.land()
            for tenth in 1...20 { bench.move(y: Double(tenth) / 2) }
            bench.pause(.seconds(1))
            let value = bench.fader.value
            #expect(value > 0)
            bench.move(y: 10 + step)
            bench.lift()
            #expect(bench.fader.value == value)
        }
    }

    @Test func `a step that the finger holds is not treated as lifting`() {
        let bench = TouchFaderBench(Self.capacitive)
        bench.land()
        bench.pause(.seconds(1))
        bench.move(y: 0.9)
        bench.pause(.milliseconds(31))
        bench.lift()
        #expect(abs(bench.height - 0.9) < 0.03)
    }

    @Test func `a flick counts to its last sample`() {
        let bench = TouchFaderBench(Self.capacitive)
        bench.land()
        for step in [1.0, 2, 4, 7, 11, 16, 22.5] { bench.move(y: step) }
        bench.lift()
        #expect(abs(bench.height - 22.5) < 0.03)
    }

    @Test func `a flick after a rest counts to its last sample, however few there are`() {
        for steps in [[2.0, 5, 8], [1, 5], [3]] {
            let bench = TouchFaderBench(Self.capacitive)
            bench.land()
            bench.pause(.milliseconds(400))
            for step in steps { bench.move(y: step) }
            bench.lift()
            #expect(abs(bench.height - (steps.last ?? 0)) < 0.03)
        }
    }

    @Test(arguments: [0, 0.024, 0.11])
    func `a nudge of half a millimetre arrives without further reports`(noise: Double) {
        let bench = TouchFaderBench(Self.capacitive)
        let landed = rest(on: bench, noise: noise, for: 5, seed: 3)
        bench.move(y: landed + 0.5)
        bench.pause(.seconds(1))
        // From where the finger rests, not from its first, noisy sample.
        #expect(abs(bench.height - 0.5 - landed) < 0.03 + noise / 2)
        let deadlines = bench.deadlines
        bench.pause(.seconds(60))
        #expect(bench.deadlines == deadlines)
    }

    @Test(arguments: [(10, 1.0), (14, 1.4), (5, 1), (20, 2)])
    func `a nudge as soon as the finger lands arrives, on a panel that nobody knows`(
        reports: Int, way: Double
    ) {
        let bench = TouchFaderBench(Self.capacitive)
        bench.land()
        for report in 1...reports { bench.move(y: way * Double(report) / Double(reports)) }
        bench.pause(.milliseconds(50))
        bench.lift()
        #expect(abs(bench.height - way) < 0.1)
    }

    @Test func `a fingertip that rolls as it lands moves nothing, also when it drags later`() {
        let bench = TouchFaderBench(Self.capacitive)
        bench.land()
        for report in 1...10 { bench.move(y: 0.5 * Double(report) / 10) }
        bench.pause(.seconds(1))
        #expect(bench.changes == 0)
        var largest = 0.0
        for report in 1...600 {
            let before = bench.height
            bench.move(y: 0.5 + Double(report) / 120)
            largest = max(largest, bench.height - before)
        }
        #expect(abs(bench.height - 5) < 0.2 && largest < 0.3, "\(bench.height), \(largest)")
    }

    @Test func `touches that rest without a report tell that a panel is quiet`() {
        let bench = TouchFaderBench(Self.capacitive)
        for _ in 1...3 {
            bench.land()
            bench.pause(.seconds(1))
            bench.lift()
        }
        bench.land()
        for report in 1...5 { bench.move(y: 0.4 * Double(report) / 5) }
        bench.pause(.milliseconds(50))
        bench.lift()
        #expect(abs(bench.height - 0.4) < 0.12)
    }

    /// Speed in mm/s, and the lag in ms that the 1€ filter may have.
    static let lags = [(5.0, 33.0), (20, 17), (100, 6), (400, 2)]

    @Test(arguments: lags) func `a fader keeps up with the finger`(speed: Double, most: Double) {
        for noise in [0, 0.024, 0.11] {
            let capacitive = lag(Self.capacitive, speed: speed, noise: noise)
            print("\(speed) mm/s, σ \(noise): capacitive \(capacitive) ms")
            #expect(capacitive.steady <= most)
        }
        let resistive = lag(Self.resistive, speed: speed)
        print("\(speed) mm/s: resistive \(resistive) ms; 1€ \(oneEuroLag(speed: speed)) ms")
        // The median is a report late, and the filter takes a while to take up the speed.
        #expect(resistive.steady <= most + 2 * 1000.0 / 120)
        // The numbers are rounded to milliseconds.
        #expect(oneEuroLag(speed: speed) <= most + 0.5)
    }

    /// The lag of the filter alone, once it has taken up the speed: a fader is too short for that.
    private func oneEuroLag(speed: Double) -> Double {
        let numbers = OneEuroDescription()
        var filter = OneEuroFilter(
            minimumCutoff: numbers.minimumCutoff, beta: numbers.beta,
            derivativeCutoff: numbers.derivativeCutoff)
        var place = 0.0
        for report in 0...360 {
            var samples = [
                TouchSample(
                    number: 1, slot: 0, phase: report == 0 ? .began : .moved,
                    position: GlassPoint(x: 0, y: Double(report) / 120 * speed),
                    time: TouchFaderBench.interval * report)
            ]
            filter.process(&samples)
            place = samples[0].position.y
        }
        return ((3 * speed - place) / speed * 10_000).rounded() / 10
    }

    /// How far behind a fader is, in ms: from the first millimetre on, on average, and when the
    /// fader first moves.
    private func lag(
        _ filters: FilterDescription, speed: Double, noise: Double = 0, rest seconds: Double = 5
    ) -> (steady: Double, start: Double) {
        let bench = TouchFaderBench(filters)
        rest(on: bench, noise: noise, for: seconds, seed: 5)
        let origin = bench.height
        var random = TouchNoise(seed: 9)
        var lags: [Double] = []
        var start: Double?
        for report in 1...10_000 {
            let moved = Double(report) / 120
            let way = moved * speed
            guard way < 28 else { break }
            bench.move(x: random.next() * noise, y: way + random.next() * noise)
            let shown = bench.height - origin
            if start == nil, shown > 0 { start = moved * 1000 }
            if way > 14 { lags.append((way - bench.height) / speed * 1000) }
        }
        let mean = lags.reduce(0, +) / Double(lags.count)
        return ((mean * 10).rounded() / 10, ((start ?? .infinity) * 10).rounded() / 10)
    }

    /// Drags by 10 mm in half a second, and rests. After so many reports the fader is quiet for a
    /// minute.
    private func dragAndRest(on bench: TouchFaderBench, noise: Double, settling reports: Int) {
        var random = TouchNoise(seed: 7)
        bench.land()
        for step in 1...60 {
            bench.move(x: random.next() * noise, y: Double(step) / 6 + random.next() * noise)
        }
        for _ in 1...reports {
            bench.move(x: random.next() * noise, y: 10 + random.next() * noise)
        }
        let changes = bench.changes
        for _ in 1...7200 { bench.move(x: random.next() * noise, y: 10 + random.next() * noise) }
        #expect(bench.changes == changes)
    }

    /// Lands and rests. Returns how far above the middle the finger was when it landed.
    @discardableResult
    private func rest(
        on bench: TouchFaderBench, noise: Double, for seconds: Double, seed: UInt64
    ) -> Double {
        var random = TouchNoise(seed: seed)
        let landed = random.next() * noise
        bench.land(x: random.next() * noise, y: landed)
        for _ in 0..<Int(seconds * 120) {
            bench.move(x: random.next() * noise, y: random.next() * noise)
        }
        return landed
    }
}
