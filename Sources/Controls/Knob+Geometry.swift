import Drawing

/// Where everything is on a knob.
extension Knob {
    /// What of it stands still.
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

    /// The length of the pointer, which leaves room for what is written on the dial.
    func shownPointerLength(_ face: KnobFace) -> Double {
        let hasText = font != nil && (showsValue || !title.isEmpty)
        return hasText ? min(pointerLength, face.dialRadius * 0.28) : pointerLength
    }
}
