import CEvdev

/// The axes on which a device sends its positions, if not on the usual ones.
///
/// eGalax 0eef:0001 sends them on `ABS_Z` and `ABS_RX`, while its `ABS_X` and `ABS_Y` never move.
/// Axes of slots, such as `ABS_MT_TOOL_X` and `ABS_MT_TOOL_Y`, are for a multitouch device; any
/// others make the device one without multitouch.
package struct AxisMap: Equatable, Sendable {
    package let x: UInt16
    package let y: UInt16

    /// A map from two different axes, by event code: both of slots, or neither.
    package init(x: UInt16, y: UInt16) {
        precondition(x != y, "one axis is both x and y")
        precondition(
            Self.isOfSlots(x) == Self.isOfSlots(y), "x is an axis of slots and y is not")
        self.x = x
        self.y = y
    }

    /// Whether the axes are those of slots.
    package var isMultitouch: Bool { Self.isOfSlots(x) }

    /// The axis that an axis' events are taken for; nil if they mean nothing.
    func code(for code: UInt16) -> UInt16? {
        let usual = isMultitouch ? (ABS_MT_POSITION_X, ABS_MT_POSITION_Y) : (ABS_X, ABS_Y)
        return switch code {
        case x: UInt16(usual.0)
        case y: UInt16(usual.1)
        // What the device has there is no position, and slots would go with it.
        case UInt16(ABS_X), UInt16(ABS_Y), UInt16(usual.0), UInt16(usual.1): nil
        case UInt16(ABS_MT_SLOT)...UInt16(ABS_MAX) where !isMultitouch: nil
        default: code
        }
    }

    /// The device as if it sent its positions on the usual axes.
    func corrected(_ device: DeviceDescription) -> DeviceDescription {
        var corrected = device
        corrected.axes = [:]
        for (code, axis) in device.axes {
            if let code = self.code(for: code) { corrected.axes[code] = axis }
        }
        return corrected
    }

    private static func isOfSlots(_ code: UInt16) -> Bool { Int32(code) > ABS_MT_SLOT }
}
