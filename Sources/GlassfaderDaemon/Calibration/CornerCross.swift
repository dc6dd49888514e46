import Controls
import Drawing
import Layers

/// Shows a cross to touch near a corner, and instructions in the middle of the screen.
final class CornerCross: View {
    /// The positions of the crosses, as shares of the picture, clockwise from the top left. They
    /// are away from the edges, where fingers and some glasses are not exact.
    static let places = [
        Point(x: 0.125, y: 0.125), Point(x: 0.875, y: 0.125), Point(x: 0.875, y: 0.875),
        Point(x: 0.125, y: 0.875),
    ]

    private let ground = ShapeLayer()
    private let lines = [ShapeLayer(), ShapeLayer(), ShapeLayer()]
    private let title: TextLayer
    private let hint: TextLayer
    private let font: Font

    /// Makes a view that fills its window.
    init(frame: Rect, theme: Theme, font: Font) {
        self.font = font
        title = TextLayer(font: font)
        hint = TextLayer(font: font)
        super.init(frame: frame)
        isUserInteractionEnabled = false
        ground.fillColor = theme.background
        title.foregroundColor = theme.text
        hint.foregroundColor = theme.secondaryText
        for line in lines {
            line.strokeColor = theme.accent
            line.lineWidth = 3
        }
        for part in [ground, title, hint] + lines { layer.addSublayer(part) }
    }

    /// Shows the cross at a place, and a hint below the title.
    func show(_ place: Int, hint text: String) {
        let size = bounds.size
        ground.shape = .roundedRect(bounds, radius: 0)
        let middle = Self.point(place, in: size)
        let arm = fingerRadius
        lines[0].shape = .line(
            from: Point(x: middle.x - arm, y: middle.y), to: Point(x: middle.x + arm, y: middle.y))
        lines[1].shape = .line(
            from: Point(x: middle.x, y: middle.y - arm), to: Point(x: middle.x, y: middle.y + arm))
        lines[2].shape = TouchMark.circle(at: middle, radius: arm * 0.6)
        let height = (size.height / 16).clamped(from: 16, to: 48)
        title.font = font.withSize(height)
        hint.font = font.withSize(height * 0.7)
        title.frame = Rect(
            x: 0, y: (size.height / 2 - height * 1.5).rounded(), width: size.width,
            height: height * 1.5)
        hint.frame = Rect(
            x: 0, y: (size.height / 2).rounded(), width: size.width, height: height * 1.5)
        title.string = "Touch the cross, \(place + 1) of \(Self.places.count)"
        hint.string = text
    }

    /// The middle of a cross in a picture, in pixels.
    static func point(_ place: Int, in size: Size) -> Point {
        Point(
            x: (places[place].x * size.width).rounded(),
            y: (places[place].y * size.height).rounded())
    }
}
