import Controls
import Drawing
import Evdev
import Testing

@testable import GlassfaderDaemon

/// A panel of one colour with an overlay, drawn frame by frame.
private struct OverlaidPanel {
    let window = Window(size: Size(width: 640, height: 400))
    let below = View(frame: Rect(x: 0, y: 0, width: 640, height: 400))
    let overlay: TouchOverlay
    let bitmap = Bitmap(width: 640, height: 400, format: .xrgb32)

    init() throws {
        overlay = TouchOverlay(
            frame: window.bounds, font: try FontCollection().font(size: 18))
        window.backgroundColor = .darkGray
        window.addSubview(below)
        window.addSubview(overlay)
        _ = nextFrame()
    }

    /// Draws what changed and says which pixels those were.
    func nextFrame() -> Region {
        var damage = Region()
        window.update(damage: &damage, at: .zero)
        damage.formIntersection(bitmap.bounds)
        window.draw(damage, into: bitmap)
        return damage
    }

    /// What is shown now.
    func copy() -> Bitmap {
        let copy = Bitmap(width: bitmap.width, height: bitmap.height, format: .xrgb32)
        copy.copy(from: bitmap)
        return copy
    }

    /// What a picture drawn from nothing would show.
    func drawnWhole() -> Bitmap {
        let whole = Bitmap(width: bitmap.width, height: bitmap.height, format: .xrgb32)
        window.draw(Region(whole.bounds), into: whole)
        return whole
    }

    func show(
        _ phase: Contact.Phase, _ number: Int, slot: Int = 0, _ x: Int32, _ y: Int32,
        pressure: Int32? = nil
    ) {
        overlay.show(
            Contact(number: number, slot: slot, phase: phase, x: x, y: y, pressure: pressure),
            of: 1, at: Point(x: Double(x), y: Double(y)))
        overlay.show(
            TouchUpdate(
                number: number, slot: slot, phase: phase, x: Double(x) + 2, y: Double(y),
                time: .zero),
            of: 1)
    }
}

struct TouchOverlayTests {
    private let panel: OverlaidPanel

    init() throws {
        panel = try OverlaidPanel()
    }

    @Test func `an overlay without contacts damages nothing`() {
        #expect(panel.nextFrame().isEmpty)
        #expect(!panel.window.needsFrame)
    }

    @Test func `a finger does not block touches of the control below`() {
        panel.show(.began, 1, 300, 200)
        #expect(panel.window.hitTest(Point(x: 300, y: 200)) === panel.below)
    }

    @Test func `everything drawn is damaged, and nothing far from a finger`() {
        panel.show(.began, 1, 300, 200, pressure: 17)
        panel.show(.began, 2, slot: 1, 100, 20)
        _ = panel.nextFrame()
        let steps: [() -> Void] = [
            { panel.show(.moved, 1, 310, 205, pressure: 19) },
            { panel.show(.moved, 1, 310, 205, pressure: 20) },
            { panel.show(.moved, 1, 330, 215, pressure: 20) },
            { panel.show(.ended, 1, 330, 215) },
            { panel.show(.began, 3, 320, 190) },
        ]
        for (index, step) in steps.enumerated() {
            let before = panel.copy()
            step()
            let damage = panel.nextFrame()
            #expect(panel.bitmap.looksLike(panel.drawnWhole()), "step \(index)")
            let changed = panel.bitmap.differingPixels(from: before)
            #expect(!changed.isEmpty, "step \(index)")
            #expect(changed.subtracting(damage).isEmpty, "step \(index)")
            // A ring has 34 pixels around its centre, and its label is above it.
            let near = PixelRect(x: 255, y: 110, width: 125, height: 150)
            #expect(damage.subtracting(near).isEmpty, "step \(index)")
        }
    }

    @Test func `a finger that does not move is not redrawn`() {
        panel.show(.began, 1, 300, 200, pressure: 17)
        _ = panel.nextFrame()
        panel.show(.moved, 1, 300, 200, pressure: 17)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `a path stays until a finger lands on glass without fingers`() {
        let empty = panel.copy()
        panel.show(.began, 1, 100, 300)
        panel.show(.began, 2, slot: 1, 500, 300)
        panel.show(.moved, 1, 200, 300)
        panel.show(.ended, 1, 200, 300)
        _ = panel.nextFrame()
        let path = panel.bitmap[150, 300]
        #expect(path != empty[150, 300])
        panel.show(.began, 3, 300, 100)
        panel.show(.ended, 3, 300, 100)
        panel.show(.ended, 2, slot: 1, 500, 300)
        _ = panel.nextFrame()
        #expect(panel.bitmap[150, 300] == path)
        panel.show(.began, 4, 500, 100)
        _ = panel.nextFrame()
        #expect(panel.bitmap[150, 300] == empty[150, 300])
    }

    @Test func `the label of a finger at the upper edge is below the finger`() {
        panel.show(.began, 1, 300, 4)
        let damage = panel.nextFrame()
        #expect(damage.extents.y == 0)
        #expect(damage.contains(PixelPoint(x: 300, y: 55)))
    }

    @Test func `a finger that never lifts does not use more and more memory`() {
        panel.show(.began, 1, 300, 200)
        for step in 0..<TouchTrails.limit * 2 {
            panel.show(.moved, 1, Int32(100 + step % 400), 200)
        }
        #expect(pieces == TouchTrails.limit)
    }

    @Test func `a new picture starts without fingers and paths`() {
        let empty = panel.copy()
        panel.show(.began, 1, 100, 300)
        panel.show(.moved, 1, 200, 300)
        _ = panel.nextFrame()
        panel.overlay.fit(Size(width: 640, height: 400))
        _ = panel.nextFrame()
        #expect(panel.bitmap.looksLike(empty))
        // The finger that was there is not heard of again.
        panel.show(.moved, 1, 210, 300)
        panel.overlay.fit(Size(width: 640, height: 400))
        _ = panel.nextFrame()
        #expect(panel.bitmap.looksLike(empty))
    }

    private var pieces: Int { panel.overlay.layer.sublayers.first?.sublayers.count ?? 0 }
}
