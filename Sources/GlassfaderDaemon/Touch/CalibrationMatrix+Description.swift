import Files
import Panel

extension CalibrationMatrix {
    /// The panel file's calibration or, if it is missing or the identity, udev's. Reports a wrong
    /// calibration from udev to `warn`, and uses the identity instead.
    init(_ description: TouchscreenDescription, udev: String?, warn: (String) -> Void) {
        self = .identity
        if let given = description.calibration.flatMap(CalibrationMatrix.init), given != .identity {
            self = given
            return
        }
        guard let udev else { return }
        guard let calibration = CalibrationMatrix(udev) else {
            warn("\(udev.quotedForLog) is not a calibration matrix: using none")
            return
        }
        if let problem = TouchscreenDescription.problem(ofCalibration: calibration.numbers) {
            warn("cannot use udev's calibration \(udev.quotedForLog): \(problem)")
        } else {
            self = calibration
        }
    }
}
