import Drawing

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

    /// The length of the pointer, shortened if there is text on the dial.
    func shownPointerLength(_ face: KnobFace) -> Double {
        let hasText = font != nil && (showsValue || !title.isEmpty)
        return hasText ? min(pointerLength, face.dialRadius * 0.28) : pointerLength
    }
}
