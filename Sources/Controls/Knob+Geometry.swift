import Drawing
import Layers

/// The places of a knob's parts.
extension Knob {
    /// The parts that do not turn.
    var face: KnobFace {
        let face = labelledFace
        guard showsValue, face.hasLabels,
            !KnobTexts.fitValues(of: self, in: radiusInsidePointer(face))
        else { return face }
        // The value is worth more than the numbers of the scale.
        let plain = face.withoutLabels
        return KnobTexts.fitValues(of: self, in: radiusInsidePointer(plain)) ? plain : face
    }

    private var labelledFace: KnobFace {
        KnobFace(
            bounds: bounds, startAngle: startAngle, endAngle: endAngle,
            lineWidth: ring == nil ? lineWidth : lampWidth, tickPositions: tickPositions,
            labels: tickTexts, font: tickTexts.isEmpty ? nil : smallFont, hasTrack: ring == nil,
            trackColor: trackTintColor.map(shown),
            leastRadius: Self.leastRadius * pixelsPerMillimetre
        ).fitted
    }

    /// The radius of the smallest knob for a hand, in millimetres.
    private static let leastRadius = 6.0

    /// Places the ring around the dial that shows a finger.
    func layOut(_ halo: ShapeLayer, on face: KnobFace) {
        halo.frame = bounds
        halo.shape = .arc(
            center: face.center, radius: face.dialRadius + 2, start: .zero,
            end: .radians(2 * .pi))
    }

    func color(_ halo: ShapeLayer) {
        halo.strokeColor = (color ?? accentColor).withAlpha(0.55)
        halo.lineWidth = theme.boldLineWidth
    }

    var tickPositions: [Double] {
        guard ticks.isEmpty else { return ticks.map(scale.position(of:)) }
        return tickCount == 11 ? Self.tenths : Self.evenPositions(tickCount)
    }

    /// The positions of the default number of lines, which most knobs share.
    private static let tenths = evenPositions(11)

    private static func evenPositions(_ count: Int) -> [Double] {
        count > 1 ? (0..<count).map { Double($0) / Double(count - 1) } : []
    }

    var lampWidth: Double { max(lineWidth, 4) }

    /// The pointer at the angle 0, within the edge of the dial.
    func pointer(on face: KnobFace) -> ShapeLayer.Shape {
        let tip = face.dialRadius - shownPointerWidth(face)
        return .line(
            from: face.center.offsetBy(dx: max(tip - shownPointerLength(face), 0), dy: 0),
            to: face.center.offsetBy(dx: tip, dy: 0))
    }

    /// The width of the pointer, limited so that the pointer shows a direction even on a small
    /// dial.
    func shownPointerWidth(_ face: KnobFace) -> Double {
        min(pointerWidth ?? max(2, face.trackWidth * 0.6), face.dialRadius / 2)
    }

    /// The length of the pointer, shortened if there is text on the dial.
    func shownPointerLength(_ face: KnobFace) -> Double {
        let hasText = font != nil && (showsValue || !title.isEmpty)
        return hasText ? min(pointerLength, face.dialRadius * 0.2) : pointerLength
    }

    /// The radius of the circle that the pointer leaves free, whatever its direction.
    func radiusInsidePointer(_ face: KnobFace) -> Double {
        // The line has round ends.
        let width = shownPointerWidth(face)
        return max(face.dialRadius - 1.5 * width - shownPointerLength(face) - 1, 1)
    }

    /// A wedge beside the dial that points at it, at `effectiveValue`.
    var markBesideDial: Path? {
        guard let effectiveValue else { return nil }
        let face = face
        let angle = angle(of: effectiveValue)
        let size = (face.dialRadius * 0.4).clamped(from: 8, to: 18)
        func point(_ radius: Double, _ aside: Double) -> Point {
            face.center.offsetBy(
                dx: radius * angle.cosine - aside * angle.sine,
                dy: radius * angle.sine + aside * angle.cosine)
        }
        var path = Path()
        path.move(to: point(face.dialRadius, 0))
        path.addLine(to: point(face.dialRadius + size, -size * 0.55))
        path.addLine(to: point(face.dialRadius + size, size * 0.55))
        path.closeSubpath()
        return path
    }

    /// Whether a finger at `point` is on the pointer, or within a fingertip of it.
    func isOnPointer(_ point: Point) -> Bool {
        let face = face
        return face.distance(
            from: point, toPointerAt: angle(of: value), length: shownPointerLength(face))
            <= fingerRadius
    }
}
