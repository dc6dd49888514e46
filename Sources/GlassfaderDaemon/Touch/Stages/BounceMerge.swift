/// Makes one touch of two when a finger is lost for a moment: resistive panels bounce.
///
/// tslib's `debounce` ignores the second touch instead, which loses quick double taps.
struct BounceMerge {
    /// Farther away it is another touch, where millimetres are known.
    static let reach = 3.0

    /// The longest a finger is lost.
    let interval: Duration
    /// Farther away it is another touch.
    let reach: Double
    /// Ended touches that may go on yet.
    private var held: [TouchSample] = []
    /// The touches that contacts go on with, by contact number.
    private var continued = ContactMemory<Int>()
    private var passed: [TouchSample] = []

    init(interval: Duration, reach: Double = BounceMerge.reach) {
        self.interval = interval
        self.reach = reach
    }

    /// When the first of the touches that are kept back ends.
    var nextDeadline: Duration? {
        held.lazy.map { [interval] in $0.time + interval }.min()
    }

    mutating func process(_ samples: inout [TouchSample], at time: Duration) {
        passed.removeAll(keepingCapacity: true)
        release { [interval] in $0.time + interval <= time }
        for sample in samples { pass(sample) }
        swap(&samples, &passed)
    }

    /// Ends every touch that is kept back.
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
            if let index = nearest(to: sample.place) {
                let touch = held.remove(at: index)
                continued[sample.number] = touch.number
                sample.number = touch.number
                sample.phase = .moved
            } else {
                // On a panel that knows one touch, it must be over before the next begins.
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

    private func nearest(to place: Place) -> Int? {
        let index = held.indices.min {
            held[$0].place.distance(to: place) < held[$1].place.distance(to: place)
        }
        guard let index, held[index].place.distance(to: place) <= reach else { return nil }
        return index
    }
}
