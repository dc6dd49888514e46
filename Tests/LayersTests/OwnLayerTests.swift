import Drawing
import Testing

@testable import Layers

@Suite struct OwnLayerTests {
    /// A layer that draws itself, and counts how often.
    private final class Coat: Layer {
        var color = Color.green
        var drawCount = 0

        override var drawsContents: Bool { true }

        override func draw(in context: Context) {
            drawCount += 1
            context.fill(bounds, color)
            super.draw(in: context)
        }
    }

    /// Draws a stripe.
    private final class Stripe: LayerDelegate {
        func draw(_ layer: Layer, in context: Context) {
            context.fill(Rect(x: 0, y: 0, width: layer.bounds.width, height: 5), .red)
        }
    }

    private var picture = Picture()
    private let layer = Coat()

    private init() {
        layer.frame = Rect(x: 20, y: 10, width: 30, height: 40)
        picture.root.addSublayer(layer)
        _ = picture.nextFrame()
    }

    @Test mutating func `a layer that draws itself needs no delegate`() {
        #expect(picture.bitmap[25, 15] == 0xFF00_FF00)
        #expect(picture.bitmap[55, 15] == 0xFF00_0000)
        layer.position.x += 30
        _ = picture.nextFrame()
        #expect(picture.bitmap[55, 15] == 0xFF00_FF00)
        #expect(layer.drawCount == 1)
        #expect(picture.isComplete)
    }

    @Test mutating func `a layer that draws itself does so again once it needs display`() {
        layer.color = .white
        #expect(picture.nextFrame().isEmpty)
        layer.setNeedsDisplay()
        #expect(picture.nextFrame() == Region(PixelRect(x: 20, y: 10, width: 30, height: 40)))
        #expect(picture.bitmap[25, 15] == 0xFFFF_FFFF)
        #expect(layer.drawCount == 2)
    }

    @Test mutating func `a layer that is turned draws itself turned`() {
        layer.transform = .rotation(.degrees(90))
        _ = picture.nextFrame()
        #expect(picture.bitmap[17, 30] == 0xFF00_FF00)
        #expect(picture.bitmap[35, 12] == 0xFF00_0000)
        #expect(picture.isComplete)
    }

    @Test mutating func `a delegate draws above it, and leaves it as it was`() {
        let stripe = Stripe()
        layer.delegate = stripe
        _ = picture.nextFrame()
        #expect(picture.bitmap[25, 12] == 0xFFFF_0000)
        #expect(picture.bitmap[25, 20] == 0xFF00_FF00)
        layer.delegate = nil
        _ = picture.nextFrame()
        #expect(picture.bitmap[25, 12] == 0xFF00_FF00)
    }
}
