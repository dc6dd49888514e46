import Evdev

/// From device units to points on the output.
struct Normalisation {
    let x: Axis
    let y: Axis
    let calibration: CalibrationMatrix
    /// The output's size in points.
    let width: Double
    let height: Double

    /// Where on the output a place on the device is. It may be outside, if the calibration says so.
    func point(x deviceX: Int32, y deviceY: Int32) -> (x: Double, y: Double) {
        let place = calibration.apply(x: Self.share(deviceX, of: x), y: Self.share(deviceY, of: y))
        return (place.x * width, place.y * height)
    }

    private static func share(_ value: Int32, of axis: Axis) -> Double {
        (Double(value) - Double(axis.minimum)) / axis.range
    }
}
