/// The 1€ filter: a low-pass whose cutoff rises with the speed, so that it is calm at rest and
/// quick in motion.
///
/// Casiez, Roussel and Vogel, "1€ Filter", CHI 2012 (gery.casiez.net/1euro), in two dimensions
/// with one cutoff for both axes.
struct OneEuroFilter {
    private struct State {
        var place: Place
        /// In millimetres a second.
        var velocity = Place(x: 0, y: 0)
        var time: Duration
    }

    /// The interval that stands for one of zero or less.
    static let shortestInterval = 0.001
    /// After a longer pause the filter starts again, where the touch is.
    static let longestInterval = 0.1
    /// A filter this near has arrived, in millimetres.
    static let arrival = 0.02

    /// The cutoff at rest, in Hz.
    let minimumCutoff: Double
    /// How much the cutoff rises, in Hz for each millimetre a second.
    let beta: Double
    /// The cutoff of the speed, in Hz.
    let derivativeCutoff: Double
    private var states = ContactMemory<State>()

    init(minimumCutoff: Double, beta: Double, derivativeCutoff: Double) {
        self.minimumCutoff = minimumCutoff
        self.beta = beta
        self.derivativeCutoff = derivativeCutoff
    }

    mutating func process(_ samples: inout [TouchSample]) {
        for index in samples.indices { filter(&samples[index]) }
    }

    /// Whether the filter is where the touch is.
    func isSettled(_ sample: TouchSample) -> Bool {
        guard let state = states[sample.number] else { return true }
        return state.place.distance(to: sample.place) <= Self.arrival
    }

    private mutating func filter(_ sample: inout TouchSample) {
        switch sample.phase {
        case .began:
            states[sample.number] = State(place: sample.place, time: sample.time)
        case .moved:
            guard var state = states[sample.number] else { return }
            follow(sample, &state)
            states[sample.number] = state
            sample.place = state.place
        case .ended, .cancelled:
            states[sample.number] = nil
        }
    }

    private func follow(_ sample: TouchSample, _ state: inout State) {
        var interval = (sample.time - state.time) / .seconds(1)
        guard interval <= Self.longestInterval else {
            state = State(place: sample.place, time: sample.time)
            return
        }
        if interval <= 0 { interval = Self.shortestInterval }
        // Time never runs back.
        state.time = max(state.time, sample.time)
        let velocity = (sample.place - state.place) * (1 / interval)
        state.velocity =
            state.velocity
            + (velocity - state.velocity) * Self.share(cutoff: derivativeCutoff, interval)
        let speed = state.velocity.distance(to: Place(x: 0, y: 0))
        let cutoff = minimumCutoff + beta * speed
        state.place =
            state.place + (sample.place - state.place) * Self.share(cutoff: cutoff, interval)
    }

    /// How much of the way to a new sample a low-pass goes.
    private static func share(cutoff: Double, _ interval: Double) -> Double {
        1 / (1 + 1 / (2 * .pi * cutoff * interval))
    }
}
