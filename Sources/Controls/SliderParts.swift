import Drawing

/// How a straight control shares its bounds: what the thumb moves in, and what is beside that.
struct SliderParts {
    private let isVertical: Bool
    private let isRightToLeft: Bool
    /// What the thumb moves in.
    private(set) var body: Rect
    /// Where the scale's labels are: at the leading side of a track that stands, below one that lies.
    private(set) var labels = Rect.zero
    /// Where an inlay is that is beside: at the trailing side, or below.
    private(set) var inlay = Rect.zero

    /// All of `bounds` is the thumb's.
    init(bounds: Rect, isVertical: Bool, isRightToLeft: Bool) {
        self.isVertical = isVertical
        self.isRightToLeft = isRightToLeft
        body = bounds
    }

    /// Gives the scale's labels a strip along the track.
    mutating func cutLabels(_ thickness: Double) {
        labels = cut(thickness, atStart: isVertical && !isRightToLeft)
        if isVertical, !labels.isEmpty { labels = labels.insetBy(dx: 2, dy: 0) }
    }

    /// Gives an inlay a strip along the track.
    mutating func cutInlay(_ thickness: Double) {
        inlay = cut(thickness, atStart: isVertical && isRightToLeft)
    }

    /// Takes what stands at the ends of the least and of the greatest value off the track.
    mutating func cutEnds(first: Double, last: Double) {
        if isVertical {
            body.size.height -= first + last
            body.origin.y += last
        } else {
            body.size.width -= first + last
            body.origin.x += isRightToLeft ? last : first
        }
    }

    /// Takes a strip along the track off one side, and leaves the thumb enough to be held by.
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

    /// How wide what the thumb moves in is, across the track.
    var breadth: Double { isVertical ? body.width : body.height }

    /// The way of a thumb of a length.
    func travel(thumbLength: Double) -> LinearTravel {
        LinearTravel(
            bounds: body, isVertical: isVertical, isReversed: isRightToLeft,
            thumbLength: thumbLength)
    }
}
