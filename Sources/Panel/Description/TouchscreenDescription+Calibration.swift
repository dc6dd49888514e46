extension TouchscreenDescription {
    /// Why a calibration would make the panel untouchable; `nil` if it would not.
    ///
    /// - Parameter numbers: Finite numbers, six in a valid `calibration`.
    package static func problem(ofCalibration numbers: [Double]) -> String? {
        guard numbers.count == 6 else { return "found \(numbers.count) numbers, expected six" }
        guard numbers.allSatisfy({ $0.magnitude <= 1e6 }) else {
            return "the numbers of a matrix are at most a million"
        }
        let determinant = numbers[0] * numbers[4] - numbers[1] * numbers[3]
        guard determinant.isFinite, determinant.magnitude >= 1e-6 else {
            return "this matrix has no inverse: it maps the whole touchscreen to a line or a point"
        }
        // The corners of the touchscreen, in coordinates where the screen is 0 to 1.
        for row in [numbers[0..<3], numbers[3..<6]].map(Array.init) {
            let ends = [row[2], row[0] + row[2], row[1] + row[2], row[0] + row[1] + row[2]]
            guard let least = ends.min(), let greatest = ends.max(), least < 1, greatest > 0 else {
                return "this matrix maps the whole touchscreen outside the screen"
            }
        }
        return nil
    }
}
