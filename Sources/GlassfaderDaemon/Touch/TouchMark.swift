import Drawing
import Layers

/// The ring around a contact, with a label.
final class TouchMark {
    let layer = Layer()
    let color: Color
    /// The contact's position in the overlay's coordinates.
    private(set) var point = Point.zero

    private let radius: Double
    private let ring = ShapeLayer()
    private let plate = ShapeLayer()
    private let label: TextLayer

    /// Makes a mark without a position. `radius` is in pixels.
    init(color: Color, radius: Double, font: Font) {
        self.color = color
        self.radius = radius
        label = TextLayer(font: font)
        label.foregroundColor = .white
        ring.strokeColor = color
        ring.lineWidth = 3
        plate.fillColor = Color(white: 0, alpha: 0.75)
        plate.strokeColor = color
        plate.lineWidth = 1.5
        for part in [ring, plate, label] { layer.addSublayer(part) }
    }

    /// Moves the mark to `point`, and its label inside `bounds`: above the ring, where no hand
    /// hides the label, or below the ring at the upper edge.
    func move(to point: Point, text: String, in bounds: Rect) {
        self.point = point
        ring.shape = Self.circle(at: point, radius: radius)
        let line = TextLine(text, font: label.font, figures: .tabular)
        let size = Size(
            width: line.width.rounded(.up) + 16,
            height: (line.ascent + line.descent).rounded(.up) + 6)
        let above = point.y - radius - 6 - size.height
        let y = above < bounds.minY + 2 ? point.y + radius + 6 : above
        let x = min(max(point.x - size.width / 2, bounds.minX + 2), bounds.maxX - size.width - 2)
        // Text is only sharp on whole pixels.
        let frame = Rect(
            origin: Point(x: x.rounded(), y: y.rounded()), size: size)
        plate.shape = .roundedRect(frame, radius: 6)
        label.frame = frame
        label.string = text
    }

    /// A whole circle.
    static func circle(at point: Point, radius: Double) -> ShapeLayer.Shape {
        .arc(center: point, radius: radius, start: .zero, end: .degrees(360))
    }
}
