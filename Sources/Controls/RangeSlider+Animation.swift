// Thumbs that glide to their values.
extension RangeSlider {
    /// The positions, 0…1 of the travel, at which the thumbs are shown. During an animation they
    /// differ from the values'.
    var shownPositions: (lower: Double, upper: Double) {
        let (low, high) = (scale.position(of: lowerValue), scale.position(of: upperValue))
        guard let glides else { return (low, high) }
        return (glides.lower.position(to: low), glides.upper.position(to: high))
    }

    /// Moves the thumbs from some positions to the values in `animationDuration`.
    func glide(from start: (lower: Double, upper: Double)) {
        glides = (
            ThumbRun(from: start.lower, duration: animationDuration),
            ThumbRun(from: start.upper, duration: animationDuration)
        )
        placeThumbs(on: face)
        frameLayer.setNeedsAdvance()
    }

    /// Ends a running animation, and shows the values at once.
    func stopGliding() {
        guard glides != nil else { return }
        glides = nil
        placeThumbs(on: face)
    }

    /// Advances the animation to the time of a frame. Returns whether it needs another frame.
    func advanceGlides(to time: Duration) -> Bool {
        guard let now = glides else { return false }
        // Both have the same duration, and began in the same frame.
        if let lower = now.lower.advanced(to: time), let upper = now.upper.advanced(to: time) {
            glides = (lower, upper)
        } else {
            glides = nil
        }
        placeThumbs(on: face)
        return glides != nil
    }
}
