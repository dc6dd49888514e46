import Drawing

/// The default places of a slider's parts.
extension Slider {
    /// The track, and the places of the thumb along it.
    var face: SliderFace { defaultFace(in: bounds).along(trackRect(forBounds: bounds)) }

    /// The geometry with the track at its default place.
    func defaultFace(in bounds: Rect) -> SliderFace {
        // Cached: this runs several times on each move of a finger.
        let surroundings = SliderFace.Surroundings(of: self, in: bounds)
        if let knownFace, knownFace.surroundings == surroundings { return knownFace }
        let parts = parts(in: bounds)
        let isInside = inlay != nil && inlayPlacement == .inside
        let face = SliderFace(
            in: surroundings, parts, thumbLength: thumbLength(in: parts),
            trackThickness: isInside
                ? inlayThickness(in: bounds) : trackThickness(across: parts.breadth))
        knownFace = face
        return face
    }

    /// Two wedges that point at the track from both sides, at `effectiveValue`, with a line between
    /// them. The thumb has no such shape.
    var markAcrossTrack: Path? {
        guard let effectiveValue else { return nil }
        let face = face
        let middle = face.travel.point(at: scale.position(of: effectiveValue))
        let inner = face.trackThickness / 2
        let size = (face.parts.breadth * 0.2).clamped(from: 8, to: 14)
        func point(_ along: Double, _ across: Double) -> Point {
            isVertical
                ? middle.offsetBy(dx: across, dy: along) : middle.offsetBy(dx: along, dy: across)
        }
        var path = Path()
        path.move(to: point(-size / 2, -inner - size))
        for (along, across) in [
            (-1, -inner), (-1, inner), (-size / 2, inner + size), (size / 2, inner + size),
            (1, inner), (1, -inner), (size / 2, -inner - size),
        ] { path.addLine(to: point(along, across)) }
        path.closeSubpath()
        return path
    }

    /// The path of the thumb.
    var travel: LinearTravel { face.travel }

    /// The size of the thumb, in pixels: that of its image, or one that suits a finger and the
    /// control.
    var thumbSize: Size { thumbSize(in: parts(in: bounds)) }

    func thumbSize(in parts: SliderParts) -> Size {
        currentThumbImage?.size ?? drawnThumbSize(in: parts)
    }

    /// The size of a thumb that the theme draws.
    private func drawnThumbSize(in parts: SliderParts) -> Size {
        let width = min(parts.breadth * Self.shareOfThumb, greatestThumbWidth)
        let length = (width * 0.62).clamped(from: 18, to: max(40, 8 * pixelsPerMillimetre))
        return isVertical ? Size(width: width, height: length) : Size(width: length, height: width)
    }

    /// The gap before an inlay beside the track, in pixels.
    package static let gapBeforeInlay = 4.0

    /// The width of a thumb that the theme draws, as a fraction of the width for it.
    private static let shareOfThumb = 0.82

    /// The width of the widest thumb that the theme draws: 22 mm, in pixels.
    private var greatestThumbWidth: Double { max(64, 22 * pixelsPerMillimetre) }

    /// The largest length of the thumb along the track. It is the same in each state, because
    /// otherwise the value would change when a finger takes the thumb.
    func thumbLength(in parts: SliderParts) -> Double {
        images.thumb.length(
            isVertical: isVertical,
            drawn: isVertical ? drawnThumbSize(in: parts).height : drawnThumbSize(in: parts).width)
    }

    /// The division of the bounds into the thumb's area and the strips beside it.
    func parts(in bounds: Rect) -> SliderParts {
        // Each part is measured only if it exists: this runs on each move of a finger.
        let beside = roomForInlay(in: bounds)
        var used = bounds
        if isVertical {
            // A wider fader has its numbers and its meter next to the cap.
            let widest = greatestThumbWidth / Self.shareOfThumb + beside
            if widest < bounds.width {
                let width = widest + (showsTickLabels ? labelRoom : 0)
                let margin = max(0, (bounds.width - width) / 2).rounded(.down)
                used = bounds.insetBy(dx: margin, dy: 0)
            }
        }
        var parts = SliderParts(
            bounds: used, isVertical: isVertical, isRightToLeft: isRightToLeft)
        // Below a horizontal track, its numbers come first, and then the inlay.
        if beside > 0, !isVertical { parts.cutInlay(beside) }
        if showsTickLabels {
            parts.cutLabels(
                labelRoom, besides: isVertical ? beside : 0,
                pixelsPerMillimetre: pixelsPerMillimetre)
        }
        if beside > 0, isVertical { parts.cutInlay(beside) }
        parts.cutEnds(first: minimumValueImage, last: maximumValueImage, in: bounds)
        return parts
    }

    /// Cached: measuring texts takes longer than the rest of the layout.
    private var labelRoom: Double {
        let room = knownLabelRoom ?? marks.room(isVertical: isVertical)
        knownLabelRoom = room
        return room
    }

    /// The breadth for an inlay beside the track, with the gap before it; 0 without one.
    func roomForInlay(in bounds: Rect) -> Double {
        inlay != nil && inlayPlacement == .beside
            ? inlayThickness(in: bounds) + Self.gapBeforeInlay : 0
    }

    func inlayThickness(in bounds: Rect) -> Double {
        let own = inlay?.intrinsicContentSize ?? .zero
        let breadth = isVertical ? bounds.width : bounds.height
        return max(8, trackThickness(across: breadth), isVertical ? own.width : own.height)
    }

    private func trackThickness(across breadth: Double) -> Double {
        max(6, min(breadth * 0.13, 10))
    }

    /// The scale beside the track.
    var marks: ScaleMarks {
        ScaleMarks(
            positions: ticks.map(scale.position(of:)),
            major: [0, 1, scale.position(of: origin ?? 0)], labels: tickTexts,
            font: tickTexts.isEmpty ? nil : smallFont)
    }

    /// The frame of the inlay.
    func inlayFrame(on face: SliderFace) -> Rect {
        let track = face.track
        guard inlayPlacement == .beside else { return track.insetBy(dx: 1, dy: 1) }
        let (strip, gap) = (face.parts.inlay, Self.gapBeforeInlay)
        return isVertical
            ? Rect(
                x: isRightToLeft ? strip.minX : strip.minX + gap, y: track.minY,
                width: max(strip.width - gap, 0), height: track.height)
            : Rect(
                x: track.minX, y: strip.minY + gap, width: track.width,
                height: max(strip.height - gap, 0))
    }
}
