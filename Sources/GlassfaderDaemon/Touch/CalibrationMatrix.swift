/// Maps a position on the device to a position on the output, both in the range 0…1.
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

    /// Parses six numbers with spaces between them. As in libinput, more than six are ignored.
    ///
    /// Returns nil for anything else. The caller should then use `identity` and log that.
    init?(_ text: String) {
        let words = text.split(separator: " ").prefix(6)
        self.init(words.compactMap { Double($0) })
    }

    /// Takes the six numbers; nil if there are more or fewer, or one is not finite.
    init?(_ numbers: [Double]) {
        guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return nil }
        self.init(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4],
            f: numbers[5])
    }

    /// Maps a position on the screen to a position in a picture that is rotated on it clockwise, by
    /// 0, 90, 180 or 270 degrees.
    init(pictureRotatedBy degrees: Int) {
        switch degrees {
        case 0: self = .identity
        // Rotated clockwise, the picture's top is at the right, and its left side at the top.
        case 90: self.init(a: 0, b: 1, c: 0, d: -1, e: 0, f: 1)
        case 180: self.init(a: -1, b: 0, c: 1, d: 0, e: -1, f: 1)
        case 270: self.init(a: 0, b: -1, c: 1, d: 1, e: 0, f: 0)
        default: preconditionFailure("a picture is rotated by \(degrees)°")
        }
    }

    /// The six numbers, row by row.
    var numbers: [Double] { [a, b, c, d, e, f] }

    func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        (a * x + b * y + c, d * x + e * y + f)
    }

    /// Applies this matrix first and then `next`: for example the device's, then the output's
    /// rotation.
    func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
        CalibrationMatrix(
            a: next.a * a + next.b * d, b: next.a * b + next.b * e,
            c: next.a * c + next.b * f + next.c,
            d: next.d * a + next.e * d, e: next.d * b + next.e * e,
            f: next.d * c + next.e * f + next.f)
    }
}
