import Drawing

/// The geometry of a straight control: its track, its scale, the space beside them, and the places
/// of the thumbs. It never changes. It is a class because each move of a finger reads it.
final class SliderFace {
    /// The properties of a control on which the geometry depends.
    struct Surroundings: Equatable {
        var bounds: Rect
        var isRightToLeft: Bool
        var pixelsPerMillimetre: Double

        /// The surroundings of a control that has these bounds.
        init(of control: ScaledControl, in bounds: Rect) {
            self.bounds = bounds
            isRightToLeft = control.isRightToLeft
            pixelsPerMillimetre = control.pixelsPerMillimetre
        }
    }

    /// The surroundings for which this geometry was computed.
    let surroundings: Surroundings
    /// The division of the control's bounds.
    let parts: SliderParts
    /// The path of a thumb.
    let travel: LinearTravel
    /// The breadth of the track, in pixels.
    let trackThickness: Double
    /// The track, round ends included.
    let track: Rect

    init(
        in surroundings: Surroundings, _ parts: SliderParts, thumbLength: Double,
        trackThickness: Double
    ) {
        self.surroundings = surroundings
        self.parts = parts
        self.trackThickness = trackThickness
        travel = parts.travel(thumbLength: thumbLength)
        track = travel.groove(thickness: trackThickness)
    }

    /// This geometry on another track, from end to end of it.
    func along(_ track: Rect) -> SliderFace {
        track == self.track ? self : SliderFace(self, along: track)
    }

    private init(_ face: SliderFace, along track: Rect) {
        (surroundings, parts) = (face.surroundings, face.parts)
        travel = face.travel.along(track)
        trackThickness = travel.isVertical ? track.width : track.height
        self.track = track
    }

    /// The rectangle of the track's fill between two positions.
    func fill(from: Double, to: Double) -> Rect {
        travel.rect(from: from, to: to, thickness: trackThickness - 2)
    }

    /// Draws the scale on both sides of the track.
    ///
    /// - Parameters:
    ///   - marks: The scale.
    ///   - gap: The distance from the track to the lines, in pixels.
    ///   - room: The margin from the longer lines to the edge, in pixels.
    ///   - share: How much of the remaining space the longer lines take, 0…1.
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
