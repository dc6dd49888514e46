import Drawing
import TestVectors
import Testing

@testable import Layers

/// What is below the opaque part of a layer.
@Suite struct CoveredLayerTests {
    private var picture = Picture()
    private var random = SeededGenerator(seed: 11)

    /// A cap with a shadow and round corners.
    private final class Cap: LayerDelegate {
        var color = Color.orange

        func draw(_ layer: Layer, in context: Context) {
            let body = Path(roundedRect: layer.bounds.insetBy(dx: 6, dy: 6), cornerRadius: 5)
            context.drawShadow(
                of: body, offset: Point(x: 0, y: 1), blur: 4, color: Color.black.withAlpha(0.6))
            context.fill(body, color)
        }
    }

    @Test mutating func `a picture is the same whether covered layers are left out or not`() {
        let cap = Cap()
        let track = ShapeLayer()
        track.frame = picture.root.bounds
        track.fillColor = .green
        track.shape = .roundedRect(Rect(x: 20.5, y: 44, width: 150, height: 9), radius: 4.5)
        let mark = ShapeLayer()
        mark.frame = Rect(x: 60, y: 10, width: 60, height: 60)
        mark.fillColor = .yellow
        mark.shape = .path(Path(ellipseIn: Rect(x: 30, y: 20, width: 20, height: 30)))
        let filler = Filler()
        filler.color = Color.white.withAlpha(0.3)
        let glass = Layer()
        glass.frame = Rect(x: 30, y: 20, width: 90, height: 60)
        glass.delegate = filler
        let revealed = RevealLayer()
        let caps = [Layer(), Layer(), Layer(), Layer(), revealed]
        picture.root.addSublayer(track)
        picture.root.addSublayer(mark)
        picture.root.addSublayer(glass)
        for layer in caps {
            layer.delegate = cap
            layer.bounds = Rect(x: 0, y: 0, width: 70, height: 50)
            picture.root.addSublayer(layer)
        }
        for step in 0..<300 {
            let layer = caps[step % caps.count]
            layer.position = Point(
                x: Double.random(in: -20...220, using: &random).rounded(),
                y: Double.random(in: -20...120, using: &random).rounded())
            revealed.revealedRect = Rect(
                x: 0, y: 0, width: Double.random(in: 0...70, using: &random), height: 50)
            switch step {
            case 60: caps[1].opacity = 0.5
            case 120: caps[2].transform = .rotation(.degrees(20))
            case 160: cap.color = Color.blue.withAlpha(0.5)
            case 200: caps[3].isHidden = true
            case 240: picture.root.masksToBounds = true
            default: break
            }
            for cap in caps where step == 160 { cap.setNeedsDisplay() }
            _ = picture.nextFrame()
            #expect(picture.isComplete, "step \(step)")
        }
    }

    @Test mutating func `a picture is the same whether the ground is drawn below boxes or not`() {
        let boxes = (0..<6).map { index in
            let box = Layer()
            box.backgroundColor = index == 2 ? Color.green.withAlpha(0.7) : .green
            box.cornerRadius = Double(index % 3) * 4
            picture.root.addSublayer(box)
            return box
        }
        let stripe = Layer()
        stripe.backgroundColor = .yellow
        stripe.frame = Rect(x: 0, y: 30, width: 200, height: 9)
        picture.root.addSublayer(stripe)
        for step in 0..<300 {
            for box in boxes {
                // Most reach from edge to edge, as strips do, and some overlap or leave a part
                // free.
                box.frame = Rect(
                    x: Double.random(in: -20...220, using: &random),
                    y: Double.random(in: -30...4, using: &random),
                    width: Double.random(in: 0...60, using: &random),
                    height: Double.random(in: 90...150, using: &random))
                if Bool.random(using: &random) { box.frame = Rect(box.frame.integral) }
            }
            switch step {
            case 100: boxes[0].opacity = 0.5
            case 150: boxes[1].isHidden = true
            case 200: boxes[3].transform = .rotation(.degrees(10))
            default: break
            }
            picture.root.backgroundColor = step.isMultiple(of: 2) ? .black : .blue
            #expect(picture.nextFrame() == Region(picture.bitmap.bounds))
            #expect(picture.isComplete, "step \(step)")
        }
    }
}
