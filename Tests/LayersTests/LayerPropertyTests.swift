import Drawing
import Testing

@testable import Layers

/// What each property changes in the picture, to the pixel.
@Suite struct LayerPropertyTests {
    private var picture = Picture()
    private let layer = Layer()
    private let filler = Filler()
    private let own = PixelRect(x: 20, y: 10, width: 30, height: 40)

    private init() {
        layer.frame = Rect(own)
        layer.backgroundColor = .blue
        picture.root.addSublayer(layer)
        _ = picture.nextFrame()
    }

    private typealias Change = @Sendable (Layer) -> Void

    @Test(
        arguments: [
            { $0.opacity = 0.5 }, { $0.backgroundColor = .red }, { $0.isHidden = true },
            { $0.setNeedsDisplay() },
            { $0.contents = Bitmap(width: 30, height: 40) },
            { $0.contents = Bitmap(width: 3, height: 4) },
            { $0.zPosition = 2 },
        ] as [Change])
    private mutating func `a property of the whole layer damages the layer`(change: Change) {
        change(layer)
        #expect(picture.nextFrame() == Region(own))
        #expect(picture.isComplete)
        #expect(picture.nextFrame().isEmpty)
    }

    @Test(arguments: [
        (0.499_999_999_999_999_94, 0), (0.5, 1), (-0.499_999_999_999_999_94, 0), (-0.5, -1),
        (1.5, 2), (1e300, PixelRect.coordinateLimit),
    ])
    private func `a drawing is at the nearest whole pixel`(place: Double, pixel: Int) {
        #expect(Point(x: place, y: -place).rounded == PixelPoint(x: pixel, y: -pixel))
    }

    @Test mutating func `rounded corners damage only the corners`() {
        layer.cornerRadius = 5
        let corners = [(20, 10), (45, 10), (20, 45), (45, 45)]
        #expect(
            picture.nextFrame()
                == Region(corners.map { PixelRect(x: $0.0, y: $0.1, width: 5, height: 5) }))
        #expect(picture.isComplete)
        #expect(picture.bitmap[20, 10] == 0xFF00_0000 && picture.bitmap[24, 14] == 0xFF00_00FF)
    }

    @Test mutating func `a border damages only the border`() {
        layer.borderColor = .red
        #expect(picture.nextFrame().isEmpty, "there is no width yet")
        layer.borderWidth = 2
        let ring = Region(own).subtracting(PixelRect(x: 22, y: 12, width: 26, height: 36))
        #expect(picture.nextFrame() == ring)
        #expect(picture.bitmap[21, 11] == 0xFFFF_0000 && picture.bitmap[22, 12] == 0xFF00_00FF)
        layer.borderColor = .green
        #expect(picture.nextFrame() == ring)
        #expect(picture.isComplete)
    }

    @Test mutating func `setting a property to its current value damages nothing`() {
        layer.anchorPoint = Point(x: 0.5, y: 0.5)
        layer.bounds = layer.bounds
        layer.backgroundColor = .blue
        layer.cornerRadius = 0
        layer.borderWidth = 0
        layer.borderColor = nil
        layer.masksToBounds = false
        layer.zPosition = 0
        layer.contents = nil
        layer.delegate = nil
        picture.root.addSublayer(layer)
        #expect(picture.nextFrame().isEmpty)
    }

    @Test mutating func `numbers that are not finite change nothing`() {
        layer.position = Point(x: .nan, y: 3)
        layer.bounds = Rect(x: 0, y: 0, width: .infinity, height: 1)
        layer.transform = .scale(x: .nan, y: 1)
        layer.opacity = .nan
        layer.cornerRadius = -.infinity
        layer.borderWidth = .nan
        layer.zPosition = .infinity
        layer.anchorPoint = Point(x: .infinity, y: 0)
        #expect(picture.nextFrame().isEmpty)
        #expect(layer.frame == Rect(own))
    }

    @Test mutating func `a colour or a border does not redraw the contents`() {
        layer.delegate = filler
        _ = picture.nextFrame()
        #expect(filler.drawCount == 1)
        layer.backgroundColor = .red
        layer.cornerRadius = 4
        layer.borderWidth = 1
        layer.borderColor = .white
        layer.opacity = 0.5
        layer.position.x += 7
        _ = picture.nextFrame()
        #expect(filler.drawCount == 1)
        layer.bounds.size.width += 5
        _ = picture.nextFrame()
        #expect(filler.drawCount == 2)
    }

    @Test mutating func `a turning pointer does not redraw its face`() {
        layer.delegate = filler
        let pointer = Layer()
        let needle = Filler()
        pointer.frame = Rect(x: 0, y: 15, width: 30, height: 10)
        pointer.delegate = needle
        layer.addSublayer(pointer)
        _ = picture.nextFrame()
        for step in 1...20 {
            pointer.transform = .rotation(.degrees(Double(step) * 15))
            _ = picture.nextFrame()
        }
        #expect(filler.drawCount == 1)
        #expect(picture.isComplete)
    }

    @Test mutating func `picture contents appear unchanged, and rotate with their layer`() {
        let bitmap = Bitmap(width: 30, height: 40)
        bitmap.fill(.red)
        bitmap.fill(PixelRect(x: 0, y: 0, width: 10, height: 40), .green)
        layer.contents = bitmap
        _ = picture.nextFrame()
        #expect(picture.bitmap[20, 10] == 0xFF00_FF00 && picture.bitmap[49, 49] == 0xFFFF_0000)
        layer.transform = .rotation(.degrees(180))
        _ = picture.nextFrame()
        #expect(picture.bitmap[48, 48] == 0xFF00_FF00 && picture.bitmap[22, 12] == 0xFFFF_0000)
    }

    @Test mutating func `a layer rotates about its anchor`() {
        layer.anchorPoint = .zero
        #expect(layer.frame == Rect(x: 35, y: 30, width: 30, height: 40))
        layer.frame = Rect(own)
        #expect(layer.position == Point(x: 20, y: 10))
        layer.transform = .rotation(.degrees(-90))
        _ = picture.nextFrame()
        layer.position.y = 60
        _ = picture.nextFrame()
        #expect(picture.bitmap[21, 58] == 0xFF00_00FF && picture.bitmap[59, 31] == 0xFF00_00FF)
        #expect(picture.isComplete)
    }

    @Test mutating func `masked content is neither visible nor damaged outside the mask`() {
        let inner = Layer()
        inner.frame = Rect(x: 20, y: 30, width: 40, height: 40)
        inner.backgroundColor = .red
        layer.addSublayer(inner)
        layer.masksToBounds = true
        _ = picture.nextFrame()
        #expect(picture.bitmap[49, 49] == 0xFFFF_0000 && picture.bitmap[50, 50] == 0xFF00_0000)
        inner.backgroundColor = .green
        #expect(picture.nextFrame() == Region(PixelRect(x: 40, y: 40, width: 10, height: 10)))
        layer.masksToBounds = false
        _ = picture.nextFrame()
        #expect(picture.bitmap[55, 55] == 0xFF00_FF00)
        #expect(picture.isComplete)
    }

    @Test mutating func `the layer with the greater z is in front`() {
        let other = Layer()
        other.frame = Rect(own).offsetBy(dx: 10, dy: 0)
        other.backgroundColor = .red
        picture.root.insertSublayer(other, below: layer)
        _ = picture.nextFrame()
        #expect(picture.bitmap[35, 20] == 0xFF00_00FF)
        other.zPosition = 1
        _ = picture.nextFrame()
        #expect(picture.bitmap[35, 20] == 0xFFFF_0000)
        layer.zPosition = 1
        _ = picture.nextFrame()
        #expect(picture.bitmap[35, 20] == 0xFF00_00FF, "as they are listed, if it is the same")
        picture.root.insertSublayer(other, above: layer)
        _ = picture.nextFrame()
        #expect(picture.bitmap[35, 20] == 0xFFFF_0000)
        #expect(picture.root.sublayers.map { $0 === other } == [false, true])
        #expect(picture.isComplete)
    }

    @Test mutating func `any path can be a shape`() {
        let shape = ShapeLayer()
        shape.frame = picture.root.bounds
        var path = Path()
        path.move(to: Point(x: 110, y: 20))
        path.addLine(to: Point(x: 120, y: 40))
        path.addLine(to: Point(x: 140, y: 10))
        shape.shape = .path(path)
        shape.strokeColor = .white
        shape.lineWidth = 3
        shape.lineJoin = .round
        picture.root.addSublayer(shape)
        #expect(picture.nextFrame().extents == PixelRect(x: 107, y: 7, width: 36, height: 36))
        #expect(picture.bitmap[115, 30] == 0xFFFF_FFFF)
        shape.strokeColor = nil
        _ = picture.nextFrame()
        #expect(picture.bitmap[115, 30] == 0xFF00_0000 && picture.isComplete)
    }

    @Test func `a layer is never inserted into itself`() async {
        await #expect(processExitsWith: .failure) {
            let layer = Layer()
            layer.addSublayer(layer)
        }
        await #expect(processExitsWith: .failure) {
            let (outer, middle, inner) = (Layer(), Layer(), Layer())
            outer.addSublayer(middle)
            middle.addSublayer(inner)
            inner.insertSublayer(outer, at: 0)
        }
    }
}
