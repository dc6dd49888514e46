import Drawing
import Testing

@testable import Layers

/// Shapes whose change reaches farther than the part that changed.
struct ShapeDamageTests {
    private static func roundedRect(_ width: Double, _ radius: Double) -> ShapeLayer.Shape {
        .roundedRect(Rect(x: 30, y: 20, width: width, height: 60), radius: radius)
    }

    private static func arc(to end: Double) -> ShapeLayer.Shape {
        .arc(center: Point(x: 60, y: 50), radius: 40, start: .degrees(0), end: .degrees(end))
    }

    private static var corner: ShapeLayer.Shape {
        var path = Path()
        path.move(to: Point(x: 20, y: 30))
        path.addLine(to: Point(x: 80, y: 40))
        path.addLine(to: Point(x: 20, y: 55))
        return .path(path)
    }

    private static let changes:
        [(String, @Sendable (ShapeLayer) -> Void, @Sendable (ShapeLayer) -> Void)] = [
            (
                "a thick outline becomes narrower",
                {
                    ($0.shape, $0.strokeColor, $0.lineWidth) = (roundedRect(60, 4), .white, 8)
                }, { $0.shape = roundedRect(40, 4) }
            ),
            (
                "a bar becomes shorter than its round ends",
                { ($0.shape, $0.fillColor) = (roundedRect(60, 25), .white) },
                { $0.shape = roundedRect(40, 25) }
            ),
            (
                "a filled arc grows", { ($0.shape, $0.fillColor) = (arc(to: 150), .red) },
                { $0.shape = arc(to: 190) }
            ),
            (
                "corners lose their tips",
                { ($0.shape, $0.strokeColor, $0.lineWidth) = (corner, .white, 10) },
                { $0.lineJoin = .bevel }
            ),
            (
                "ends lose their squares",
                {
                    ($0.shape, $0.strokeColor, $0.lineWidth) = (arc(to: 90), .white, 12)
                    $0.lineCap = .square
                }, { $0.lineCap = .butt }
            ),
        ]

    @Test(arguments: changes.indices)
    func `all that a change of a shape reaches is drawn again`(_ index: Int) {
        let (what, before, change) = Self.changes[index]
        var picture = Picture()
        let shape = ShapeLayer()
        shape.frame = picture.root.bounds
        before(shape)
        picture.root.addSublayer(shape)
        _ = picture.nextFrame()
        change(shape)
        #expect(!picture.nextFrame().isEmpty)
        #expect(picture.isComplete, "\(what)")
    }
}
