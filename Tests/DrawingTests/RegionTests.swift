import Drawing
import TestVectors
import Testing

struct RegionTests {
    @Test func `a region behaves like a set of pixels`() {
        var random = SeededGenerator(seed: 20_251)
        for _ in 0..<40 {
            var region = Region()
            var pixels: Set<PixelPoint> = []
            for _ in 0..<25 {
                let rect = PixelRect.random(using: &random)
                let other = Region([rect, PixelRect.random(using: &random)])
                let otherPixels = other.pixels
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    region.formUnion(rect)
                    pixels.formUnion(rect.pixels)
                case 1:
                    region.subtract(rect)
                    pixels.subtract(rect.pixels)
                case 2:
                    region.formUnion(other)
                    pixels.formUnion(otherPixels)
                case 3:
                    region.subtract(other)
                    pixels.subtract(otherPixels)
                case 4:
                    let kept = rect.insetBy(dx: -8, dy: -8)
                    region.formIntersection(kept)
                    pixels.formIntersection(kept.pixels)
                default:
                    region.translate(dx: rect.x, dy: -rect.y)
                    pixels = Set(
                        pixels.map { PixelPoint(x: $0.x + rect.x, y: $0.y - rect.y) })
                }
                #expect(region.pixels == pixels)
                #expect(region.area == pixels.count)
                #expect(region.isEmpty == pixels.isEmpty)
                #expect(region.extents == pixels.extents)
                let probe = PixelPoint(x: rect.maxX, y: rect.minY)
                #expect(region.contains(probe) == pixels.contains(probe))
                #expect(region.intersects(rect) == !pixels.isDisjoint(with: rect.pixels))
                #expect(
                    region.contains(rect)
                        == (!rect.isEmpty && pixels.isSuperset(of: rect.pixels)))
            }
        }
    }

    @Test func `changing a copy does not change the original`() {
        let original = Region(PixelRect(x: 0, y: 0, width: 10, height: 10))
        var copy = original
        copy.subtract(PixelRect(x: 2, y: 2, width: 2, height: 2))
        #expect(original.area == 100)
        #expect(copy.area == 96)
        var moved = copy
        moved.translate(dx: 5, dy: 0)
        #expect(copy.extents == PixelRect(x: 0, y: 0, width: 10, height: 10))
        #expect(moved.extents == PixelRect(x: 5, y: 0, width: 10, height: 10))
    }

    @Test func `a region can be combined with itself`() {
        let cross = Region([
            PixelRect(x: 3, y: 0, width: 3, height: 9), PixelRect(x: 0, y: 3, width: 9, height: 3),
        ])
        var region = cross
        region.formUnion(region)
        #expect(region == cross)
        region.formIntersection(region)
        #expect(region == cross)
        region.subtract(region)
        #expect(region.isEmpty)
        #expect(region.extents == .zero)
        #expect(region == Region())
    }

    @Test func `rectangles come in bands and contain every pixel once`() {
        let region = Region([
            PixelRect(x: 0, y: 0, width: 10, height: 10),
            PixelRect(x: 5, y: 5, width: 10, height: 10),
        ])
        #expect(
            Array(region.rects) == [
                PixelRect(x: 0, y: 0, width: 10, height: 5),
                PixelRect(x: 0, y: 5, width: 15, height: 5),
                PixelRect(x: 5, y: 10, width: 10, height: 5),
            ])
    }

    @Test func `extreme rectangles are clamped and do not trap`() {
        let huge = Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300)
        let region = Region(huge.integral)
        #expect(region.contains(PixelPoint(x: 5, y: -5)))
        #expect(Region(PixelRect(x: 1 << 40, y: 0, width: 5, height: 5)).isEmpty)
        #expect(Region(PixelRect(x: 0, y: 0, width: -3, height: 5)).isEmpty)
    }
}

extension PixelRect {
    static func random(using random: inout SeededGenerator) -> PixelRect {
        PixelRect(
            x: .random(in: -12...12, using: &random), y: .random(in: -12...12, using: &random),
            width: .random(in: 0...9, using: &random), height: .random(in: 0...9, using: &random))
    }

    var pixels: Set<PixelPoint> {
        guard !isEmpty else { return [] }
        return Set((minY..<maxY).flatMap { y in (minX..<maxX).map { PixelPoint(x: $0, y: y) } })
    }
}

extension Region {
    fileprivate var pixels: Set<PixelPoint> {
        rects.reduce(into: []) { pixels, rect in
            #expect(pixels.isDisjoint(with: rect.pixels))
            pixels.formUnion(rect.pixels)
        }
    }
}

extension Set<PixelPoint> {
    fileprivate var extents: PixelRect {
        reduce(.zero) { $0.union(PixelRect(x: $1.x, y: $1.y, width: 1, height: 1)) }
    }
}
