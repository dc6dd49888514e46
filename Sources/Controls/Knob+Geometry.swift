import Drawing
import Layers

/// The places of a knob's parts.
extension Knob {
    /// The parts that do not turn.
    var face: KnobFace {
        KnobFace(
            bounds: bounds, startAngle: startAngle, endAngle: endAngle,
            lineWidth: ring == nil ? lineWidth : lampWidth, tickPositions: tickPositions,
            labels: tickTexts, font: tickTexts.isEmpty ? nil : smallFont, hasTrack: ring == nil,
            trackColor: trackTintColor.map(shown)
        ).fitted(with: smallerFonts)
    }

    var tickPositions: [Double] {
        guard ticks.isEmpty else { return ticks.map(scale.position(of:)) }
        guard tickCount > 1 else { return [] }
        return (0..<tickCount).map { Double($0) / Double(tickCount - 1) }
    }

    var lampWidth: Double { max(lineWidth, 4) }

    /// The pointer at the angle 0, within the edge of the dial.
    func pointer(on face: KnobFace) -> ShapeLayer.Shape {
        let tip = face.dialRadius - shownPointerWidth
        return .line(
            from: face.center.offsetBy(dx: max(tip - shownPointerLength(face), 0), dy: 0),
            to: face.center.offsetBy(dx: tip, dy: 0))
    }

    /// The length of the pointer, shortened if there is text on the dial.
    func shownPointerLength(_ face: KnobFace) -> Double {
        let hasText = font != nil && (showsValue || !title.isEmpty)
        return hasText ? min(pointerLength, face.dialRadius * 0.28) : pointerLength
    }
}
