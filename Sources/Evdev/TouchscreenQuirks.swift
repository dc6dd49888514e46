import CEvdev

/// What is known better of a touchscreen than its device says.
package struct TouchscreenQuirks: Equatable, Sendable {
    /// What tells that a single-touch device is being touched.
    package enum Sign: Equatable, Sendable {
        case touchKey
        case leftButton
        /// Pressure, between two limits in percent of its range.
        case pressure(on: Double, off: Double)
    }

    package var sign = Sign.touchKey
    /// Nil for the usual axes. Without axes of slots in it, the device is a single-touch one.
    package var axes: AxisMap?
    /// Whether an axis whose minimum is above its maximum is taken the other way round.
    package var swapsRanges = false
    /// The noise of axes by event code, if the kernel no longer knows it, in device units.
    package var fuzz: [UInt16: Int32] = [:]

    package init() {}

    /// The device as it should describe itself.
    package func corrected(_ device: DeviceDescription) -> DeviceDescription {
        var corrected = device
        for (code, fuzz) in fuzz where corrected.axes[code]?.fuzz == 0 {
            corrected.axes[code]?.fuzz = fuzz
        }
        if let axes { corrected = axes.corrected(corrected) }
        guard swapsRanges else { return corrected }
        for (code, axis) in corrected.axes where axis.minimum > axis.maximum {
            corrected.axes[code]?.minimum = axis.maximum
            corrected.axes[code]?.maximum = axis.minimum
        }
        return corrected
    }

    /// The sign in the device's own units; nil for `BTN_TOUCH`.
    package func sign(of device: DeviceDescription) throws(Rejection) -> ContactSign? {
        switch sign {
        case .touchKey:
            return nil
        case .leftButton:
            guard device.keys.contains(BTN_LEFT) else { throw .chosenSignMissing("BTN_LEFT") }
            return .leftButton
        case .pressure(let on, let off):
            guard let axis = device.axis(ABS_PRESSURE) else {
                throw .chosenSignMissing("ABS_PRESSURE")
            }
            return .pressure(on: axis, from: on, downTo: off)
        }
    }
}
