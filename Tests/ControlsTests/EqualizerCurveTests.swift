import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct EqualizerCurveTests {
    private let window = Window(size: Size(width: 500, height: 320))
    private let curve: EqualizerCurve
    private let glass: Glass

    init() {
        curve = EqualizerCurve(
            frame: Rect(x: 10, y: 10, width: 480, height: 300),
            bands: [
                EqualizerBand(.lowCut, frequency: 60, isOn: false),
                EqualizerBand(.peak, frequency: 400, gain: 0, q: 1),
                EqualizerBand(.highShelf, frequency: 6000, gain: 3),
            ])
        window.backgroundColor = Theme.dark.background
        window.addSubview(curve)
        glass = Glass(window)
    }

    private func value(_ name: String) throws -> CurveValue {
        try #require(curve.values.first { $0.name == name })
    }

    private func touch(_ node: Int, right: Double = 0, down: Double = 0) -> Finger {
        glass.touch(
            curve, at: curve.handleCenter(ofNode: node - 1).offsetBy(dx: right, dy: down))
    }

    private func numbers() -> [Double] { curve.values.map(\.value) }

    // MARK: Nodes

    @Test func `a finger drags a node to another frequency and gain, and touching changes nothing`()
        throws
    {
        let before = numbers()
        let finger = touch(2, right: 9, down: -6)
        #expect(numbers() == before)
        let start = curve.handleCenter(ofNode: 1)
        finger.drag(right: 40).drag(up: 60)
        let end = curve.handleCenter(ofNode: 1)
        #expect(abs(end.x - start.x - 40) < 1 && abs(start.y - end.y - 60) < 1.5)
        #expect(try value("2.gain").value > 3)
        #expect(
            abs(curve.gain(at: try value("2.frequency").value) - (try value("2.gain").value)) < 1)
        finger.lift()
        #expect(curve.handleCenter(ofNode: 1) == end)
    }

    @Test func `several fingers drag several nodes at once`() throws {
        let fingers = [touch(1), touch(2), touch(3)]
        fingers[0].drag(right: 30)
        fingers[1].drag(up: 40)
        fingers[2].drag(left: 50)
        #expect(try value("1.frequency").value > 80)
        #expect(try value("2.gain").value > 2)
        #expect(try value("3.frequency").value < 4000)
        for finger in fingers { finger.lift() }
        #expect(!curve.isTracking)
    }

    @Test func `of nodes that overlap, the nearest wins, and a second finger gets the other`()
        throws
    {
        try value("2.frequency").value = 6000
        try value("2.gain").value = 4
        _ = glass.nextFrame()
        let first = touch(3, down: 3)
        first.drag(left: 60)
        #expect(try value("2.frequency").value == 6000)
        #expect(try value("3.frequency").value < 5000)
        first.cancel()
        let held = touch(2)
        let second = touch(3, down: 1)
        held.drag(right: 30)
        second.drag(left: 30)
        #expect(try value("2.frequency").value > 6000)
    }

    @Test
    func `a finger within four and a half millimetres of a node takes it, and one farther not`()
        throws
    {
        window.pixelsPerMillimetre = 6
        touch(2, right: 25).drag(up: 30).lift()
        #expect(try value("2.gain").value > 1)
        let before = numbers()
        touch(2, right: 29).drag(up: 30).lift()
        #expect(numbers() == before)
    }

    @Test func `a second finger beside a held node changes its width, and the node stays`() throws {
        let finger = touch(2)
        let place = curve.handleCenter(ofNode: 1)
        let second = glass.touch(curve, at: place.offsetBy(dx: 40, dy: 60))
        second.drag(down: 80)
        #expect(try value("2.q").value < 0.6)
        finger.drag(left: 20)
        #expect(curve.handleCenter(ofNode: 1) == place)
        second.lift()
        let q = try value("2.q").value
        finger.drag(up: 20)
        #expect(try value("2.q").value == q)
        #expect(abs(place.y - curve.handleCenter(ofNode: 1).y - 20) < 2)
        #expect(abs(place.x - curve.handleCenter(ofNode: 1).x) < 1)
    }

    @Test func `a node stays within its scales, and a finger that comes back finds it`() throws {
        let finger = touch(3)
        finger.drag(up: 600).drag(right: 600)
        #expect(try value("3.gain").value == 15 && value("3.frequency").value == 20000)
        finger.drag(down: 600).drag(left: 600)
        #expect(abs(try value("3.gain").value - 3) < 0.2)
        finger.lift()
    }

    @Test func `two quick taps switch a band off and on, if it is wanted`() throws {
        touch(2).lift()
        touch(2).lift()
        #expect(try value("2.on").isOn)
        curve.switchesByDoubleTap = true
        glass.wait(.seconds(1))
        for isOn in [false, true] {
            touch(2).lift()
            glass.wait(.milliseconds(100))
            touch(2).lift()
            #expect(try value("2.on").isOn == isOn)
            glass.wait(.seconds(1))
        }
    }

    @Test func `each value sends the actions of its finger`() throws {
        let (frequency, gain, q) = (
            EventListener(to: try value("2.frequency")), EventListener(to: try value("2.gain")),
            EventListener(to: try value("2.q"))
        )
        let finger = touch(2)
        finger.drag(up: 8)
        finger.lift()
        #expect(frequency.readChangeCount() == 0 && gain.readChangeCount() == 2)
        #expect(q.readChangeCount() == 0)
    }

    @Test func `a cancelled finger restores what it moved, if it is wanted`() throws {
        curve.revertsOnCancel = true
        let before = numbers()
        let finger = touch(2)
        let second = glass.touch(curve, at: Point(x: 300, y: 280))
        second.drag(left: 60)
        finger.cancel()
        second.lift()
        #expect(numbers() == before)
    }

    // MARK: The line

    @Test func `a band that is off does not count`() throws {
        #expect(abs(curve.gain(at: 20)) < 0.1)
        try value("1.on").value = 1
        #expect(curve.gain(at: 20) < -12)
    }

    @Test func `a narrow peak redraws the part of the line that it moves`() throws {
        try value("2.q").value = 10
        _ = glass.nextFrame()
        try value("2.gain").value = 2
        let damage = glass.nextFrame()
        #expect(damage.extents.width < 260, "\(damage.extents)")
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `every change is drawn, and none redraws nothing`() throws {
        for (name, number) in [
            ("1.on", 1.0), ("1.frequency", 200), ("2.gain", 9), ("2.q", 0.2), ("3.gain", -15),
            ("2.on", 0),
        ] {
            try value(name).value = number
            #expect(!glass.nextFrame().isEmpty)
            #expect(glass.missedPixels.isEmpty, "\(name)")
            try value(name).value = number
            #expect(glass.nextFrame().isEmpty)
        }
        curve.color = .blue
        _ = glass.nextFrame()
        curve.isEnabled = false
        _ = glass.nextFrame()
        curve.frame = Rect(x: 5, y: 5, width: 300, height: 200)
        _ = glass.nextFrame()
        #expect(glass.missedPixels.isEmpty)
        #expect(!window.needsFrame && window.nextDeadline == nil)
    }

    @Test(arguments: [
        Size(width: 40, height: 30), Size(width: 1, height: 1), Size(width: 400, height: 40),
    ])
    func `a curve of any size draws inside it`(size: Size) {
        curve.frame = Rect(origin: Point(x: 50, y: 50), size: size)
        _ = glass.nextFrame()
        #expect(glass.missedPixels.isEmpty)
        touch(1).drag(right: 10).lift()
    }

    @Test func `a cancelled finger takes back what it dragged, and not the width of another`()
        throws
    {
        curve.revertsOnCancel = true
        let gain = try value("2.gain").value
        let finger = touch(2).drag(up: 20)
        let place = curve.handleCenter(ofNode: 1)
        glass.touch(curve, at: place.offsetBy(dx: 40, dy: 60)).drag(down: 80).lift()
        let q = try value("2.q").value
        #expect(q < 0.6)
        finger.cancel()
        #expect(try value("2.q").value == q)
        #expect(try value("2.gain").value == gain)
    }
}
