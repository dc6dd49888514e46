// Thumbs that glide to their values.
extension RangeSlider {
    /// The positions, 0…1 of the travel, at which the thumbs are shown. During an animation, they
    /// differ from the positions of the values.
    var shownPositions: (lower: Double, upper: Double) {
        let (low, high) = (scale.position(of: lowerValue), scale.position(of: upperValue))
        return (lowerGlide?.position(to: low) ?? low, upperGlide?.position(to: high) ?? high)
    }

    /// Moves the thumbs from some positions to the values in `animationDuration`. A thumb that a
    /// finger holds is at its value at once.
    func glide(from start: (lower: Double, upper: Double)) {
        if !drag.isHeld(.lower) {
            lowerGlide = ThumbRun(from: start.lower, duration: animationDuration)
        }
        if !drag.isHeld(.upper) {
            upperGlide = ThumbRun(from: start.upper, duration: animationDuration)
        }
        placeThumbs(on: face)
        frameLayer.setNeedsAdvance()
    }

    /// Ends the animations of thumbs, and shows their values at once.
    func stopGliding(lower: Bool = true, upper: Bool = true) {
        guard lower && lowerGlide != nil || upper && upperGlide != nil else { return }
        if lower { lowerGlide = nil }
        if upper { upperGlide = nil }
        placeThumbs(on: face)
    }

    /// Advances the animations to the time of a frame. Returns whether they need another frame.
    func advanceGlides(to time: Duration) -> Bool {
        guard lowerGlide != nil || upperGlide != nil else { return false }
        lowerGlide = lowerGlide?.advanced(to: time)
        upperGlide = upperGlide?.advanced(to: time)
        placeThumbs(on: face)
        return lowerGlide != nil || upperGlide != nil
    }
}
