import CEvdev

/// What tells that a single-touch device is being touched.
package enum ContactSign: Equatable, Sendable {
    /// A key is down: `BTN_TOUCH`, or `BTN_LEFT` of panels that pose as a mouse.
    case key(UInt16)
    /// The pressure has reached `on`, and has not yet fallen below `off`, in device units.
    case pressure(on: Int32, off: Int32)

    /// The key of every well-behaved driver.
    package static let touchKey = ContactSign.key(UInt16(BTN_TOUCH))

    /// The left button, which some old drivers send in place of `BTN_TOUCH`.
    package static let leftButton = ContactSign.key(UInt16(BTN_LEFT))

    /// Pressure with a hysteresis between two shares of the axis' range, in percent.
    package static func pressure(
        on axis: Axis, from on: Double = 12, downTo off: Double = 8
    ) -> ContactSign {
        let range = Double(axis.maximum) - Double(axis.minimum)
        func share(_ percent: Double) -> Int32 {
            Int32((Double(axis.minimum) + range * percent / 100).rounded(.down))
        }
        return .pressure(on: share(on), off: share(off))
    }
}
