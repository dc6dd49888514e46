import Drawing
import Evdev
import Testing

@testable import GlassfaderDaemon

/// How long a millimetre is, in units of the device and in pixels.
struct TouchScaleTests {
    private let picture = Size(width: 800, height: 480)

    @Test func `the device's own resolution takes precedence over the screen's size`() {
        let scale = TouchScale(
            of: (axis(3000, resolution: 20), axis(1800, resolution: 18)), .identity,
            on: TouchedPicture(
                size: picture, rotation: 0, given: nil, display: Size(width: 160, height: 96)))
        #expect(scale.origin == .device)
        #expect(scale.unitsPerMillimetre == (20, 18))
        #expect(near(scale.pixelsPerMillimetre, (800 / 150, 4.8)))
    }

    @Test func `the panel file's size applies to the picture, whatever the device reports`() {
        let scale = TouchScale(
            of: (axis(3000, resolution: 20), axis(1800, resolution: 18)), .identity,
            on: TouchedPicture(
                size: picture, rotation: 0, given: Size(width: 160, height: 96),
                display: Size(width: 200, height: 120)))
        #expect(scale.origin == .device)
        #expect(scale.unitsPerMillimetre == (20, 18))
        #expect(scale.pixelsPerMillimetre == (5, 5))
    }

    @Test func `a device that knows its size gives the size of the screen`() {
        let scale = TouchScale(
            of: (axis(3000, resolution: 20), axis(1800, resolution: 18)), .identity,
            on: TouchedPicture(size: picture))
        #expect(near(scale.pixelsPerMillimetre, (800 / 150, 4.8)))
    }

    @Test func `the panel file's size takes precedence over the display's`() {
        let both = TouchedPicture(
            size: picture, rotation: 0, given: Size(width: 200, height: 120),
            display: Size(width: 160, height: 96))
        let scale = TouchScale(of: (axis(1600), axis(480)), .identity, on: both)
        #expect(scale.origin == .screen)
        #expect(near(scale.pixelsPerMillimetre, (4, 4)))
        #expect(near(scale.unitsPerMillimetre, (8, 4)))
    }

    @Test func `without any known size, 96 dots per inch are assumed`() {
        let scale = TouchScale(
            of: (axis(1600), axis(480)), .identity, on: TouchedPicture(size: picture))
        #expect(scale.origin == .assumed)
        #expect(near(scale.pixelsPerMillimetre, (96 / 25.4, 96 / 25.4)))
        #expect(near(scale.unitsPerMillimetre, (2 * 96 / 25.4, 96 / 25.4)))
    }

    @Test(arguments: [
        // 936 mm wide: a device that was sold like this.
        (Int32(9360), Int32(10), Int32(1800), Int32(18)),
        // 15 mm wide.
        (3000, 200, 1800, 18),
        // Known for one axis only.
        (3000, 0, 1800, 18),
    ])
    func `an impossible resolution is ignored`(
        width: Int32, resolutionX: Int32, height: Int32, resolutionY: Int32
    ) {
        let axes = (
            axis(width, resolution: resolutionX), axis(height, resolution: resolutionY)
        )
        #expect(
            TouchScale(of: axes, .identity, on: TouchedPicture(size: picture)).origin == .assumed)
    }

    @Test(arguments: [(16.0, 9.0), (1600.0, 900.0), (0.0, 0.0), (160.0, 9.0)])
    func `an impossible display size is ignored`(width: Double, height: Double) {
        let display = Size(width: width, height: height)
        #expect(
            TouchedPicture(size: picture, rotation: 0, given: nil, display: display).millimetres
                == nil)
        // Whoever writes it down means it.
        #expect(
            TouchedPicture(size: picture, rotation: 0, given: display, display: nil).millimetres
                == display)
    }

    @Test func `swapped axes also swap their millimetres`() throws {
        let swap = try #require(CalibrationMatrix("0 1 0 1 0 0"))
        let screen = TouchedPicture(
            size: picture, rotation: 0, given: Size(width: 160, height: 120), display: nil)
        // The device's x runs along the picture's 120 mm of height.
        let scale = TouchScale(of: (axis(1200), axis(3200)), swap, on: screen)
        #expect(near(scale.unitsPerMillimetre, (10, 20)))
        #expect(near(scale.pixelsPerMillimetre, (5, 4)))

        let known = TouchScale(
            of: (axis(1200, resolution: 10), axis(3200, resolution: 20)), swap,
            on: TouchedPicture(size: picture))
        #expect(near(known.pixelsPerMillimetre, (5, 4)))
    }

    @Test func `a rotated screen is as wide as it was high`() {
        let turned = TouchedPicture(
            size: Size(width: 480, height: 800), rotation: 90,
            given: Size(width: 160, height: 120), display: nil)
        #expect(turned.millimetres == Size(width: 120, height: 160))
        let scale = TouchScale(
            of: (axis(3200), axis(1200)), CalibrationMatrix(pictureRotatedBy: 90), on: turned)
        #expect(near(scale.unitsPerMillimetre, (20, 10)))
        #expect(near(scale.pixelsPerMillimetre, (4, 5)))
    }

    @Test func `a matrix that maps everything to one line breaks nothing`() throws {
        let flat = try #require(CalibrationMatrix("0 0 0 0 0 0"))
        let scale = TouchScale(
            of: (axis(100), axis(100)), flat, on: TouchedPicture(size: picture))
        #expect(scale.unitsPerMillimetre.x.isFinite)
    }

    @Test func `a finger is at the point of the rotated picture that it touches`() {
        let corners: [(Double, Double)] = [(0, 0), (1, 0), (1, 1), (0, 1)]
        for (turns, degrees) in [0, 90, 180, 270].enumerated() {
            let matrix = CalibrationMatrix(pictureRotatedBy: degrees)
            // Turned clockwise once, the picture's first corner is at the screen's second one.
            for index in corners.indices {
                let screen = corners[(index + turns) % 4]
                #expect(matrix.apply(x: screen.0, y: screen.1) == corners[index], "\(degrees)°")
            }
        }
    }

    private func axis(_ range: Int32, resolution: Int32 = 0) -> Axis {
        Axis(minimum: 0, maximum: range - 1, resolution: resolution)
    }

    private func near(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Bool {
        abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9
    }
}
