import Drawing

/// The options of a range slider.
extension RangeSlider {
    /// What a finger moves.
    public enum Part: Sendable {
        /// The thumb of the lower end.
        case lower
        /// The thumb of the upper end.
        case upper
        /// The range as a whole.
        case both
    }

    /// The effect on a thumb that a finger drags against the other.
    public enum Crossing: String, Sendable, CaseIterable {
        /// It stops there.
        case stop
        /// It pushes the other thumb, unless another finger holds that.
        case push
    }

    /// The effect on a thumb that a finger drags against the other; `stop` by default.
    public var crossing: Crossing {
        get { drag.crossing }
        set { drag.crossing = newValue }
    }

    /// The part that a finger moves, even while the actions for its end are called. `nil` if it
    /// moves none, or is undecided.
    public func part(of touch: Touch) -> Part? { drag.part(of: touch.number) }

    /// The parts that a finger at `point` may move, if no other finger does: one part, either of
    /// two thumbs, or none outside `touchZone`.
    func parts(at point: Point, _ face: SliderFace) -> [Part] {
        // Fingers are wider than thumbs: a touch near one counts as on it.
        let target = TouchTarget(
            fingerRadius: max(20, fingerRadius), reach: handleReach, least: 0)
        let onLower = target.contains(point, on: lowerThumbRect)
        let onUpper = target.contains(point, on: upperThumbRect)
        switch touchZone {
        case .all: break
        case .handle: guard onLower || onUpper else { return [] }
        case .gauge:
            guard onLower || onUpper || target.contains(point, on: face.track) else { return [] }
        }
        let position = face.travel.position(at: point)
        let (low, high) = (scale.position(of: lowerValue), scale.position(of: upperValue))
        if onLower, onUpper {
            if lowerThumbRect.intersects(upperThumbRect) { return [.lower, .upper] }
            return [position - low < high - position ? .lower : .upper]
        }
        if onLower || position <= low { return [.lower] }
        if onUpper || position >= high { return [.upper] }
        // With one thumb held, a second finger between the two takes the other thumb.
        return drag.isHeld ? [.lower, .upper] : [.both]
    }
}
