import Drawing
import Evdev

/// How long a millimetre of the glass is: in a touchscreen's units, and in pixels.
///
/// A distance that means something to a finger is measured by it. The device's own units are as
/// long as its resolution says. How large the picture is on the glass says the panel file, then
/// the device's resolution, then the display. If nothing is known, there are 96 dots to the inch.
struct TouchScale: Equatable {
    /// Where the scale comes from.
    enum Origin: Equatable {
        /// The device's resolution.
        case device
        /// The size of the screen, by the panel file or by the display.
        case screen
        /// Nothing that can be believed.
        case assumed
    }

    static let assumedPixelsPerMillimetre = 96 / 25.4

    /// Along the device's axes.
    let unitsPerMillimetre: (x: Double, y: Double)
    /// Along the picture's sides.
    let pixelsPerMillimetre: (x: Double, y: Double)
    let origin: Origin

    /// The scale of a device whose places the matrix takes to places in the picture.
    init(of axes: (x: Axis, y: Axis), _ matrix: CalibrationMatrix, on picture: TouchedPicture) {
        // How far one unit of each axis goes in the picture, in pixels.
        let ofX = Vector(
            x: matrix.a * picture.size.width / axes.x.range,
            y: matrix.d * picture.size.height / axes.x.range)
        let ofY = Vector(
            x: matrix.b * picture.size.width / axes.y.range,
            y: matrix.e * picture.size.height / axes.y.range)

        let units = Self.resolution(of: axes)
        let pixels = picture.millimetres.map {
            (x: picture.size.width / $0.width, y: picture.size.height / $0.height)
        }
        switch (units, pixels) {
        case (let units?, let pixels):
            origin = .device
            unitsPerMillimetre = units
            // A display may be larger than its glass, or claim to be; whoever writes a size down
            // means it.
            pixelsPerMillimetre =
                (picture.isMeasured ? pixels : nil)
                ?? (
                    x: Vector(x: ofX.x * units.x, y: ofY.x * units.y).length,
                    y: Vector(x: ofX.y * units.x, y: ofY.y * units.y).length
                )
        case (nil, let pixels):
            origin = pixels == nil ? .assumed : .screen
            let assumed = Self.assumedPixelsPerMillimetre
            let pixels = pixels ?? (x: assumed, y: assumed)
            pixelsPerMillimetre = pixels
            unitsPerMillimetre = (
                x: 1 / Vector(x: ofX.x / pixels.x, y: ofX.y / pixels.y).length,
                y: 1 / Vector(x: ofY.x / pixels.x, y: ofY.y / pixels.y).length
            )
        }
    }

    static func == (a: TouchScale, b: TouchScale) -> Bool {
        a.unitsPerMillimetre == b.unitsPerMillimetre
            && a.pixelsPerMillimetre == b.pixelsPerMillimetre && a.origin == b.origin
    }

    /// The device's resolution, if it knows it for both axes and is no smaller or larger by it than
    /// a panel may be.
    private static func resolution(of axes: (x: Axis, y: Axis)) -> (x: Double, y: Double)? {
        guard axes.x.resolution > 0, axes.y.resolution > 0 else { return nil }
        let (x, y) = (Double(axes.x.resolution), Double(axes.y.resolution))
        let glass = Size(width: axes.x.range / x, height: axes.y.range / y)
        return TouchedPicture.isBelievable(glass) ? (x, y) : nil
    }

    private struct Vector {
        var x: Double
        var y: Double

        /// Above 0, also for a matrix that lays everything on one line.
        var length: Double { max((x * x + y * y).squareRoot(), .ulpOfOne) }
    }
}

extension Axis {
    /// The last unit is a unit wide too, so the range is one longer than maximum − minimum.
    var range: Double { Double(maximum) - Double(minimum) + 1 }
}
