import Drawing
import Testing

@testable import Layers

/// What lies still under something that moves.
@Suite struct BackdropTests {
    private var picture = Picture()
    private let stones: [Stone]
    private let mover = ShapeLayer()

    /// Draws translucent stripes, and counts how often.
    private final class Stone: LayerDelegate {
        let layer = Layer()
        var color = Color.green.withAlpha(0.3)
        var drawCount = 0

        func draw(_ layer: Layer, in context: Context) {
            drawCount += 1
            context.fill(
                Path(ellipseIn: layer.bounds.insetBy(dx: 2, dy: 2)), color)
        }
    }

    private init() {
        stones = (0..<5).map { _ in Stone() }
        for (index, stone) in stones.enumerated() {
            stone.layer.frame = Rect(
                x: 10 + Double(index) * 9, y: 5, width: 120, height: 80)
            stone.layer.delegate = stone
            picture.root.addSublayer(stone.layer)
        }
        mover.frame = picture.root.bounds
        mover.strokeColor = .white
        mover.lineWidth = 4
        picture.root.addSublayer(mover)
        _ = picture.nextFrame()
    }

    private mutating func move(_ step: Int) {
        let x = 20.5 + Double(step % 90)
        mover.shape = .line(from: Point(x: x, y: 20), to: Point(x: x + 10, y: 40.5))
        _ = picture.nextFrame()
    }

    @Test
    mutating func `a still background stays the same picture, however long it does not change`() {
        for step in 0..<120 {
            move(step)
            #expect(picture.isComplete, "frame \(step)")
        }
        #expect(stones.allSatisfy { $0.drawCount == 1 })
    }

    @Test mutating func `a still background is redrawn as soon as it changes`() {
        for step in 0..<200 {
            move(step)
            switch step {
            case 90:
                stones[1].color = .red.withAlpha(0.5)
                stones[1].layer.setNeedsDisplay()
            case 130: stones[3].layer.removeFromSuperlayer()
            case 150: stones[0].layer.position.x += 7.5
            case 170: picture.root.insertSublayer(stones[4].layer, at: 0)
            case 185: picture.root.backgroundColor = .blue
            default: continue
            }
            _ = picture.nextFrame()
            #expect(picture.isComplete, "frame \(step)")
        }
        #expect(picture.isComplete)
    }

    @Test mutating func `a still background is not damaged outside the moving layer`() {
        for step in 0..<80 { move(step) }
        mover.shape = .line(from: Point(x: 60, y: 20), to: Point(x: 70, y: 40))
        let damage = picture.nextFrame()
        #expect(damage.area < 40 * 40, "\(damage)")
        #expect(picture.isComplete)
    }
}
