import CEvdev

/// The axes on which a device sends its positions, if not on the usual ones.
///
/// eGalax 0eef:0001 sends them on `ABS_Z` and `ABS_RX`, while its `ABS_X` and `ABS_Y` never move.
package struct AxisMap: Equatable, Sendable {
    package let x: UInt16
    package let y: UInt16

    /// A map from two different axes, by event code.
    package init(x: UInt16, y: UInt16) {
        precondition(x != y, "one axis is both x and y")
        self.x = x
        self.y = y
    }

    /// The axis that an axis' events are taken for; nil if they mean nothing.
    func code(for code: UInt16) -> UInt16? {
        switch code {
        case x: UInt16(ABS_X)
        case y: UInt16(ABS_Y)
        // What the device has there is no position, and slots would go with it.
        case UInt16(ABS_X), UInt16(ABS_Y), UInt16(ABS_MT_SLOT)...UInt16(ABS_MAX): nil
        default: code
        }
    }

    /// The device as if it sent its positions on `ABS_X` and `ABS_Y`.
    func corrected(_ device: DeviceDescription) -> DeviceDescription {
        var corrected = device
        corrected.axes = [:]
        for (code, axis) in device.axes {
            if let code = self.code(for: code) { corrected.axes[code] = axis }
        }
        return corrected
    }
}
