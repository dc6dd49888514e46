import Drawing

/// The scale lines beside a straight track, and their labels.
struct ScaleMarks {
    /// The positions of the lines, 0…1 of the travel.
    let positions: [Double]
    /// The positions whose lines are longer.
    let major: [Double]
    /// The label of each line; empty for none.
    let labels: [String]
    let font: Font?

    /// The space that the labels need across the travel, in pixels.
    func room(isVertical: Bool) -> Double {
        guard let font, !labels.isEmpty else { return 0 }
        guard isVertical else { return font.lineHeight }
        return (labels.map { width(of: $0, font) }.max() ?? 0) + 4
    }

    private func width(of label: String, _ font: Font) -> Double {
        TextLine(label, font: font, figures: .tabular).width
    }

    /// Draws lines on both sides of the track.
    ///
    /// - Parameters:
    ///   - inner: The distance from the middle line to the lines, in pixels.
    ///   - length: The length of the major lines.
    func drawLines(
        along travel: LinearTravel, inner: Double, length: Double, _ theme: Theme,
        in context: Context
    ) {
        var (longer, shorter) = (Path(), Path())
        for position in positions {
            let point = travel.point(at: position)
            let isMajor = isMajor(position)
            let outer = inner + (isMajor ? length : length * 0.6)
            for side in [-1.0, 1.0] {
                func end(_ distance: Double) -> Point {
                    travel.isVertical
                        ? Point(x: point.x + side * distance, y: point.y.rounded() + 0.5)
                        : Point(x: point.x.rounded() + 0.5, y: point.y + side * distance)
                }
                if isMajor {
                    longer.addSegment(from: end(inner), to: end(outer))
                } else {
                    shorter.addSegment(from: end(inner), to: end(outer))
                }
            }
        }
        context.stroke(shorter, theme.tick, width: theme.lineWidth)
        context.stroke(longer, theme.secondaryText, width: theme.lineWidth)
    }

    private func isMajor(_ position: Double) -> Bool {
        major.contains { abs($0 - position) < 1e-9 }
    }

    /// Draws the labels into `room`, a strip beside the travel, all in one size. Omits a label that
    /// would touch one before it, or that does not fit in the smallest size. Truncates none.
    func drawLabels(
        along travel: LinearTravel, in room: Rect, _ theme: Theme, in context: Context
    ) {
        guard let preferred = font else { return }
        func fits(_ label: String, _ font: Font) -> Bool {
            width(of: label, font) <= room.width + 0.5 && font.capHeight <= room.height
        }
        let font =
            preferred.largestForScale { font in labels.allSatisfy { fits($0, font) } }
            ?? preferred.leastForScale
        var written: [ClosedRange<Double>] = []
        // The ends of the scale first, then the longer lines: they have precedence.
        let order = zip(positions, labels).sorted { rank($0.0) < rank($1.0) }
        for (position, label) in order where fits(label, font) {
            let line = TextLine(label, font: font, figures: .tabular)
            let point = travel.point(at: position)
            let place: ClosedRange<Double>
            let baseline: Point
            if travel.isVertical {
                let y = min(
                    max(point.y + font.capHeight / 2, room.minY + font.capHeight), room.maxY)
                place = y - font.capHeight - 3...y + 3
                baseline = Point(x: room.maxX - line.width, y: y)
            } else {
                let x = min(
                    max(point.x - line.width / 2, room.minX), max(room.maxX - line.width, room.minX)
                )
                place = x - 3...x + line.width + 3
                baseline = Point(x: x, y: room.midY + font.capHeight / 2)
            }
            guard !written.contains(where: { $0.overlaps(place) }) else { continue }
            written.append(place)
            context.draw(line, at: baseline, color: theme.secondaryText)
        }
    }

    private func rank(_ position: Double) -> Int {
        if position == 0 || position == 1 { return 0 }
        return isMajor(position) ? 1 : 2
    }
}
