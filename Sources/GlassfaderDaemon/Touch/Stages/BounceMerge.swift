/// Joins two touches when a finger is lost only for a moment: resistive panels bounce.
///
/// tslib's `debounce` ignores the second touch instead, which loses quick double taps.
struct BounceMerge {
    /// The default distance from which a touch counts as a new one, in millimetres.
    static let reach = 3.0

    /// The longest time for which a finger may be lost.
    let interval: Duration
    /// The distance beyond which a touch is a new one, in millimetres.
    let reach: Double
    /// Ended touches that may still continue.
    private var held: [TouchSample] = []
    /// The touch that each contact continues, by contact number.
    private var continued = ContactMemory<Int>()
    private var passed: [TouchSample] = []

    init(interval: Duration, reach: Double = BounceMerge.reach) {
        self.interval = interval
        self.reach = reach
    }

    /// When the first held touch ends.
    var nextDeadline: Duration? {
        held.lazy.map { [interval] in $0.time + interval }.min()
    }

    mutating func process(_ samples: inout [TouchSample], at time: Duration) {
        passed.removeAll(keepingCapacity: true)
        release { [interval] in $0.time + interval <= time }
        for sample in samples { pass(sample) }
        swap(&samples, &passed)
    }

    /// Ends all held touches.
    mutating func finish(_ samples: inout [TouchSample]) {
        samples.append(contentsOf: held)
        held.removeAll(keepingCapacity: true)
    }

    private mutating func release(where isOver: (TouchSample) -> Bool) {
        while let index = held.firstIndex(where: isOver) {
            passed.append(held.remove(at: index))
        }
    }

    private mutating func pass(_ sample: TouchSample) {
        var sample = sample
        switch sample.phase {
        case .began:
            if let index = nearest(to: sample.position) {
                let touch = held.remove(at: index)
                continued[sample.number] = touch.number
                sample.number = touch.number
                sample.phase = .moved
            } else {
                // A single-touch panel reuses the slot: the held touch must end before the next
                // begins.
                release { $0.slot == sample.slot }
            }
            passed.append(sample)
        case .moved:
            sample.number = continued[sample.number] ?? sample.number
            passed.append(sample)
        case .ended:
            sample.number = continued.remove(sample.number) ?? sample.number
            held.append(sample)
        case .cancelled:
            sample.number = continued.remove(sample.number) ?? sample.number
            passed.append(sample)
        }
    }

    private func nearest(to position: GlassPoint) -> Int? {
        let index = held.indices.min {
            held[$0].position.distance(to: position) < held[$1].position.distance(to: position)
        }
        guard let index, held[index].position.distance(to: position) <= reach else { return nil }
        return index
    }
}
