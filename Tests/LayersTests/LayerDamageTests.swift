import Drawing
import TestVectors
import Testing

@testable import Layers

@Suite struct LayerDamageTests {
    private var picture = Picture()
    private let layer = Layer()
    private let filler = Filler()

    private init() {
        layer.frame = Rect(x: 20, y: 10, width: 30, height: 40)
        layer.delegate = filler
        picture.root.addSublayer(layer)
        _ = picture.nextFrame()
    }

    @Test mutating func `without changes there is nothing to draw`() {
        #expect(picture.nextFrame().isEmpty)
        #expect(!picture.root.needsFrame)
    }

    @Test mutating func `a moved layer damages its old and its new position`() {
        layer.position.x += 100
        let damage = picture.nextFrame()
        let expected = Region([
            PixelRect(x: 20, y: 10, width: 30, height: 40),
            PixelRect(x: 120, y: 10, width: 30, height: 40),
        ])
        #expect(damage == expected)
        #expect(picture.bitmap[25, 15] == 0xFF00_0000)
        #expect(picture.bitmap[125, 15] == 0xFF00_FF00)
    }

    @Test mutating func `a moved layer is not redrawn by its delegate`() {
        #expect(filler.drawCount == 1)
        layer.position.x += 3
        _ = picture.nextFrame()
        #expect(filler.drawCount == 1)
    }

    @Test mutating func `setting a property to its current value damages nothing`() {
        layer.position = layer.position
        layer.opacity = 1
        layer.isHidden = false
        layer.transform = .identity
        layer.frame = layer.frame
        #expect(picture.nextFrame().isEmpty)
    }

    @Test mutating func `a layer that needs display is redrawn only in its own pixels`() {
        filler.color = .red
        layer.setNeedsDisplay()
        #expect(picture.nextFrame() == Region(PixelRect(x: 20, y: 10, width: 30, height: 40)))
        #expect(picture.bitmap[25, 15] == 0xFFFF_0000)
    }

    @Test mutating func `a drawing between pixels is redrawn in all pixels that it has`() {
        layer.frame = Rect(x: 20.6, y: 10, width: 30.3, height: 40)
        _ = picture.nextFrame()
        filler.color = .red
        layer.setNeedsDisplay()
        _ = picture.nextFrame()
        #expect(picture.isComplete)
    }

    @Test mutating func `a drawing whose size is animated later is shown with the old one before`()
    {
        Transaction.perform(in: layer) { transaction in
            transaction.setAnimationDuration(.milliseconds(300))
            transaction.setAnimationDelay(.milliseconds(500))
            layer.bounds.size = Size(width: 60, height: 10)
        }
        _ = picture.nextFrame()
        #expect(picture.isComplete)
    }

    @Test mutating func `hidden and removed layers uncover what is behind them`() {
        layer.isHidden = true
        #expect(picture.nextFrame() == Region(PixelRect(x: 20, y: 10, width: 30, height: 40)))
        #expect(picture.bitmap[25, 15] == 0xFF00_0000)
        layer.isHidden = false
        _ = picture.nextFrame()
        layer.removeFromSuperlayer()
        #expect(picture.nextFrame() == Region(PixelRect(x: 20, y: 10, width: 30, height: 40)))
        #expect(picture.bitmap[25, 15] == 0xFF00_0000)
    }

    @Test mutating func `sublayers of a moved layer move with it`() {
        let inner = Layer()
        inner.frame = Rect(x: 25, y: 0, width: 20, height: 5)
        inner.backgroundColor = .red
        layer.addSublayer(inner)
        _ = picture.nextFrame()
        layer.position.y += 20
        let damage = picture.nextFrame()
        #expect(damage.contains(PixelRect(x: 45, y: 30, width: 20, height: 5)))
        #expect(damage.contains(PixelRect(x: 45, y: 10, width: 20, height: 5)))
        #expect(picture.bitmap[60, 32] == 0xFFFF_0000)
    }

    @Test mutating func `a growing arc damages only the added sector`() {
        let arc = ShapeLayer()
        arc.frame = Rect(x: 100, y: 0, width: 100, height: 100)
        arc.strokeColor = .red
        arc.lineWidth = 4
        func shape(_ end: Double) -> ShapeLayer.Shape {
            .arc(
                center: Point(x: 50, y: 50), radius: 40, start: .degrees(-225),
                end: .degrees(end))
        }
        arc.shape = shape(0)
        picture.root.addSublayer(arc)
        _ = picture.nextFrame()
        arc.shape = shape(5)
        let damage = picture.nextFrame()
        #expect(damage.extents.minX > 180 && damage.area < 120, "\(damage)")
        #expect(picture.isComplete)
    }

    @Test mutating func `a growing bar damages only the added strip`() {
        let bar = ShapeLayer()
        bar.frame = Rect(x: 100, y: 0, width: 20, height: 100)
        bar.fillColor = .red
        func shape(_ top: Double) -> ShapeLayer.Shape {
            .roundedRect(Rect(x: 5, y: top, width: 10, height: 95 - top), radius: 2)
        }
        bar.shape = shape(50)
        picture.root.addSublayer(bar)
        _ = picture.nextFrame()
        bar.shape = shape(47.5)
        let damage = picture.nextFrame()
        #expect(damage.extents.height < 10, "\(damage)")
        #expect(picture.bitmap.differingPixels(from: picture.drawnWhole()).isEmpty)
    }

    @Test mutating func `a shape of another kind leaves nothing of the last one`() {
        let layer = ShapeLayer()
        layer.frame = Rect(x: 60, y: 0, width: 100, height: 100)
        layer.strokeColor = .white
        layer.lineWidth = 3
        picture.root.addSublayer(layer)
        func path(_ x: Double) -> Path { Path(ellipseIn: Rect(x: x, y: 10, width: 30, height: 20)) }
        let shapes: [ShapeLayer.Shape?] = [
            .path(path(5)), .path(path(60)), .roundedRect(path(20).boundingBox, radius: 4), nil,
            .path(path(40)), .line(from: Point(x: 5, y: 90), to: Point(x: 90, y: 70)),
            .arc(center: Point(x: 50, y: 50), radius: 30, start: .zero, end: .degrees(200)),
            .path(path(20)), nil,
        ]
        for shape in shapes {
            layer.shape = shape
            #expect(layer.shape == shape)
            _ = picture.nextFrame()
            #expect(picture.isComplete, "\(String(describing: shape))")
            layer.shape = shape
            #expect(picture.nextFrame().isEmpty)
        }
    }

    /// Draws one half of a layer.
    private final class Half: LayerDelegate {
        var isRight = false

        func draw(_ layer: Layer, in context: Context) {
            let half = layer.bounds.width / 2
            context.fill(
                Rect(x: isRight ? half : 0, y: 0, width: half, height: layer.bounds.height), .green)
        }
    }

    @Test mutating func `a picture that is drawn before the next frame takes no damage from it`() {
        let half = Half()
        let layer = Layer()
        layer.frame = Rect(x: 100, y: 0, width: 80, height: 60)
        layer.delegate = half
        picture.root.addSublayer(layer)
        _ = picture.nextFrame()
        for isRight in [true, false] {
            half.isRight = isRight
            layer.setNeedsDisplay()
            _ = picture.drawnWhole()
            _ = picture.nextFrame()
            #expect(picture.isComplete)
        }
    }

    @Test mutating func `a rotated pointer leaves no artefacts`() {
        let pointer = ShapeLayer()
        pointer.frame = Rect(x: 100, y: 0, width: 100, height: 100)
        pointer.strokeColor = .white
        pointer.lineWidth = 3
        pointer.shape = .line(from: Point(x: 70, y: 50), to: Point(x: 90, y: 50))
        picture.root.addSublayer(pointer)
        for degrees in stride(from: 0.0, through: 360, by: 7) {
            pointer.transform = .rotation(.degrees(degrees))
            let damage = picture.nextFrame()
            #expect(damage.area < 2000)
            #expect(picture.bitmap.differingPixels(from: picture.drawnWhole()).isEmpty)
        }
    }

    @Test mutating func `after random changes the picture always equals a full redraw`() {
        var random = SeededGenerator(seed: 7)
        var layers = [layer]
        for step in 0..<400 {
            let chosen = random.pick(layers)
            switch random.int(0...7) {
            case 0: chosen.isHidden.toggle()
            case 1: chosen.opacity = Double(random.int(0...4)) / 4
            case 2:
                chosen.frame = Rect(
                    x: Double(random.int(0...149)), y: Double(random.int(0...59)),
                    width: Double(random.int(0...59)), height: Double(random.int(0...39)))
            case 3:
                let added = Layer()
                added.frame = Rect(x: Double(random.int(0...39)), y: 5, width: 20, height: 12)
                added.backgroundColor = random.pick([.red, .blue, .white])
                chosen.addSublayer(added)
                layers.append(added)
            case 4 where layers.count > 1:
                let removed = layers.remove(at: 1 + random.int(0...layers.count - 2))
                removed.removeFromSuperlayer()
                layers.removeAll { candidate in
                    var top = candidate
                    while let above = top.superlayer { top = above }
                    return top !== picture.root
                }
                if layers.isEmpty { layers = [picture.root] }
            case 5:
                filler.color = random.pick([.red, .green, .yellow])
                layer.setNeedsDisplay()
            default:
                chosen.position.x += Double(random.int(0...20)) - 10
            }
            _ = picture.nextFrame()
            guard picture.bitmap.differingPixels(from: picture.drawnWhole()).isEmpty else {
                Issue.record("step \(step) left a trace")
                return
            }
        }
    }
}
