import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct SwitchTests {
    private let window = Window(size: Size(width: 300, height: 200))
    /// The thumb goes 32 pixels to the right.
    private let toggle = Switch(frame: Rect(x: 20, y: 20, width: 100, height: 44))
    private let upright = Switch(
        frame: Rect(x: 200, y: 20, width: 44, height: 100), isVertical: true)
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = .black
        window.addSubview(toggle)
        window.addSubview(upright)
        panel = Glass(window)
        listener = EventListener(to: toggle)
    }

    @Test func `a tap turns the switch on, the next one off, and each sends one event`() {
        panel.touch(toggle).lift()
        #expect(toggle.isOn)
        #expect(
            listener.read() == [
                "touchDown", "editingDidBegin", "valueChanged", "touchUpInside", "editingDidEnd",
            ])
        panel.touch(toggle).lift()
        #expect(!toggle.isOn)
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `a touch alone changes nothing`() {
        let finger = panel.touch(toggle)
        #expect(!toggle.isOn && toggle.isHighlighted)
        #expect(listener.readChangeCount() == 0)
        finger.cancel()
        #expect(!toggle.isOn)
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `a slide moves the thumb and switches when the finger lifts`() {
        let left = toggle.thumbRect.midX
        let finger = panel.touch(toggle).drag(right: 30)
        #expect(toggle.thumbRect.midX > left + 15)
        #expect(!toggle.isOn)
        finger.drag(right: 100)
        finger.lift()
        #expect(toggle.isOn)
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `a slide there and back changes nothing`() {
        panel.touch(toggle).drag(right: 60).drag(left: 60).lift()
        #expect(!toggle.isOn)
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `a slide towards the side where the thumb already is changes nothing`() {
        panel.touch(toggle).drag(left: 40).lift()
        #expect(!toggle.isOn)
    }

    @Test func `a cancelled touch puts the thumb back`() {
        let left = toggle.thumbRect
        panel.touch(toggle).drag(right: 60).cancel()
        #expect(!toggle.isOn && toggle.thumbRect == left)
        #expect(listener.readChangeCount() == 0)
    }

    @Test func `a vertical switch is on at the top, and a right-to-left one at the left`() {
        panel.touch(upright).drag(up: 60).lift()
        #expect(upright.isOn)
        #expect(upright.thumbRect.midY < upright.bounds.midY)
        toggle.isRightToLeft = true
        #expect(toggle.thumbRect.midX > toggle.bounds.midX)
        panel.touch(toggle).drag(left: 60).lift()
        #expect(toggle.isOn)
        #expect(toggle.thumbRect.midX < toggle.bounds.midX)
    }

    @Test func `a disabled switch does not change`() {
        toggle.isEnabled = false
        panel.touch(toggle).lift()
        #expect(!toggle.isOn)
    }

    @Test func `switching from code sends no event`() {
        toggle.setOn(true, animated: true)
        toggle.isOn = false
        #expect(listener.read() == [])
    }

    @Test func `an animated thumb slides over, and drawing stops afterwards`() {
        toggle.setOn(true, animated: true)
        #expect(toggle.isOn)
        let end = Bitmap(width: 300, height: 200, format: .xrgb32)
        var frames = 0
        while window.needsFrame, frames < 60 {
            _ = panel.nextFrame()
            frames += 1
        }
        #expect((12...15).contains(frames), "0.2 s of 16 ms each, and the frame that ends it")
        #expect(panel.missedPixels.isEmpty)
        window.draw(Region(end.bounds), into: end)
        #expect(panel.picture.looksLike(end))
    }

    @Test func `setting a property to its current value draws nothing`() {
        toggle.isOn = false
        toggle.setOn(false, animated: true)
        toggle.theme = toggle.theme
        toggle.onTintColor = nil
        toggle.thumbTintColor = nil
        toggle.isRightToLeft = false
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `each change redraws only around the frame, and matches a full redraw`() {
        var red = Theme.dark
        (red.accent, red.track, red.bodyTop) = (.red, .yellow, .purple)
        let changes: [() -> Void] = [
            { toggle.isOn = true }, { toggle.onTintColor = .green },
            { toggle.thumbTintColor = .orange }, { toggle.isHighlighted = true },
            { toggle.onTintColor = .red },
            { toggle.isEnabled = false }, { toggle.theme = red }, { toggle.isRightToLeft = true },
            { toggle.isEnabled = true },
            { toggle.frame = Rect(x: 16, y: 16, width: 110, height: 50) },
        ]
        for (index, change) in changes.enumerated() {
            change()
            let damage = panel.nextFrame()
            #expect(!damage.isEmpty, "change \(index)")
            let around = PixelRect(x: 8, y: 8, width: 126, height: 72)
            #expect(around.contains(damage.extents), "change \(index): \(damage.extents)")
            #expect(panel.missedPixels.isEmpty, "change \(index)")
        }
    }
}
