import Drawing

/// The division of a straight control's bounds into the thumb's area and what is beside it.
struct SliderParts {
    private let isVertical: Bool
    private let isRightToLeft: Bool
    /// The area in which the thumb moves.
    private(set) var body: Rect
    /// The strip of the scale's labels: at the leading side of a vertical track, below a horizontal
    /// one.
    private(set) var labels = Rect.zero
    /// The strip of an inlay beside the track: at the trailing side, or below.
    private(set) var inlay = Rect.zero

    /// The thumb's area is all of `bounds`.
    init(bounds: Rect, isVertical: Bool, isRightToLeft: Bool) {
        self.isVertical = isVertical
        self.isRightToLeft = isRightToLeft
        body = bounds
    }

    /// Reserves a strip along the track for the scale's labels, unless the thumb would become too
    /// narrow for a finger.
    ///
    /// - Parameter inlay: The thickness of an inlay for which a strip will be reserved too.
    mutating func cutLabels(
        _ thickness: Double, besides inlay: Double = 0, pixelsPerMillimetre: Double
    ) {
        let least = isVertical ? 8.0 : 5.0
        guard breadth - thickness - inlay >= least * pixelsPerMillimetre else { return }
        labels = cut(thickness, atStart: isVertical && !isRightToLeft)
        if isVertical, !labels.isEmpty { labels = labels.insetBy(dx: 2, dy: 0) }
    }

    /// Reserves a strip along the track for an inlay.
    mutating func cutInlay(_ thickness: Double) {
        inlay = cut(thickness, atStart: isVertical && isRightToLeft)
    }

    /// Reserves space for the images at the ends of the least and the greatest value.
    mutating func cutEnds(first: Double, last: Double) {
        if isVertical {
            body.size.height -= first + last
            body.origin.y += last
        } else {
            body.size.width -= first + last
            body.origin.x += isRightToLeft ? last : first
        }
    }

    /// Reserves a strip along one side of the track, and leaves the thumb at least 40 % of the
    /// breadth.
    private mutating func cut(_ thickness: Double, atStart: Bool) -> Rect {
        guard thickness > 0 else { return .zero }
        let whole = body
        if isVertical {
            let width = min(thickness, whole.width * 0.6)
            body.size.width -= width
            if atStart { body.origin.x += width }
            return Rect(
                x: atStart ? whole.minX : body.maxX, y: whole.minY, width: width,
                height: whole.height)
        }
        let height = min(thickness, whole.height * 0.6)
        body.size.height -= height
        return Rect(x: whole.minX, y: body.maxY, width: whole.width, height: height)
    }

    /// The breadth of the thumb's area, across the track.
    var breadth: Double { isVertical ? body.width : body.height }

    /// The path of a thumb with this length.
    func travel(thumbLength: Double) -> LinearTravel {
        LinearTravel(
            bounds: body, isVertical: isVertical, isReversed: isRightToLeft,
            thumbLength: thumbLength)
    }
}
