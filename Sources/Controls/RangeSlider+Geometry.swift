import Drawing

/// Where everything is on a range slider that is not overridden.
extension RangeSlider {
    /// The track, and where along it the thumbs go.
    var face: SliderFace { usualFace(in: bounds).along(trackRect(forBounds: bounds)) }

    /// The same with the track where it is unless a subclass has it elsewhere.
    func usualFace(in bounds: Rect) -> SliderFace {
        let parts = parts(in: bounds)
        return SliderFace(
            parts, thumbLength: thumbWidth(in: parts, of: bounds),
            trackThickness: max(6, min(parts.breadth * 0.26, 14)))
    }

    private func parts(in bounds: Rect) -> SliderParts {
        var parts = SliderParts(
            bounds: bounds, isVertical: isVertical, isRightToLeft: isRightToLeft)
        // Asked for with each move of a finger: what a slider has not is not worked out.
        if showsTickLabels { parts.cutLabels(labelRoom) }
        return parts
    }

    /// The length and breadth of a thumb, in pixels: what the control is across, but leaving most of
    /// the track to move in, and up to a finger's width.
    private func thumbWidth(in parts: SliderParts, of bounds: Rect) -> Double {
        let length = isVertical ? bounds.height : bounds.width
        return max(min(parts.breadth - 2, length / 5, 44), 8)
    }

    /// Measured once: texts take longer to measure than all the rest.
    private var labelRoom: Double {
        let room = knownLabelRoom ?? marks.room(isVertical: isVertical)
        knownLabelRoom = room
        return room
    }

    /// The scale beside the track.
    var marks: ScaleMarks {
        ScaleMarks(
            positions: ticks.map(scale.position(of:)), major: [0, 1], labels: tickTexts,
            font: tickTexts.isEmpty ? nil : smallFont, smallerFonts: smallerFonts)
    }
}
