import Evdev

/// Converts device units to points on the output.
struct Normalisation {
    let x: Axis
    let y: Axis
    let calibration: CalibrationMatrix
    /// The output's size in points.
    let width: Double
    let height: Double

    /// The position on the output. The calibration may put it outside.
    func point(x deviceX: Int32, y deviceY: Int32) -> (x: Double, y: Double) {
        let point = calibration.apply(x: Self.share(deviceX, of: x), y: Self.share(deviceY, of: y))
        return (point.x * width, point.y * height)
    }

    /// The place of a value in the range of its axis, 0 to 1.
    static func share(_ value: Int32, of axis: Axis) -> Double {
        (Double(value) - Double(axis.minimum)) / axis.units
    }
}
