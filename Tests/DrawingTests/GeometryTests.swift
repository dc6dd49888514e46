import Drawing
import Testing

struct GeometryTests {
    @Test func `an empty rectangle adds nothing to a union`() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(rect.union(.zero) == rect)
        #expect(Rect.zero.union(rect) == rect)
        #expect(rect.union(rect.insetBy(dx: 50, dy: 0).offsetBy(dx: 500, dy: 0)) == rect)
        #expect(rect.intersection(rect.offsetBy(dx: 30, dy: 0)) == .zero)
        #expect(!rect.contains(Rect.zero))
    }

    @Test func `a rectangle contains its left and top edges but not the right and bottom ones`() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        #expect(rect.contains(Point(x: 10, y: 20)))
        #expect(!rect.contains(Point(x: 40, y: 20)))
        #expect(!rect.contains(Point(x: 10, y: 60)))
        #expect(rect.center == Point(x: 25, y: 40))
        #expect(rect.intersects(Rect(x: 39, y: 59, width: 5, height: 5)))
        #expect(!rect.intersects(Rect(x: 40, y: 59, width: 5, height: 5)))
    }

    @Test func `the pixel rectangle covers the whole rectangle`() {
        let rect = Rect(x: -0.5, y: 1.2, width: 2, height: 0.1)
        #expect(rect.integral == PixelRect(x: -1, y: 1, width: 3, height: 1))
        #expect(Rect(x: 0.3, y: 0.3, width: 0, height: 5).integral.isEmpty)
    }

    @Test func `the remainder of a rectangle is the smallest around what another one leaves`() {
        let rect = PixelRect(x: 2, y: 3, width: 4, height: 5)
        for x in -1..<8 {
            for y in -1..<10 {
                for size in [1, 3, 4, 9] {
                    let other = PixelRect(x: x, y: y, width: size, height: size + 1)
                    let left = Region(rect).subtracting(other).extents
                    #expect(rect.remainder(outside: other) == left || left.isEmpty, "\(other)")
                    #expect(rect.remainder(outside: other).isEmpty == left.isEmpty, "\(other)")
                }
            }
        }
        #expect(rect.remainder(outside: .zero) == rect)
    }

    @Test func `directions wrap after one turn`() {
        #expect(abs(Angle.degrees(540).wrapped.degrees - 180) < 1e-9)
        #expect(abs(Angle.degrees(-190).wrapped.degrees - 170) < 1e-9)
        #expect(Angle.radians(-.pi).wrapped == .radians(.pi))
        #expect(Angle.radians(.pi).wrapped == .radians(.pi))
        for degrees in stride(from: -1000.0, through: 1000, by: 7) {
            let wrapped = Angle.degrees(degrees).wrapped
            #expect(wrapped.radians > -.pi && wrapped.radians <= .pi)
            #expect(abs(wrapped.cosine - Angle.degrees(degrees).cosine) < 1e-9)
            #expect(abs(wrapped.sine - Angle.degrees(degrees).sine) < 1e-9)
        }
    }

    @Test func `directions grow clockwise on the screen`() {
        let below = Angle.direction(from: .zero, to: Point(x: 0, y: 5))
        #expect(abs(below.degrees - 90) < 1e-9)
        let turned = AffineTransform.rotation(.degrees(90)).apply(to: Point(x: 1, y: 0))
        #expect(turned.distance(to: Point(x: 0, y: 1)) < 1e-9)
    }

    @Test func `the inverse undoes a transform`() throws {
        let transform = AffineTransform.translation(x: 30, y: -4)
            .rotated(by: .degrees(33)).scaledBy(x: 2, y: 0.5)
        let inverse = try #require(transform.inverted())
        let point = Point(x: 12.5, y: -7)
        #expect(inverse.apply(to: transform.apply(to: point)).distance(to: point) < 1e-9)
        #expect(AffineTransform.scale(x: 0, y: 1).inverted() == nil)
    }

    @Test func `an operation added to a transform is applied first`() {
        let transform = AffineTransform.scale(x: 2, y: 2).translatedBy(x: 10, y: 0)
        #expect(transform.apply(to: Point(x: 1, y: 1)) == Point(x: 22, y: 2))
        let other = AffineTransform.scale(x: 2, y: 2)
            .concatenating(.translation(x: 10, y: 0))
        #expect(other.apply(to: Point(x: 1, y: 1)) == Point(x: 12, y: 2))
    }

    @Test func `a rotated rectangle gives its upright bounding box`() {
        let turned = AffineTransform.rotation(.degrees(90))
            .apply(to: Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(abs(turned.minX + 6) < 1e-9)
        #expect(abs(turned.minY - 1) < 1e-9)
        #expect(abs(turned.width - 4) < 1e-9)
        #expect(abs(turned.height - 3) < 1e-9)
    }
}
