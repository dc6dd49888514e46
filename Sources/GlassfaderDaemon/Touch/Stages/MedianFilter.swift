/// The median of each touch's last three samples, for each axis: removes a single outlier.
///
/// Like tslib's `median`. It delays movements by one sample.
struct MedianFilter {
    fileprivate struct Window {
        var oldest: GlassPoint
        var middle: GlassPoint
        var newest: GlassPoint
        var isFull = false
    }

    private var windows = ContactMemory<Window>()

    mutating func process(_ samples: inout [TouchSample]) {
        for index in samples.indices { filter(&samples[index]) }
    }

    /// Whether the median has reached the touch.
    func isSettled(_ sample: TouchSample) -> Bool {
        guard let window = windows[sample.number] else { return true }
        return window.median == sample.position
    }

    private mutating func filter(_ sample: inout TouchSample) {
        switch sample.phase {
        case .began:
            windows[sample.number] = Window(
                oldest: sample.position, middle: sample.position, newest: sample.position)
        case .moved:
            guard var window = windows[sample.number] else { return }
            // The first two samples pass unchanged.
            window.oldest = window.isFull ? window.middle : sample.position
            window.middle = window.newest
            window.isFull = true
            window.newest = sample.position
            windows[sample.number] = window
            sample.position = window.median
        case .ended, .cancelled:
            windows[sample.number] = nil
        }
    }
}

extension MedianFilter.Window {
    fileprivate var median: GlassPoint {
        GlassPoint(
            x: Self.median(oldest.x, middle.x, newest.x),
            y: Self.median(oldest.y, middle.y, newest.y))
    }

    private static func median(_ a: Double, _ b: Double, _ c: Double) -> Double {
        max(min(a, b), min(max(a, b), c))
    }
}
