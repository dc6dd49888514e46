extension TouchscreenDescription {
    /// Why nobody could touch the panel with a calibration, in words; nil if one can.
    ///
    /// - Parameter numbers: six finite numbers, as `calibration` has them.
    package static func problem(ofCalibration numbers: [Double]) -> String? {
        guard numbers.count == 6 else { return "six numbers are expected" }
        let determinant = numbers[0] * numbers[4] - numbers[1] * numbers[3]
        guard determinant.isFinite, determinant.magnitude >= 1e-6 else {
            return "this matrix has no inverse: it puts the whole glass on a line or a point"
        }
        // Where the corners of the glass are on the screen, which goes from 0 to 1.
        for row in [numbers[0..<3], numbers[3..<6]].map(Array.init) {
            let ends = [row[2], row[0] + row[2], row[1] + row[2], row[0] + row[1] + row[2]]
            guard let least = ends.min(), let greatest = ends.max(), least < 1, greatest > 0 else {
                return "this matrix puts the whole glass beside the screen"
            }
        }
        return nil
    }
}
