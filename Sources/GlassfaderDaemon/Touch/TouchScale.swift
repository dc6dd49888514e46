import Drawing
import Evdev
import Panel

/// The length of a millimetre of glass, in the touchscreen's units and in pixels.
///
/// Distances that matter to a finger are measured in millimetres. The device's resolution gives the
/// length of its units. The picture's size on the glass comes from the panel file, or else the
/// device's resolution, or else the display. Without all of these, touches assume 96 dpi; the
/// layout assumes 132 dpi (`LayoutRules.assumedDensity`).
struct TouchScale: Equatable {
    /// The source of the scale.
    enum Origin: Equatable {
        /// The device's resolution.
        case device
        /// The size of the screen, from the panel file or the display.
        case screen
        /// No plausible source.
        case assumed
    }

    /// The density that touches assume for a screen of unknown size: 96 dpi.
    static let assumedPixelsPerMillimetre = 96 / 25.4

    /// Along the device's axes.
    let unitsPerMillimetre: (x: Double, y: Double)
    /// Along the picture's sides.
    let pixelsPerMillimetre: (x: Double, y: Double)
    let origin: Origin

    /// The scale of a device whose positions are mapped to the picture by `matrix`.
    init(of axes: (x: Axis, y: Axis), _ matrix: CalibrationMatrix, on picture: TouchedPicture) {
        // The vector of one unit of each axis in the picture, in pixels.
        let ofX = Vector(
            x: matrix.a * picture.size.width / axes.x.units,
            y: matrix.d * picture.size.height / axes.x.units)
        let ofY = Vector(
            x: matrix.b * picture.size.width / axes.y.units,
            y: matrix.e * picture.size.height / axes.y.units)

        let units = Self.resolution(of: axes)
        let pixels = picture.millimetres.map {
            (x: picture.size.width / $0.width, y: picture.size.height / $0.height)
        }
        switch (units, pixels) {
        case (let units?, let pixels):
            origin = .device
            unitsPerMillimetre = units
            // A display may be larger than its glass, or report a wrong size. A size in the panel
            // file is intended.
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

    /// The device's resolution, if both axes have one and the resulting size is plausible for a
    /// panel.
    private static func resolution(of axes: (x: Axis, y: Axis)) -> (x: Double, y: Double)? {
        guard axes.x.resolution > 0, axes.y.resolution > 0 else { return nil }
        let (x, y) = (Double(axes.x.resolution), Double(axes.y.resolution))
        let glass = Size(width: axes.x.units / x, height: axes.y.units / y)
        return DisplayDescription.isPlausible(glass) ? (x, y) : nil
    }

    private struct Vector {
        var x: Double
        var y: Double

        /// Above 0 even for a matrix that maps everything to a line.
        var length: Double { max((x * x + y * y).squareRoot(), .ulpOfOne) }
    }
}
