import CEvdev

/// The axes on which a device sends its positions, if they are not the standard ones.
///
/// eGalax 0eef:0001 sends them on `ABS_Z` and `ABS_RX`, while its `ABS_X` and `ABS_Y` never change.
/// Slot axes, such as `ABS_MT_TOOL_X` and `ABS_MT_TOOL_Y`, are for a multitouch device. Other axes
/// make the device a single-touch one.
package struct AxisMap: Equatable, Sendable {
    package let x: UInt16
    package let y: UInt16

    /// A map from two different axes, by event code: both must be slot axes, or neither.
    package init(x: UInt16, y: UInt16) {
        precondition(x != y, "one axis is both x and y")
        precondition(
            Self.isSlotAxis(x) == Self.isSlotAxis(y), "only one of x and y is a slot axis")
        self.x = x
        self.y = y
    }

    /// Whether the axes are slot axes.
    package var isMultitouch: Bool { Self.isSlotAxis(x) }

    /// The standard axis for an axis's events; nil if the events must be ignored.
    func code(for code: UInt16) -> UInt16? {
        let standard = isMultitouch ? (ABS_MT_POSITION_X, ABS_MT_POSITION_Y) : (ABS_X, ABS_Y)
        return switch code {
        case x: UInt16(standard.0)
        case y: UInt16(standard.1)
        // Other position axes have no valid positions; without them, slots have none either.
        case UInt16(ABS_X), UInt16(ABS_Y), UInt16(standard.0), UInt16(standard.1): nil
        case UInt16(ABS_MT_SLOT)...UInt16(ABS_MAX) where !isMultitouch: nil
        default: code
        }
    }

    /// The device's description as if it used the standard axes.
    func corrected(_ device: DeviceDescription) -> DeviceDescription {
        var corrected = device
        corrected.axes = [:]
        for (code, axis) in device.axes {
            if let code = self.code(for: code) { corrected.axes[code] = axis }
        }
        return corrected
    }

    private static func isSlotAxis(_ code: UInt16) -> Bool { Int32(code) > ABS_MT_SLOT }
}
