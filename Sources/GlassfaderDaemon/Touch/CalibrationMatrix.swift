/// Where on the output a place on the device is, both measured from 0 to 1.
///
/// The six numbers of `LIBINPUT_CALIBRATION_MATRIX`, row by row: x' = a·x + b·y + c and
/// y' = d·x + e·y + f. See "Static device configuration via udev" in libinput's documentation.
struct CalibrationMatrix: Equatable {
    var a: Double
    var b: Double
    var c: Double
    var d: Double
    var e: Double
    var f: Double

    static let identity = CalibrationMatrix(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

    init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }

    /// Reads six numbers parted by spaces. As with libinput, more than six do no harm.
    ///
    /// Returns nil for anything else; then go on with `identity`, and say so.
    init?(_ text: String) {
        let words = text.split(separator: " ").prefix(6)
        self.init(words.compactMap { Double($0) })
    }

    /// Takes the six numbers; nil for any other count, or one that is not finite.
    init?(_ numbers: [Double]) {
        guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return nil }
        self.init(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4],
            f: numbers[5])
    }

    /// From a place on the screen to the place in a picture that is turned on it, clockwise and in
    /// degrees: 0, 90, 180 or 270.
    init(pictureTurnedBy degrees: Int) {
        switch degrees {
        case 0: self = .identity
        // Turned clockwise, the picture's top is at the right, and its left at the top.
        case 90: self.init(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1)
        case 180: self.init(a: -1, b: 0, c: 1, d: 0, e: -1, f: 1)
        case 270: self.init(a: 0, b: -1, c: 1, d: 1, e: 0, f: 0)
        default: preconditionFailure("a picture is turned by \(degrees)°")
        }
    }

    /// The six numbers, row by row.
    var numbers: [Double] { [a, b, c, d, e, f] }

    func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        (a * x + b * y + c, d * x + e * y + f)
    }

    /// This matrix first and then the other, such as the device's own and then the output's rotation.
    func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
        CalibrationMatrix(
            a: next.a * a + next.b * d, b: next.a * b + next.b * e,
            c: next.a * c + next.b * f + next.c,
            d: next.d * a + next.e * d, e: next.d * b + next.e * e,
            f: next.d * c + next.e * f + next.f)
    }
}
