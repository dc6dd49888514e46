import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct SegmentedControlTests {
    private let window = Window(size: Size(width: 400, height: 200))
    private let control = SegmentedControl(
        frame: Rect(x: 20, y: 20, width: 304, height: 50), titles: ["Off", "Gate", "Comp"])
    private let panel: Glass
    private let listener: EventListener

    init() {
        window.backgroundColor = .black
        window.addSubview(control)
        panel = Glass(window)
        listener = EventListener(to: control)
    }

    private func touch(_ index: Int) -> Finger {
        panel.touch(control, at: control.rectForSegment(at: index).center)
    }

    @Test func `a finger selects the segment it lifts on`() {
        #expect(control.selectedSegmentIndex == SegmentedControl.noSegment)
        let finger = touch(1)
        #expect(control.selectedSegmentIndex == -1)
        finger.lift()
        #expect(control.selectedSegmentIndex == 1 && control.selectedValue == 1)
        #expect(
            listener.read() == [
                "touchDown", "editingDidBegin", "valueChanged", "touchUpInside", "editingDidEnd",
            ])
        touch(1).lift()
        #expect(listener.readChangeCount() == 0, "it is selected already")
    }

    @Test func `a sliding finger highlights the segment below it and selects the last one`() {
        _ = panel.nextFrame()
        let finger = touch(0)
        _ = panel.nextFrame()
        finger.drag(right: 100)
        let damage = panel.nextFrame()
        #expect(damage.extents.maxX < 240, "the third segment stays as it is")
        finger.drag(right: 100).lift()
        #expect(control.selectedSegmentIndex == 2)
        #expect(listener.readChangeCount() == 1)
    }

    @Test func `a finger that lifts outside or is cancelled selects nothing`() {
        touch(1).drag(down: 100).lift()
        touch(1).cancel()
        #expect(control.selectedSegmentIndex == -1)
        #expect(listener.readChangeCount() == 0)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a disabled segment cannot be selected by a finger`() {
        control.setEnabled(false, forSegmentAt: 1)
        touch(1).lift()
        #expect(control.selectedSegmentIndex == -1)
        control.selectedSegmentIndex = 1
        #expect(control.selectedSegmentIndex == 1, "but by a program")
    }

    @Test func `a momentary segment is selected only while its event is sent`() {
        control.isMomentary = true
        var seen: [Int] = []
        control.addAction(for: .valueChanged) { [unowned control] _, _ in
            seen.append(control.selectedSegmentIndex)
        }
        touch(2).lift()
        touch(2).lift()
        #expect(seen == [2, 2])
        #expect(control.selectedSegmentIndex == -1)
    }

    @Test func `the same segment stays selected when others are added or removed`() {
        control.selectedSegmentIndex = 1
        control.insertSegment(withTitle: "First", at: 0)
        #expect(control.selectedSegmentIndex == 2 && control.numberOfSegments == 4)
        #expect(control.titleForSegment(at: 2) == "Gate")
        control.removeSegment(at: 0)
        #expect(control.selectedSegmentIndex == 1)
        control.insertSegment(with: Image(Bitmap(width: 8, height: 8)), at: 99)
        #expect(control.imageForSegment(at: 3) != nil)
        control.removeSegment(at: 1)
        #expect(control.selectedSegmentIndex == -1)
        control.removeSegment(at: 7)
        control.removeAllSegments()
        #expect(control.numberOfSegments == 0)
        panel.touch(control).lift()
        #expect(control.selectedSegmentIndex == -1)
    }

    @Test func `segments have values`() {
        for (index, value) in [-6.0, 0, 6].enumerated() {
            control.setValue(value, forSegmentAt: index)
        }
        control.setValue(.nan, forSegmentAt: 0)
        touch(2).lift()
        #expect(control.selectedValue == 6)
        control.selectedValue = -6
        #expect(control.selectedSegmentIndex == 0)
        control.selectedValue = 5
        #expect(control.selectedSegmentIndex == -1 && control.selectedValue == nil)
    }

    @Test func `segments run from right to left, or from top to bottom`() {
        control.isRightToLeft = true
        panel.touch(control, at: Point(x: 10, y: 25)).lift()
        #expect(control.selectedSegmentIndex == 2)
        let column = SegmentedControl(
            frame: Rect(x: 330, y: 20, width: 60, height: 150), titles: ["A", "B", "C"],
            isVertical: true)
        window.addSubview(column)
        panel.touch(column, at: Point(x: 30, y: 10)).lift()
        #expect(column.selectedSegmentIndex == 0)
        panel.touch(column, at: Point(x: 30, y: 10)).drag(down: 120).lift()
        #expect(column.selectedSegmentIndex == 2)
    }

    @Test func `setting a property to its current value draws nothing`() {
        control.selectedSegmentIndex = -1
        control.selectedSegmentIndex = 8
        control.setTitle("Off", forSegmentAt: 0)
        control.setEnabled(true, forSegmentAt: 0)
        control.theme = control.theme
        control.selectedSegmentTintColor = nil
        control.isRightToLeft = false
        control.isMomentary = false
        #expect(!window.needsFrame)
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `a new selection redraws only the two segments that change`() {
        control.selectedSegmentIndex = 0
        _ = panel.nextFrame()
        control.selectedSegmentIndex = 1
        #expect(panel.nextFrame().extents.maxX <= 235)
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `each change redraws only around the frame, and matches a full redraw`() throws {
        var red = Theme.dark
        (red.accent, red.bodyTop, red.track) = (.red, .purple, .yellow)
        let changes: [() -> Void] = [
            { control.selectedSegmentIndex = 2 }, { control.selectedSegmentTintColor = .green },
            { control.isRightToLeft = true }, { control.isEnabled = false },
            { control.theme = red }, { control.isEnabled = true },
            { control.setEnabled(false, forSegmentAt: 0) },
            { control.insertSegment(withTitle: nil, at: 1) }, { control.removeSegment(at: 0) },
            { control.frame = Rect(x: 20, y: 20, width: 200, height: 44) },
        ]
        for (index, change) in changes.enumerated() {
            change()
            let damage = panel.nextFrame()
            #expect(!damage.isEmpty, "change \(index)")
            let around = PixelRect(x: 14, y: 14, width: 316, height: 62)
            #expect(around.contains(damage.extents), "change \(index): \(damage.extents)")
            #expect(panel.missedPixels.isEmpty, "change \(index)")
        }
    }
}
