import Drawing
import Layers

/// The paths of contacts, drawn as lines between reports.
///
/// The number of lines is limited: the newest replace the oldest.
final class TouchTrails {
    /// The number of lines in all paths together: ten fingers for four seconds.
    static let limit = 4096

    let layer = Layer()
    private var pieces: [ShapeLayer] = []
    /// The index of the next piece to use: the oldest one, once all are in use.
    private var next = 0

    /// Marks the point where a contact landed.
    func begin(at point: Point, color: Color) {
        add(TouchMark.circle(at: point, radius: 3), color: color)
    }

    /// Draws a line for a movement.
    func addLine(from start: Point, to end: Point, color: Color) {
        guard start != end else { return }
        add(.line(from: start, to: end), color: color)
    }

    /// Removes all paths.
    func clear() {
        for piece in pieces { piece.shape = nil }
        next = 0
    }

    private func add(_ shape: ShapeLayer.Shape, color: Color) {
        if next == pieces.count {
            let piece = ShapeLayer()
            piece.lineWidth = 2
            pieces.append(piece)
            layer.addSublayer(piece)
        }
        let piece = pieces[next]
        // Otherwise the old shape would be drawn in the new colour.
        piece.shape = nil
        piece.strokeColor = color
        piece.fillColor = color
        piece.shape = shape
        next = (next + 1) % Self.limit
    }
}
