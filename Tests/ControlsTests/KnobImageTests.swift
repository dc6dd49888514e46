import Drawing
import Fingers
import Testing

@testable import Controls

/// Images in place of the dial and the pointer, for each state of a knob.
@Suite struct KnobImageTests {
    private let window = Window(size: Size(width: 300, height: 200))
    private let knob = Knob(frame: Rect(x: 20, y: 20, width: 150, height: 150))
    private let panel: Glass

    init() {
        window.backgroundColor = .black
        knob.value = 0.5
        window.addSubview(knob)
        panel = Glass(window)
    }

    private func dial(_ color: Color) -> Image {
        Image(size: Size(width: 4, height: 4)) {
            $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), color)
        }
    }

    private func pointer(_ color: Color) -> Image {
        Image(size: Size(width: 40, height: 40)) {
            $0.fill(Rect(x: 18, y: 0, width: 4, height: 20), color)
        }
    }

    /// The dial's colour beside the pointer, in the next frame.
    private func dialColor() -> UInt32 {
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        return panel.picture[95, 120]
    }

    /// The pointer's colour: it points up.
    private func pointerColor() -> UInt32 {
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        return panel.picture[95, 75]
    }

    private func pixel(_ color: Color) -> UInt32 { color.premultipliedPixel }

    @Test func `a held dial has its own image until the finger lifts`() {
        knob.faceImage = dial(.blue)
        knob.setFaceImage(dial(.green), for: .highlighted)
        #expect(dialColor() == pixel(.blue))
        let finger = panel.touch(knob, at: .degrees(0))
        #expect(knob.currentFaceImage == knob.faceImage(for: .highlighted))
        #expect(dialColor() == pixel(.green))
        finger.lift()
        #expect(dialColor() == pixel(.blue))
        knob.setFaceImage(nil, for: .highlighted)
        _ = panel.touch(knob, at: .degrees(0))
        #expect(dialColor() == pixel(.blue), "as in the normal state")
    }

    @Test func `an image of the held dial replaces the ring around it`() {
        /// How many pixels just outside the dial have another colour while it is held.
        func changedPixels() -> Int {
            let radius = knob.face.dialRadius + 2
            func ring() -> [UInt32] {
                _ = panel.nextFrame()
                return stride(from: 180.0, to: 360, by: 10).map {
                    let angle = Angle.degrees($0)
                    return panel.picture[
                        Int(95 + radius * angle.cosine), Int(95 + radius * angle.sine)]
                }
            }
            let before = ring()
            knob.isHighlighted = true
            let held = ring()
            knob.isHighlighted = false
            return zip(before, held).count(where: !=)
        }
        knob.faceImage = dial(.blue)
        #expect(changedPixels() > 12)
        knob.setFaceImage(dial(.blue), for: .highlighted)
        #expect(changedPixels() == 0)
        knob.isHighlighted = true
        knob.setFaceImage(nil, for: .highlighted)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a held pointer has its own image, even in place of a line`() {
        let line = pointerColor()
        knob.setPointerImage(pointer(.red), for: .highlighted)
        #expect(pointerColor() == line)
        let finger = panel.touch(knob, at: .degrees(0))
        #expect(pointerColor() == pixel(.red))
        finger.lift()
        #expect(pointerColor() == line)
        knob.pointerImage = pointer(.green)
        #expect(pointerColor() == pixel(.green))
    }

    @Test func `images of a disabled knob are not dimmed, and others are`() {
        knob.faceImage = dial(.blue)
        knob.pointerImage = pointer(.red)
        knob.isEnabled = false
        #expect(dialColor() != pixel(.blue) && pointerColor() != pixel(.red))
        knob.setFaceImage(dial(.green), for: .disabled)
        knob.setPointerImage(pointer(.yellow), for: .disabled)
        #expect(dialColor() == pixel(.green) && pointerColor() == pixel(.yellow))
        knob.isDisplay = true
        #expect(dialColor() == pixel(.blue), "a display is drawn as if it were enabled")
        #expect(pointerColor() == pixel(.red))
    }

    @Test func `a normal image that makes the one of the disabled knob differ undims that`() {
        let blue = dial(.blue)
        knob.faceImage = blue
        knob.setFaceImage(blue, for: .disabled)
        knob.isEnabled = false
        #expect(dialColor() != pixel(.blue), "the same image is dimmed")
        knob.faceImage = dial(.green)
        #expect(dialColor() == pixel(.blue))
    }

    @Test func `a dial that flips is mirrored in a right-to-left layout`() {
        let half = Image(size: Size(width: 4, height: 4)) {
            $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), .blue)
            $0.fill(Rect(x: 0, y: 0, width: 2, height: 4), .red)
        }
        knob.faceImage = half.imageFlippedForRightToLeftLayoutDirection()
        /// The colours at the left and at the right of the dial.
        func sides() -> [UInt32] {
            _ = panel.nextFrame()
            #expect(panel.missedPixels.isEmpty)
            return [panel.picture[70, 95], panel.picture[120, 95]]
        }
        #expect(sides() == [pixel(.red), pixel(.blue)])
        knob.isRightToLeft = true
        #expect(sides() == [pixel(.blue), pixel(.red)])
    }

    @Test func `only what has another image is redrawn`() {
        knob.faceImage = dial(.blue)
        knob.pointerImage = pointer(.red)
        _ = panel.nextFrame()
        knob.setFaceImage(dial(.green), for: .disabled)
        knob.setPointerImage(pointer(.green), for: .highlighted)
        #expect(panel.nextFrame().isEmpty, "no image of the normal state changed")
        knob.isSelected = true
        #expect(panel.nextFrame().isEmpty)
        knob.setPointerImage(pointer(.yellow), for: .selected)
        let damage = panel.nextFrame().extents
        let dial = knob.face.dialRect.offsetBy(dx: 20, dy: 20)
        #expect(!damage.isEmpty && dial.insetBy(dx: -2, dy: -2).contains(Rect(damage)))
    }

    @Test func `a pointer with images of its states follows an animated value`() {
        knob.setPointerImage(pointer(.red), for: .normal)
        knob.setPointerImage(pointer(.green), for: .highlighted)
        knob.setValue(0, animated: true)
        for _ in 0..<4 { _ = panel.nextFrame() }
        knob.isHighlighted = true
        while window.needsFrame { _ = panel.nextFrame() }
        #expect(panel.missedPixels.isEmpty)
        knob.value = 0.5
        #expect(pointerColor() == pixel(.green))
    }

    @Test func `a knob that had no images has none to remove`() {
        knob.setFaceImage(nil, for: .highlighted)
        knob.pointerImage = nil
        #expect(knob.images == nil)
    }
}
