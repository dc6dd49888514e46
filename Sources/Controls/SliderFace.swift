import Drawing

/// What of a straight control stands still: its track, its scale and what is beside them, and where
/// along it the thumbs go.
struct SliderFace {
    /// How the control shares its bounds.
    let parts: SliderParts
    /// The way of a thumb.
    let travel: LinearTravel
    /// How wide the track is, in pixels.
    let trackThickness: Double
    /// The track, round ends included.
    let track: Rect

    init(_ parts: SliderParts, thumbLength: Double, trackThickness: Double) {
        self.parts = parts
        self.trackThickness = trackThickness
        travel = parts.travel(thumbLength: thumbLength)
        track = travel.groove(thickness: trackThickness)
    }

    /// The same along another track, from end to end of it.
    func along(_ track: Rect) -> SliderFace {
        track == self.track ? self : SliderFace(self, along: track)
    }

    private init(_ face: SliderFace, along track: Rect) {
        parts = face.parts
        travel = face.travel.along(track)
        trackThickness = travel.isVertical ? track.width : track.height
        self.track = track
    }

    /// What fills the track between two positions.
    func fill(from: Double, to: Double) -> Rect {
        travel.rect(from: from, to: to, thickness: trackThickness - 2)
    }

    /// Draws the scale on both sides of the track.
    ///
    /// - Parameters:
    ///   - marks: The scale.
    ///   - gap: How far from the track the lines begin, in pixels.
    ///   - room: How much of the rest the longer lines leave free at the edge, in pixels.
    ///   - share: How much of what is left then the longer lines take, 0…1.
    func drawScale(
        _ marks: ScaleMarks, gap: Double, room: Double, share: Double = 1, _ theme: Theme,
        in context: Context
    ) {
        let half = trackThickness / 2
        marks.drawLines(
            along: travel, inner: half + gap,
            length: max(parts.breadth / 2 - half - room, 0) * share, theme, in: context)
        marks.drawLabels(along: travel, in: parts.labels, theme, in: context)
    }
}
