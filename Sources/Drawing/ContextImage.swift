extension Context {
    /// Draws an image at its own size, with its upper-left corner at `point`; `opacity` is 0 to 1.
    public func draw(_ image: Image, at point: Point, opacity: Double = 1) {
        draw(image, in: Rect(origin: point, size: image.size), opacity: opacity)
    }

    /// Draws an image, stretched to fill a rectangle except for its caps.
    ///
    /// Caps that do not fit into the rectangle are scaled down.
    public func draw(_ image: Image, in rect: Rect, opacity: Double = 1) {
        guard !rect.isEmpty, !image.bitmap.bounds.isEmpty else { return }
        guard !record(.image(image, rect, opacity: opacity)) else { return }
        withSavedState {
            translateBy(x: rect.minX, y: rect.minY)
            if image.isMirrored {
                translateBy(x: rect.width, y: 0)
                scaleBy(x: -1, y: 1)
            }
            let columns = Self.pieces(
                of: image.size.width, image.capInsets.left, image.capInsets.right,
                stretchedTo: rect.width)
            let rows = Self.pieces(
                of: image.size.height, image.capInsets.top, image.capInsets.bottom,
                stretchedTo: rect.height)
            for row in rows {
                for column in columns {
                    draw(
                        Rect(
                            x: column.from, y: row.from, width: column.length, height: row.length),
                        of: image.bitmap,
                        in: Rect(
                            x: column.to, y: row.to, width: column.shownLength,
                            height: row.shownLength),
                        tintColor: image.tintColor, opacity: opacity)
                }
            }
        }
    }

    /// A piece of one side of an image, and its place in the rectangle.
    private struct Piece {
        let from, length, to, shownLength: Double
    }

    /// The first cap, the stretched part and the last cap, without empty ones.
    private static func pieces(
        of length: Double, _ first: Double, _ last: Double, stretchedTo shownLength: Double
    ) -> [Piece] {
        let scale = min(shownLength / max(first + last, 1), 1)
        let from = [0, first, length - last, length]
        // The borders between the pieces are on whole pixels, so that there are no seams.
        let to = [
            0, (first * scale).rounded(), shownLength - (last * scale).rounded(), shownLength,
        ]
        return (0..<3).compactMap { index in
            let piece = Piece(
                from: from[index], length: from[index + 1] - from[index], to: to[index],
                shownLength: to[index + 1] - to[index])
            return piece.length > 0 && piece.shownLength > 0 ? piece : nil
        }
    }
}
