import Testing

@testable import GlassfaderDaemon

/// The filters against references that were computed elsewhere.
struct TouchFilterVectorTests {
    private let vectors: TouchFilterVectors

    init() throws { vectors = try TouchFilterVectors.read() }

    @Test func `every test vector belongs to a known filter`() {
        #expect(vectors.unknown == [])
    }

    @Test func `the 1€ filter matches that of its authors on one axis`() {
        expect(vectors.oneEuro1D)
    }

    /// Also when time stands still or runs back.
    @Test func `the 1€ filter has one cutoff for both axes`() {
        expect(vectors.oneEuro2D)
    }

    @Test func `after a pause the 1€ filter starts at the finger`() {
        var filter = OneEuroFilter(minimumCutoff: 1.5, beta: 0.15, derivativeCutoff: 1)
        let places = [(0.0, 0.0), (0.008, 1), (0.108, 1), (0.2081, 9), (0.216, 9)].map {
            filter.place(of: $0.1, 0, at: $0.0).x
        }
        #expect(places[1] < 0.5)
        #expect(places[2] < 1)
        #expect(places[3...] == [9, 9])
    }

    @Test func `the hysteresis matches libinput's`() {
        #expect(!vectors.hysteresis.isEmpty)
        for (name, vector) in vectors.hysteresis {
            #expect(vector.input.count == vector.output.count, "\(name)")
            var hysteresis = Hysteresis(
                margin: GlassPoint(x: vector.params.marginX, y: vector.params.marginY),
                widensAtRest: false)
            for (index, (input, output)) in zip(vector.input, vector.output).enumerated() {
                var samples = [TouchSample(input[0], input[1], isFirst: index == 0)]
                hysteresis.process(&samples)
                let places = samples.map { [$0.position.x, $0.position.y] }
                #expect(places == (output.map { [$0] } ?? []), "\(name), sample \(index)")
            }
        }
    }

    @Test func `a single wild sample is dropped, and a real jump arrives one sample later`() {
        #expect(!vectors.median.isEmpty)
        for (name, vector) in vectors.median {
            #expect(vector.input.count == vector.output.count, "\(name)")
            var median = MedianFilter()
            for (index, (input, output)) in zip(vector.input, vector.output).enumerated() {
                var samples = [TouchSample(input[0], input[1], isFirst: index == 0)]
                median.process(&samples)
                #expect(
                    samples.map { [$0.position.x, $0.position.y] } == [output],
                    "\(name), sample \(index)")
            }
        }
    }

    /// What the kernel would do if its fuzz were not set to zero: the place where a finger lands
    /// depends on where the last one lifted. The hysteresis begins again with each touch.
    @Test func `where a finger lands does not depend on the previous finger`() {
        var isBentByTheKernel = false
        for vector in vectors.kernelDefuzz.values.flatMap(\.cases) {
            var kernel = vector.start
            var hysteresis = Hysteresis(
                margin: GlassPoint(x: vector.fuzz / 2, y: vector.fuzz / 2), widensAtRest: true)
            for row in vector.rows {
                let before = kernel
                kernel = defuzz(row.driverSends, old: kernel, fuzz: vector.fuzz)
                #expect(kernel == row.kernelState)
                #expect((kernel != before) == row.event)
                isBentByTheKernel = isBentByTheKernel || kernel != row.driverSends

                var samples = [TouchSample(row.driverSends, 0, isFirst: true)]
                hysteresis.process(&samples)
                #expect(samples.first?.position.x == row.driverSends)
                samples[0].phase = .ended
                hysteresis.process(&samples)
            }
        }
        #expect(isBentByTheKernel)
    }

    /// `input_defuzz_abs_event()` in `drivers/input/input.c` of Linux.
    private func defuzz(_ value: Double, old: Double, fuzz: Double) -> Double {
        let distance = abs(value - old)
        if distance < (fuzz / 2).rounded(.down) { return old }
        if distance < fuzz { return ((old * 3 + value) / 4).rounded(.down) }
        if distance < fuzz * 2 { return ((old + value) / 2).rounded(.down) }
        return value
    }

    private func expect(_ vectors: [String: TouchFilterVectors.OneEuro]) {
        #expect(!vectors.isEmpty)
        for (name, vector) in vectors {
            let params = vector.params
            var filter = OneEuroFilter(
                minimumCutoff: params.mincutoff, beta: params.beta,
                derivativeCutoff: params.dcutoff)
            #expect(vector.input.count == vector.output.count, "\(name)")
            for (index, (input, output)) in zip(vector.input, vector.output).enumerated() {
                let place = filter.place(
                    of: input[1], input.count > 2 ? input[2] : 0, at: input[0],
                    isFirst: index == 0)
                // The times of the vectors are rounded to nanoseconds.
                #expect(abs(place.x - output[0]) < 1e-6, "\(name), sample \(index)")
                #expect(abs(place.y - output[1]) < 1e-6, "\(name), sample \(index)")
            }
        }
    }
}

extension OneEuroFilter {
    fileprivate mutating func place(
        of x: Double, _ y: Double, at seconds: Double, isFirst: Bool? = nil
    ) -> GlassPoint {
        var samples = [
            TouchSample(x, y, isFirst: isFirst ?? (seconds == 0), at: .seconds(seconds))
        ]
        process(&samples)
        return samples[0].position
    }
}

extension TouchSample {
    fileprivate init(_ x: Double, _ y: Double, isFirst: Bool, at time: Duration = .zero) {
        self.init(
            number: 1, slot: 0, phase: isFirst ? .began : .moved, position: GlassPoint(x: x, y: y),
            time: time)
    }
}
