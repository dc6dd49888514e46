/// The median of each touch's last three samples, axis by axis: a single wild one vanishes.
///
/// tslib's `median`. Whatever is true comes one sample later.
struct MedianFilter {
    fileprivate struct Window {
        var oldest: Place
        var middle: Place
        var newest: Place
        var isFull = false
    }

    private var windows = ContactMemory<Window>()

    mutating func process(_ samples: inout [TouchSample]) {
        for index in samples.indices { filter(&samples[index]) }
    }

    /// Whether the median is where the touch is.
    func isSettled(_ sample: TouchSample) -> Bool {
        guard let window = windows[sample.number] else { return true }
        return window.median == sample.place
    }

    private mutating func filter(_ sample: inout TouchSample) {
        switch sample.phase {
        case .began:
            windows[sample.number] = Window(
                oldest: sample.place, middle: sample.place, newest: sample.place)
        case .moved:
            guard var window = windows[sample.number] else { return }
            // Of two samples the newer passes.
            window.oldest = window.isFull ? window.middle : sample.place
            window.middle = window.newest
            window.isFull = true
            window.newest = sample.place
            windows[sample.number] = window
            sample.place = window.median
        case .ended, .cancelled:
            windows[sample.number] = nil
        }
    }
}

extension MedianFilter.Window {
    fileprivate var median: Place {
        Place(
            x: Self.median(oldest.x, middle.x, newest.x),
            y: Self.median(oldest.y, middle.y, newest.y))
    }

    private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
        max(min(a, b), min(max(a, b), c))
    }
}
