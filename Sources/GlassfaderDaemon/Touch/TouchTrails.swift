import Drawing
import Layers

/// Where contacts have been, drawn as a line from report to report.
///
/// There is a limit to how much is shown: then what is oldest goes.
final class TouchTrails {
    /// The longest trail, or sum of trails, in lines: ten fingers for four seconds.
    static let limit = 4096

    let layer = Layer()
    private var pieces: [ShapeLayer] = []
    /// The piece to be used next, which is the oldest once all are in use.
    private var next = 0

    /// Marks where a contact landed.
    func begin(at point: Point, color: Color) {
        add(TouchMark.circle(at: point, radius: 3), color: color)
    }

    /// Shows that a contact went from one place to another.
    func addLine(from start: Point, to end: Point, color: Color) {
        guard start != end else { return }
        add(.line(from: start, to: end), color: color)
    }

    /// Takes everything away.
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
        // Not the old shape in the new colour.
        piece.shape = nil
        piece.strokeColor = color
        piece.fillColor = color
        piece.shape = shape
        next = (next + 1) % Self.limit
    }
}
