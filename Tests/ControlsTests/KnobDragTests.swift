import Drawing
import Testing

@testable import Controls

/// A knob of 200 pixels at 4 pixels to the millimetre, and one finger.
private struct Bench {
    let window = Window(size: Size(width: 400, height: 400))
    let knob = Knob(frame: Rect(x: 100, y: 100, width: 200, height: 200))
    private let finger = Window.Contact(device: 1, number: 1, slot: 0)
    private let other = Window.Contact(device: 1, number: 2, slot: 1)

    init(_ drag: Knob.Drag) {
        window.pixelsPerMillimetre = 4
        window.addSubview(knob)
        knob.drag = drag
        knob.setValue(0.5)
    }

    func land(x: Double, y: Double) {
        window.handleTouch(.began, finger, at: Point(x: x, y: y), time: .zero)
    }

    func move(x: Double, y: Double) {
        window.handleTouch(.moved, finger, at: Point(x: x, y: y), time: .milliseconds(8))
    }

    func rest(isResting: Bool) {
        window.handleTouch(
            isResting ? .began : .ended, other, at: Point(x: 150, y: 150), time: .milliseconds(9))
    }
}

@Suite struct KnobDragTests {
    @Test(arguments: [
        (Knob.Drag.vertical, 0.0, -24.0, 0.6), (.vertical, 24, 0, 0.5), (.horizontal, 24, 0, 0.6),
        (.horizontal, 0, -24, 0.5), (.linear, 12, -12, 0.6), (.linear, -24, 0, 0.4),
    ])
    func `a straight drag moves a tenth of the range in 6 mm`(
        drag: Knob.Drag, dx: Double, dy: Double, expected: Double
    ) {
        let bench = Bench(drag)
        bench.land(x: 200, y: 200)
        #expect(bench.knob.value == 0.5)
        bench.move(x: 200 + dx, y: 200 + dy)
        #expect(abs(bench.knob.value - expected) < 1e-9)
    }

    @Test func `in automatic mode, a drag across the radius turns the knob`() {
        let bench = Bench(.auto)
        bench.land(x: 280, y: 200)
        bench.move(x: 280, y: 208)
        #expect(bench.knob.value == 0.5, "two millimetres decide nothing")
        bench.move(x: 278.78, y: 213.89)
        #expect(bench.knob.value == 0.5, "what decides does not count")
        bench.move(x: 275.18, y: 227.36)
        #expect(abs(bench.knob.value - 0.531746) < 1e-4, "10 of 315 degrees")
    }

    @Test func `in automatic mode, a drag along the radius is a straight drag`() {
        let bench = Bench(.auto)
        bench.land(x: 200, y: 130)
        bench.move(x: 200, y: 117)
        #expect(bench.knob.value == 0.5)
        bench.move(x: 200, y: 93)
        #expect(abs(bench.knob.value - 0.6) < 1e-9)
    }

    @Test func `with three turns for the range, each turn is a third of it`() {
        let bench = Bench(.rotary)
        bench.knob.turns = 3
        bench.land(x: 280, y: 200)
        for degrees in stride(from: 10.0, through: 180, by: 10) {
            let angle = Angle.degrees(degrees)
            bench.move(x: 200 + 80 * angle.cosine, y: 200 + 80 * angle.sine)
        }
        #expect(abs(bench.knob.value - (0.5 + 1.0 / 6)) < 1e-9)
    }

    @Test func `a second finger makes a straight drag ten times finer, without a jump`() {
        let bench = Bench(.vertical)
        bench.knob.fineControl = .secondFinger
        bench.land(x: 200, y: 200)
        bench.move(x: 200, y: 176)
        bench.rest(isResting: true)
        bench.move(x: 200, y: 176)
        #expect(abs(bench.knob.value - 0.6) < 1e-9)
        bench.move(x: 200, y: 152)
        #expect(abs(bench.knob.value - 0.61) < 1e-9)
        bench.rest(isResting: false)
        bench.move(x: 200, y: 152)
        bench.move(x: 200, y: 128)
        #expect(abs(bench.knob.value - 0.71) < 1e-9)
    }

    @Test func `a second finger does nothing unless fine control is enabled`() {
        let bench = Bench(.vertical)
        bench.land(x: 200, y: 200)
        bench.rest(isResting: true)
        bench.move(x: 200, y: 176)
        #expect(abs(bench.knob.value - 0.6) < 1e-9)
    }

    @Test func `a finger continues from a value that code has set meanwhile`() {
        let bench = Bench(.vertical)
        bench.land(x: 200, y: 200)
        bench.move(x: 200, y: 176)
        bench.knob.setValue(0.2)
        bench.move(x: 200, y: 176)
        #expect(bench.knob.value == 0.2)
        bench.move(x: 200, y: 152)
        #expect(abs(bench.knob.value - 0.3) < 1e-9)
    }
}
