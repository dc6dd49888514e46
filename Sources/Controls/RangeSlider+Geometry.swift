public import Drawing

/// The default places of a range slider's parts.
extension RangeSlider {
    /// The coordinate of a thumb's centre at `value`, along the track in the control's coordinates.
    public func positionForValue(_ value: Double) -> Double {
        let point = face.travel.point(at: scale.position(of: value))
        return isVertical ? point.y : point.x
    }

    /// The rectangle of the lower thumb, in the control's coordinates.
    public var lowerThumbRect: Rect { thumbRect(.lower, at: lowerValue, on: face) }
    /// The rectangle of the upper thumb, in the control's coordinates.
    public var upperThumbRect: Rect { thumbRect(.upper, at: upperValue, on: face) }

    /// The rectangle of a thumb at a value. An image keeps its own size.
    func thumbRect(_ part: Part, at value: Double, on face: SliderFace) -> Rect {
        let rect = thumbRect(forBounds: bounds, trackRect: face.track, value: value)
        guard let size = currentThumbImage(of: part)?.size else { return rect }
        return Rect(center: rect.center, size: size)
    }

    /// The track, and the places of the thumbs along it.
    var face: SliderFace { defaultFace(in: bounds).along(trackRect(forBounds: bounds)) }

    /// The geometry with the track at its default place.
    func defaultFace(in bounds: Rect) -> SliderFace {
        // Cached: this runs several times on each move of a finger.
        let surroundings = SliderFace.Surroundings(of: self, in: bounds)
        if let knownFace, knownFace.surroundings == surroundings { return knownFace }
        let parts = parts(in: bounds)
        let drawn = thumbWidth(in: parts, of: bounds)
        let face = SliderFace(
            in: surroundings, parts,
            thumbLength: images?.thumbLength(isVertical: isVertical, drawn: drawn) ?? drawn,
            trackThickness: max(6, min(parts.breadth * 0.26, 14)))
        knownFace = face
        return face
    }

    /// The division of the bounds into the thumbs' area and the strips beside it.
    func parts(in bounds: Rect) -> SliderParts {
        var parts = SliderParts(
            bounds: bounds, isVertical: isVertical, isRightToLeft: isRightToLeft)
        // Labels are measured only if they are shown: this runs on each move of a finger.
        if showsTickLabels { parts.cutLabels(labelRoom, pixelsPerMillimetre: pixelsPerMillimetre) }
        parts.cutEnds(first: minimumValueImage, last: maximumValueImage, in: bounds)
        return parts
    }

    /// The length and breadth of a thumb that the theme draws, in pixels.
    func drawnThumbWidth(on face: SliderFace) -> Double {
        thumbWidth(in: face.parts, of: face.surroundings.bounds)
    }

    /// The length and breadth of a thumb that the theme draws, in pixels: the breadth of the
    /// control, but at most a fifth of its length and a finger's width.
    private func thumbWidth(in parts: SliderParts, of bounds: Rect) -> Double {
        let length = isVertical ? bounds.height : bounds.width
        return max(min(parts.breadth - 2, length / 5, max(44, 9 * pixelsPerMillimetre)), 8)
    }

    /// Cached: measuring texts takes longer than the rest of the layout.
    private var labelRoom: Double {
        let room = knownLabelRoom ?? marks.room(isVertical: isVertical)
        knownLabelRoom = room
        return room
    }

    /// The scale beside the track.
    var marks: ScaleMarks {
        ScaleMarks(
            positions: ticks.map(scale.position(of:)), major: [0, 1], labels: tickTexts,
            font: tickTexts.isEmpty ? nil : smallFont)
    }
}
