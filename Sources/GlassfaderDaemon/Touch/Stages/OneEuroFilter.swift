/// The 1€ filter: a low-pass whose cutoff rises with the speed. It is steady at rest and quick in
/// motion.
///
/// Casiez, Roussel and Vogel, "1€ Filter", CHI 2012 (gery.casiez.net/1euro), in two dimensions
/// with one cutoff for both axes.
struct OneEuroFilter {
    private struct State {
        var position: GlassPoint
        /// In millimetres a second.
        var velocity = GlassPoint.zero
        var time: Duration
    }

    /// The interval in place of one of zero or less, in seconds.
    static let shortestInterval = 0.001
    /// After a longer pause, in seconds, the filter restarts at the touch.
    static let longestInterval = 0.1
    /// The filter has reached the touch within this distance, in millimetres.
    static let arrival = 0.02

    /// The cutoff at rest, in Hz.
    let minimumCutoff: Double
    /// How much the cutoff rises, in Hz for each millimetre per second.
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

    /// Whether the filter has reached the touch.
    func isSettled(_ sample: TouchSample) -> Bool {
        guard let state = states[sample.number] else { return true }
        return state.position.distance(to: sample.position) <= Self.arrival
    }

    private mutating func filter(_ sample: inout TouchSample) {
        switch sample.phase {
        case .began:
            states[sample.number] = State(position: sample.position, time: sample.time)
        case .moved:
            guard var state = states[sample.number] else { return }
            follow(sample, &state)
            states[sample.number] = state
            sample.position = state.position
        case .ended, .cancelled:
            states[sample.number] = nil
        }
    }

    private func follow(_ sample: TouchSample, _ state: inout State) {
        var interval = (sample.time - state.time) / .seconds(1)
        guard interval <= Self.longestInterval else {
            state = State(position: sample.position, time: sample.time)
            return
        }
        if interval <= 0 { interval = Self.shortestInterval }
        // Times must not decrease.
        state.time = max(state.time, sample.time)
        let velocity = (sample.position - state.position) * (1 / interval)
        state.velocity =
            state.velocity
            + (velocity - state.velocity) * Self.share(cutoff: derivativeCutoff, interval)
        let speed = state.velocity.distance(to: .zero)
        let cutoff = minimumCutoff + beta * speed
        state.position =
            state.position
            + (sample.position - state.position) * Self.share(cutoff: cutoff, interval)
    }

    /// The share of the distance to a new sample that a low-pass covers.
    private static func share(cutoff: Double, _ interval: Double) -> Double {
        1 / (1 + 1 / (2 * .pi * cutoff * interval))
    }
}
