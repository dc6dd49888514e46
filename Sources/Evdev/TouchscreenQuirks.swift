import CEvdev

/// Corrections of a touchscreen's own description.
package struct TouchscreenQuirks: Equatable, Sendable {
    /// What shows that a single-touch device is touched.
    package enum Indicator: Equatable, Sendable {
        case touchKey
        case leftButton
        /// Pressure, with a hysteresis between two percentages of its range.
        case pressure(on: Double, off: Double)
    }

    package var indicator = Indicator.touchKey
    /// The axes with positions; nil for the standard ones. If they are not slot axes, the device is
    /// a single-touch one.
    package var axes: AxisMap?
    /// Whether to swap the minimum and the maximum of an axis whose minimum is larger.
    package var swapsRanges = false
    /// The fuzz of axes by event code, in device units, if the kernel no longer has it.
    package var fuzz: [UInt16: Int32] = [:]

    package init() {}

    /// The corrected description of a device.
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

    /// The indicator in the device's units; nil for `BTN_TOUCH`, and for a multitouch device, which
    /// needs none.
    package func indicator(of device: DeviceDescription) throws(Rejection) -> TouchIndicator? {
        guard device.axis(ABS_MT_POSITION_X) == nil else { return nil }
        switch indicator {
        case .touchKey:
            return nil
        case .leftButton:
            guard device.keys.contains(BTN_LEFT) else {
                throw .selectedIndicatorMissing("BTN_LEFT")
            }
            return .leftButton
        case .pressure(let on, let off):
            guard let axis = device.axis(ABS_PRESSURE) else {
                throw .selectedIndicatorMissing("ABS_PRESSURE")
            }
            return .pressure(on: axis, from: on, downTo: off)
        }
    }
}
