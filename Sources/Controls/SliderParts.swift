import Drawing

/// The division of a straight control's bounds into the thumb's area and the strips beside it.
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

    /// Reserves space for the images at the ends of the least and the greatest value, in a control
    /// with these bounds.
    mutating func cutEnds(first firstImage: Image?, last lastImage: Image?, in bounds: Rect) {
        guard firstImage != nil || lastImage != nil else { return }
        let (first, last) = (room(for: firstImage, in: bounds), room(for: lastImage, in: bounds))
        if isVertical {
            body.size.height -= first + last
            body.origin.y += last
        } else {
            body.size.width -= first + last
            body.origin.x += isRightToLeft ? last : first
        }
    }

    /// The length that an image at an end of the track takes from the thumb's area.
    private func room(for image: Image?, in bounds: Rect) -> Double {
        guard let size = image?.size else { return 0 }
        return isVertical
            ? min(size.height + 6, 0.4 * bounds.height) : min(size.width + 6, 0.4 * bounds.width)
    }

    /// The rectangle of an image at the end of the least value, if `isFirst`, or the greatest, in a
    /// control with these bounds; empty without an image.
    func rect(ofEnd image: Image?, isFirst: Bool, in bounds: Rect) -> Rect {
        guard let size = image?.size else { return .zero }
        let center =
            isVertical
            ? Point(
                x: body.midX,
                y: isFirst ? bounds.maxY - size.height / 2 : bounds.minY + size.height / 2)
            : Point(
                x: isFirst != isRightToLeft
                    ? bounds.minX + size.width / 2 : bounds.maxX - size.width / 2,
                y: body.midY)
        return Rect(
            x: (center.x - size.width / 2).rounded(), y: (center.y - size.height / 2).rounded(),
            width: size.width, height: size.height)
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
