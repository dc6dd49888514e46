import Drawing

/// The options of a slider.
extension Slider {
    /// How touches and drags change the value.
    public enum TouchMode: String, Sendable, CaseIterable {
        /// A touch alone changes nothing; the value moves by the movement of the finger.
        case relative
        /// The thumb goes to the finger.
        case absolute
        /// As `relative`, but with `touchZone` overridden by `handle`.
        case handle
    }

    /// Where a finger must land to move the thumb.
    public enum TouchZone: String, Sendable, CaseIterable {
        /// Anywhere on the control.
        case all
        /// On the thumb.
        case handle
        /// On the track or the thumb, and not on the scale beside them.
        case gauge
    }

    /// The place of an inlay.
    public enum InlayPlacement: String, Sendable, CaseIterable {
        /// In the track, in front of its fill.
        case inside
        /// Beside the scale, at the trailing edge.
        case beside
    }

    /// The factor from the finger's movement to the value's. A thumb that follows the finger
    /// ignores `sensitivity`, so that it stays under the finger.
    func gain(for fineGain: Double) -> Double { snap ? fineGain : fineGain * sensitivity }

    /// The zone that applies, with `touchMode` taken into account.
    private var zone: TouchZone { touchMode == .handle ? .handle : touchZone }

    /// Whether a finger may land at `point`.
    func isInZone(_ point: Point, _ face: SliderFace) -> Bool {
        let target = TouchTarget(fingerRadius: fingerRadius, reach: handleReach)
        return switch zone {
        case .all: true
        case .handle: target.contains(point, on: thumbRect)
        case .gauge:
            target.contains(point, on: thumbRect) || target.contains(point, on: face.track)
        }
    }
}
