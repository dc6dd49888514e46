import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct ButtonTests {
    private let window = Window(size: Size(width: 300, height: 200))
    private let button = Button(frame: Rect(x: 20, y: 20, width: 80, height: 50))
    private let other = Button(frame: Rect(x: 180, y: 20, width: 80, height: 50))
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = .black
        window.addSubview(button)
        window.addSubview(other)
        panel = Glass(window)
        listener = EventListener(to: button)
    }

    /// What the button is told to be, time after time.
    private final class States {
        var seen: [Bool] = []

        init(of button: Button) {
            button.addAction(for: .valueChanged) { [unowned self, unowned button] _, _ in
                seen.append(button.isOn)
            }
        }
    }

    private final class Count {
        var actions = 0

        init(of button: Button) {
            button.addAction(for: .primaryActionTriggered) { [unowned self] _, _ in actions += 1 }
        }
    }

    // MARK: Modes

    @Test func `a momentary button is on while a finger is down`() {
        let finger = panel.touch(button)
        #expect(button.isOn && button.isSelected)
        #expect(listener.read() == ["touchDown", "editingDidBegin", "valueChanged"])
        finger.drag(right: 100)
        #expect(button.isOn)
        finger.lift()
        #expect(!button.isOn)
        #expect(listener.read() == ["valueChanged", "touchUpOutside", "editingDidEnd"])
    }

    @Test func `a momentary button turns off when its touch is cancelled`() {
        let states = States(of: button)
        panel.touch(button).cancel()
        let finger = panel.touch(button)
        button.isEnabled = false
        #expect(!button.isOn)
        button.isEnabled = true
        finger.lift()
        let last = panel.touch(button)
        button.removeFromSuperview()
        #expect(!button.isOn)
        last.lift()
        #expect(states.seen == [true, false, true, false, true, false])
    }

    @Test func `both edges are sent even if a finger lands and lifts in one report`() {
        let states = States(of: button)
        let contact = Window.Contact(device: 0, number: 900, slot: 3)
        let point = Point(x: 60, y: 40)
        window.handleTouch(.began, contact, at: point, time: panel.now)
        window.handleTouch(.ended, contact, at: point, time: panel.now)
        #expect(states.seen == [true, false])
    }

    @Test func `both edges are sent at once despite a tap recogniser or a touch slop`() {
        let states = States(of: button)
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = 2
        tap.cancelsTouchesInView = false
        button.addGestureRecognizer(tap)
        let finger = panel.touch(button)
        #expect(states.seen == [true])
        finger.lift()
        button.touchSlop = 10
        panel.touch(button).lift()
        #expect(states.seen == [true, false, true, false])
    }

    @Test func `a second finger neither releases nor presses`() {
        let states = States(of: button)
        let first = panel.touch(button)
        let second = panel.touch(button, at: Point(x: 10, y: 10))
        second.lift()
        #expect(button.isOn)
        first.lift()
        #expect(states.seen == [true, false])
    }

    @Test func `a latching button changes each time a finger lands`() {
        button.mode = .latching
        let states = States(of: button)
        let finger = panel.touch(button)
        #expect(button.isOn)
        finger.lift()
        #expect(button.isOn)
        panel.touch(button).cancel()
        #expect(!button.isOn, "what was done stays done")
        button.revertsOnCancel = true
        panel.touch(button).cancel()
        #expect(!button.isOn)
        #expect(states.seen == [true, false, true, false])
    }

    @Test func `a tap button acts only when the finger lifts inside`() {
        button.mode = .tap
        let count = Count(of: button)
        let finger = panel.touch(button)
        #expect(count.actions == 0 && button.isHighlighted && !button.isOn)
        finger.lift()
        #expect(count.actions == 1)
        #expect(
            listener.read() == ["touchDown", "editingDidBegin", "touchUpInside", "editingDidEnd"])
        let away = panel.touch(button).drag(right: 100)
        #expect(!button.isHighlighted)
        away.lift()
        panel.touch(button).cancel()
        #expect(count.actions == 1)
        let back = panel.touch(button).drag(right: 100).drag(left: 100)
        #expect(button.isHighlighted)
        back.lift()
        #expect(count.actions == 2)
    }

    @Test func `after a mode change, no button stays on without a finger holding it`() {
        let states = States(of: button)
        let finger = panel.touch(button)
        button.mode = .latching
        #expect(!button.isOn)
        finger.lift()
        #expect(states.seen == [true, false])
        button.isOn = true
        button.mode = .momentary
        #expect(!button.isOn)
    }

    // MARK: Confirmation

    @Test func `a button with hold confirmation acts after the hold time`() {
        button.mode = .latching
        button.confirmation = .hold()
        let states = States(of: button)
        panel.touch(button).lift()
        #expect(states.seen == [])
        let finger = panel.touch(button)
        panel.wait(.milliseconds(790))
        #expect(states.seen == [])
        panel.wait(.milliseconds(10))
        #expect(states.seen == [true])
        panel.wait(.seconds(3))
        finger.lift()
        #expect(states.seen == [true])
        #expect(window.nextDeadline == nil)
    }

    @Test func `a finger may move on a button while it confirms by a hold`() {
        button.mode = .tap
        button.confirmation = .hold(for: .milliseconds(400))
        window.pixelsPerMillimetre = 2
        let count = Count(of: button)
        let finger = panel.touch(button).drag(right: 8).drag(down: 6)
        panel.wait(.milliseconds(400))
        #expect(count.actions == 1)
        finger.lift()
    }

    @Test func `a hold that leaves the button or is cancelled does nothing`() {
        button.mode = .tap
        button.confirmation = .hold(for: .milliseconds(400))
        let count = Count(of: button)
        let finger = panel.touch(button).drag(right: 100).drag(left: 100)
        panel.wait(.seconds(1))
        finger.lift()
        panel.touch(button).cancel()
        panel.wait(.seconds(1))
        #expect(count.actions == 0)
        #expect(!listener.read().contains("touchUpInside"), "an unconfirmed lift is no tap")
        let held = panel.touch(button)
        panel.wait(.milliseconds(400))
        #expect(count.actions == 1)
        held.lift()
        #expect(count.actions == 1)
    }

    @Test func `a momentary button with hold confirmation turns off when the finger lifts`() {
        button.confirmation = .hold(for: .milliseconds(400))
        let states = States(of: button)
        let finger = panel.touch(button)
        panel.wait(.milliseconds(500))
        #expect(states.seen == [true])
        finger.lift()
        #expect(states.seen == [true, false])
    }

    @Test func `the hold progress is shown, and drawing stops afterwards`() {
        button.confirmation = .hold()
        _ = panel.nextFrame()
        let finger = panel.touch(button)
        _ = panel.nextFrame()
        let early = panel.nextFrame(after: .milliseconds(200))
        #expect(!early.isEmpty)
        #expect(early.extents.height <= 12, "the lamp fills up, and the key stays as it is")
        #expect(window.needsFrame)
        finger.lift()
        _ = panel.nextFrame()
        _ = panel.nextFrame()
        #expect(!window.needsFrame)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a button with double-tap confirmation acts at the second lift`() {
        button.mode = .latching
        button.confirmation = .doubleTap
        let states = States(of: button)
        panel.touch(button).lift()
        #expect(states.seen == [])
        panel.wait(.milliseconds(100))
        let second = panel.touch(button)
        #expect(states.seen == [])
        second.lift()
        #expect(states.seen == [true])
        panel.wait(.seconds(1))
        panel.touch(button).lift()
        panel.wait(.seconds(1))
        panel.touch(button).lift()
        #expect(states.seen == [true], "two slow taps are no double tap")
    }

    @Test func `a momentary button with double-tap confirmation turns on and off`() {
        button.confirmation = .doubleTap
        let states = States(of: button)
        panel.touch(button).lift()
        panel.wait(.milliseconds(100))
        panel.touch(button).lift()
        #expect(states.seen == [true, false])
    }

    @Test func `setting the confirmation to none leaves nothing of it active`() {
        button.mode = .latching
        button.confirmation = .hold()
        button.confirmation = .none
        #expect(button.gestureRecognizers.isEmpty)
        panel.touch(button).lift()
        #expect(button.isOn)
    }

    // MARK: Blinking

    @Test func `lamps blink in step, whenever they started`() {
        for button in [button, other] { button.isOn = true }
        button.isBlinking = true
        _ = panel.nextFrame(after: .milliseconds(130))
        other.isBlinking = true
        var changes: [PixelRect] = []
        for _ in 0..<100 {
            let damage = panel.nextFrame(after: .milliseconds(20))
            if !damage.isEmpty { changes.append(damage.extents) }
        }
        #expect(changes.filter { $0.minX < 120 && $0.maxX > 180 }.count == 4, "\(changes)")
        #expect(changes.count <= 5)
    }

    @Test func `a key that blinks while on always looks off while it is off`() {
        _ = panel.nextFrame()
        let off = Bitmap(
            width: panel.picture.width, height: panel.picture.height, format: .xrgb32)
        off.copy(from: panel.picture)
        button.isBlinking = true
        for _ in 0..<50 {
            _ = panel.nextFrame(after: .milliseconds(40))
            #expect(panel.picture.differingPixels(from: off, tolerance: 0).isEmpty)
        }
        button.isOn = true
        var litFrames = 0
        for _ in 0..<50 {
            _ = panel.nextFrame(after: .milliseconds(40))
            if !panel.picture.differingPixels(from: off, tolerance: 0).isEmpty { litFrames += 1 }
        }
        #expect((20...35).contains(litFrames))
        button.isOn = false
        _ = panel.nextFrame()
        #expect(panel.picture.differingPixels(from: off, tolerance: 0).isEmpty)
    }

    @Test func `a button that blinks requests frames at its changes, and none while it is hidden`()
    {
        button.isOn = true
        button.isBlinking = true
        _ = panel.nextFrame()
        #expect(!window.needsFrame && window.nextDeadline != nil)
        button.isHidden = true
        _ = panel.nextFrame()
        #expect(!window.needsFrame && window.nextDeadline == nil)
        button.isHidden = false
        _ = panel.nextFrame()
        #expect(!window.needsFrame && window.nextDeadline != nil)
        button.isBlinking = false
        _ = panel.nextFrame()
        #expect(!window.needsFrame && window.nextDeadline == nil)
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Captions and drawing

    @Test func `an image in place of a lit key does not cover that of the other`() {
        let (off, on) = (Bitmap(width: 8, height: 8), Bitmap(width: 8, height: 8))
        Context(off).fill(Path(Rect(x: 0, y: 0, width: 8, height: 8)), .red)
        button.setBackgroundImage(Image(off), for: .normal)
        button.setBackgroundImage(Image(on), for: .selected)
        window.layoutIfNeeded()
        _ = panel.nextFrame()
        let center = button.frame.center
        let red = panel.picture[Int(center.x), Int(center.y)]
        button.isOn = true
        _ = panel.nextFrame()
        #expect(panel.picture[Int(center.x), Int(center.y)] != red, "nothing of it is left")
        button.setBackgroundImage(nil, for: .normal)
        button.setBackgroundImage(nil, for: .selected)
        button.setBackgroundImage(Image(off), for: .normal)
        button.setBackgroundImage(Image(on), for: .selected)
        _ = panel.nextFrame()
        #expect(
            panel.picture[Int(center.x), Int(center.y)] != red, "nor if it is on when they are set")
    }

    /// The red of a face in place of the key in its middle, from 0 to 255.
    private func red() -> UInt32 {
        window.layoutIfNeeded()
        _ = panel.nextFrame()
        let center = button.frame.center
        return panel.picture[Int(center.x), Int(center.y)] >> 16 & 0xff
    }

    private func image(_ color: Color?) -> Image {
        let bitmap = Bitmap(width: 8, height: 8)
        if let color { Context(bitmap).fill(Path(Rect(x: 0, y: 0, width: 8, height: 8)), color) }
        return Image(bitmap)
    }

    @Test func `the face of a blinking key shows nothing of the other`() {
        button.setBackgroundImage(image(.red), for: .normal)
        button.setBackgroundImage(image(nil), for: .selected)
        let dark = red()
        button.isBlinking = true
        button.isOn = true
        let first = red()
        panel.wait(.milliseconds(600))
        let second = red()
        #expect(Set([first, second]).count == 2 && Set([first, second]).contains(dark))
        button.isOn = false
        #expect(red() == dark)
    }

    @Test func `the face of a key without anything to do is dimmed, unlike that of a display`() {
        button.setBackgroundImage(image(.red), for: .normal)
        let bright = red()
        button.isAvailable = false
        #expect(red() < bright)
        button.setBackgroundImage(image(.blue), for: .disabled)
        #expect(red() == 0, "it has an image for that")
        button.isAvailable = true
        button.isEnabled = false
        button.isDisplay = true
        #expect(red() == bright)
    }

    @Test func `a title leaves room for an image beside it, and has all of the width below one`() {
        let all = button.widthForTitle(atSize: 20)
        button.setImage(image(.red), for: .normal)
        #expect(button.widthForTitle(atSize: 20) < all - 8, "the key is low")
        button.frame.size.height = 100
        #expect(button.widthForTitle(atSize: 20) == all)
        // Also a large one: half of the key's width.
        button.frame.size.height = 50
        let wide = Bitmap(width: 400, height: 20)
        button.setImage(Image(wide), for: .normal)
        #expect(button.widthForTitle(atSize: 20) > all / 2 - 10)
    }

    @Test func `a state without its own caption uses the normal one`() {
        button.setTitle("Mute", for: .normal)
        button.setTitle("Muted", for: .selected)
        button.setTitleColor(.red, for: .disabled)
        #expect(button.title(for: .selected) == "Muted")
        #expect(button.title(for: .highlighted) == "Mute")
        #expect(button.title(for: [.selected, .highlighted]) == "Mute")
        #expect(button.titleColor(for: .disabled) == .red)
        #expect(button.titleColor(for: .normal) == nil)
        button.setTitle(nil, for: .selected)
        #expect(button.title(for: .selected) == "Mute")
        let image = Image(Bitmap(width: 8, height: 8))
        button.setImage(image, for: .normal)
        button.setBackgroundImage(image, for: .selected)
        #expect(button.image(for: .disabled) == image)
        #expect(button.backgroundImage(for: .normal) == nil)
    }

    @Test func `setting a property to its current value draws nothing`() {
        button.isOn = false
        button.theme = button.theme
        button.tintColor = nil
        button.font = nil
        button.mode = .momentary
        button.confirmation = .none
        button.isBlinking = false
        button.setTitle(nil, for: .normal)
        button.setImage(nil, for: .selected)
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `each change redraws only around the frame, and matches a full redraw`() throws {
        let bitmap = Bitmap(width: 100, height: 30)
        bitmap.fill(.orange)
        let image = Image(bitmap)
        var red = Theme.dark
        (red.accent, red.bodyTop, red.text) = (.red, .purple, .yellow)
        let changes: [() -> Void] = [
            { button.isOn = true }, { button.tintColor = .green }, { button.isHighlighted = true },
            { button.isOn = false }, { button.isEnabled = false }, { button.theme = red },
            { button.isEnabled = true }, { button.setImage(image, for: .normal) },
            { button.mode = .tap }, { button.confirmation = .hold() },
            { button.setBackgroundImage(image, for: .normal) }, { button.isHighlighted = false },
            { button.frame = Rect(x: 20, y: 20, width: 60, height: 50) },
        ]
        for (index, change) in changes.enumerated() {
            change()
            let damage = panel.nextFrame()
            #expect(!damage.isEmpty, "change \(index)")
            let around = PixelRect(x: 14, y: 14, width: 92, height: 62)
            #expect(around.contains(damage.extents), "change \(index): \(damage.extents)")
            #expect(panel.missedPixels.isEmpty, "change \(index)")
        }
    }

    @Test func `a used button is deallocated`() {
        weak var gone: Button?
        do {
            let button = Button(frame: Rect(x: 20, y: 100, width: 80, height: 50))
            gone = button
            window.addSubview(button)
            button.confirmation = .hold()
            RadioGroup().add(button)
            MuteGroup().add(button)
            MuteGroup().master = button
            let finger = panel.touch(button)
            panel.wait(.seconds(1))
            finger.lift()
            button.removeFromSuperview()
        }
        #expect(gone == nil)
    }
}
