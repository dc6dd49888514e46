import CEvdev

/// What shows that a single-touch device is touched.
package enum TouchIndicator: Equatable, Sendable {
    /// A key is down: `BTN_TOUCH`, or `BTN_LEFT` of panels that act as a mouse.
    case key(UInt16)
    /// The pressure has reached `on` and has not fallen below `off` since, in device units.
    case pressure(on: Int32, off: Int32)

    /// The key that most drivers send.
    package static let touchKey = TouchIndicator.key(UInt16(BTN_TOUCH))

    /// The left mouse button, which some old drivers send instead of `BTN_TOUCH`.
    package static let leftButton = TouchIndicator.key(UInt16(BTN_LEFT))

    /// Pressure with a hysteresis between two percentages of the axis's range.
    package static func pressure(
        on axis: Axis, from on: Double = 12, downTo off: Double = 8
    ) -> TouchIndicator {
        let range = Double(axis.maximum) - Double(axis.minimum)
        func share(_ percent: Double) -> Int32 {
            Int32((Double(axis.minimum) + range * percent / 100).rounded(.down))
        }
        return .pressure(on: share(on), off: share(off))
    }
}
