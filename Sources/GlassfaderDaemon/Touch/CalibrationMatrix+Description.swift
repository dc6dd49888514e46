import Panel

extension CalibrationMatrix {
    /// The panel file's or, if that is none or changes nothing, udev's. What is wrong with udev's is
    /// handed to `warn`, and the matrix changes nothing then.
    init(_ description: TouchscreenDescription, udev: String?, warn: (String) -> Void) {
        self = .identity
        if let given = description.calibration.flatMap(CalibrationMatrix.init), given != .identity {
            self = given
            return
        }
        guard let udev else { return }
        guard let calibration = CalibrationMatrix(udev) else {
            warn("no calibration matrix: \(udev.quotedForLog); going on without one")
            return
        }
        if let problem = TouchscreenDescription.problem(ofCalibration: calibration.numbers) {
            warn("cannot use udev's calibration \(udev.quotedForLog): \(problem)")
        } else {
            self = calibration
        }
    }
}
