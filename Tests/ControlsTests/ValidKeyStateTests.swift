import Drawing
import Fingers
import TestVectors
import Testing

@testable import Controls

/// Whatever a program assigns and fingers do, in whatever order: what is made of keys never holds
/// what makes no sense.
@Suite struct ValidKeyStateTests {
    private static let odd: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, 1, -1, 0.2, 1e300, -1e300,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 40, -60,
    ]
    private static let indices: [Int] = [.min, -2, -1, 0, 1, 2, 3, 5, 40, .max]

    private var generator = SeededGenerator(seed: 11)

    private mutating func number() -> Double {
        Bool.random(using: &generator)
            ? Self.odd.randomElement(using: &generator) ?? 0
            : Double.random(in: -100...100, using: &generator)
    }

    private mutating func index() -> Int { Self.indices.randomElement(using: &generator) ?? 0 }

    private mutating func flag() -> Bool { .random(using: &generator) }

    /// Something on `control`, at a place of its own choice.
    private mutating func touch(_ control: Control, of panel: Glass) {
        let finger = panel.touch(
            control,
            at: Point(
                x: .random(in: 0..<max(control.bounds.width, 1), using: &generator),
                y: .random(in: 0..<max(control.bounds.height, 1), using: &generator)))
        if flag() { finger.drag(right: .random(in: -80...80, using: &generator)) }
        if flag() { panel.wait(.milliseconds(Int.random(in: 0...1500, using: &generator))) }
        if flag() { finger.lift() } else { finger.cancel() }
    }

    private func glass(over control: Control) -> Glass {
        let window = Window(size: Size(width: 300, height: 120))
        window.addSubview(control)
        return Glass(window)
    }

    @Test mutating func `a stepper's value is always within its range`() {
        for _ in 0..<60 {
            let stepper = Stepper(frame: Rect(x: 10, y: 10, width: 200, height: 50))
            let panel = glass(over: stepper)
            var steps: [String] = []
            for _ in 0..<14 {
                let number = number()
                let kind = Int.random(in: 0..<8, using: &generator)
                switch kind {
                case 0: stepper.minimumValue = number
                case 1: stepper.maximumValue = number
                case 2: stepper.stepValue = number
                case 3:
                    stepper.scale = ValueScale(
                        Taper(.logarithmic, minimum: number, maximum: self.number()),
                        step: self.number())
                case 4: stepper.wraps = flag()
                case 5: stepper.value = number
                default: touch(stepper, of: panel)
                }
                steps.append("\(kind): \(number)")
                panel.window.layoutIfNeeded()
                #expect(stepper.minimumValue.isFinite && stepper.maximumValue.isFinite, "\(steps)")
                #expect(stepper.minimumValue <= stepper.value, "\(steps)")
                #expect(stepper.value <= stepper.maximumValue, "\(steps)")
                #expect(stepper.stepValue >= 0 && stepper.stepValue.isFinite, "\(steps)")
                #expect(panel.window.nextDeadline == nil, "\(steps)")
            }
            _ = panel.nextFrame()
        }
    }

    @Test mutating func `the selected segment always exists`() {
        for _ in 0..<60 {
            let control = SegmentedControl(frame: Rect(x: 10, y: 10, width: 200, height: 50))
            let panel = glass(over: control)
            var steps: [String] = []
            for _ in 0..<20 {
                let index = index()
                let kind = Int.random(in: 0..<12, using: &generator)
                switch kind {
                case 0...2: control.insertSegment(withTitle: "A", at: index)
                case 3: control.removeSegment(at: index)
                case 4: control.removeAllSegments()
                case 5: control.selectedSegmentIndex = index
                case 6: control.selectedValue = number()
                case 7: control.setValue(number(), forSegmentAt: index)
                case 8: control.setEnabled(flag(), forSegmentAt: index)
                case 9: control.isMomentary = flag()
                case 10: control.isRightToLeft = flag()
                default: touch(control, of: panel)
                }
                steps.append("\(kind): \(index)")
                panel.window.layoutIfNeeded()
                let selected = control.selectedSegmentIndex
                #expect(
                    selected == -1 || (0..<control.numberOfSegments).contains(selected),
                    "\(steps)")
                #expect((control.selectedValue == nil) == (selected == -1), "\(steps)")
                #expect(control.selectedValue?.isFinite ?? true, "\(steps)")
            }
            _ = panel.nextFrame()
        }
    }

    @Test mutating func `the current page always exists`() {
        for _ in 0..<60 {
            let pages = PageControl(frame: Rect(x: 10, y: 10, width: 200, height: 50))
            let panel = glass(over: pages)
            var steps: [String] = []
            for _ in 0..<14 {
                let index = index()
                let kind = Int.random(in: 0..<6, using: &generator)
                switch kind {
                case 0: pages.numberOfPages = index
                case 1: pages.currentPage = index
                case 2: pages.hidesForSinglePage = flag()
                case 3: pages.titles = flag() ? [] : ["A", "B"]
                default: touch(pages, of: panel)
                }
                steps.append("\(kind): \(index)")
                panel.window.layoutIfNeeded()
                #expect((0...PageControl.maximumNumberOfPages).contains(pages.numberOfPages))
                #expect(
                    (0..<max(pages.numberOfPages, 1)).contains(pages.currentPage), "\(steps)")
            }
            _ = panel.nextFrame()
        }
    }

    @Test mutating func `one radio button is on, and a momentary button is off when released`() {
        for _ in 0..<60 {
            let window = Window(size: Size(width: 300, height: 120))
            let group = RadioGroup()
            let mutes = [MuteGroup(), MuteGroup()]
            let buttons = (0..<4).map {
                Button(frame: Rect(x: 70 * Double($0), y: 10, width: 60, height: 50))
            }
            for button in buttons { window.addSubview(button) }
            let panel = Glass(window)
            var steps: [String] = []
            for _ in 0..<24 {
                let kind = Int.random(in: 0..<14, using: &generator)
                let which = Int.random(in: 0..<4, using: &generator)
                let button = buttons[which]
                switch kind {
                case 0: group.add(button)
                case 1: group.remove(button)
                case 2: group.allowsNone = flag()
                case 3: group.selected = flag() ? button : nil
                case 4: button.isOn = flag()
                case 5: button.mode = Button.Mode.allCases.randomElement(using: &generator) ?? .tap
                case 6:
                    button.confirmation =
                        [.none, .hold(), .doubleTap, .hold(for: .seconds(-1))]
                        .randomElement(using: &generator) ?? .none
                case 7: button.isEnabled = flag()
                case 8: mutes[which % 2].add(button)
                case 9: mutes[which % 2].remove(button)
                case 10: mutes[which % 2].master = flag() ? button : nil
                case 11: mutes[which % 2].isOn = flag()
                default: touch(button, of: panel)
                }
                steps.append("\(kind): \(which)")
                panel.window.layoutIfNeeded()
                let on = group.buttons.filter(\.isOn).count
                #expect(on <= 1, "\(steps)")
                #expect(on == 1 || group.allowsNone || group.buttons.isEmpty, "\(steps)")
                #expect(group.buttons.allSatisfy { $0.mode == .latching }, "\(steps)")
                for button in buttons {
                    let isByGroup = mutes.contains { group in
                        group.isOn && group.buttons.contains { $0 === button }
                    }
                    #expect(button.isEffectivelyOn == (button.isOn || isByGroup), "\(steps)")
                }
            }
            _ = panel.nextFrame()
        }
    }
}
