import CEvdev

/// How a device reports its contacts.
///
/// See `Documentation/input/multi-touch-protocol.rst` in the Linux source.
package enum TouchProtocol: Equatable, Sendable {
    /// Protocol B: each contact has a slot, and events report what has changed in it.
    case slots(count: Int)
    /// Protocol A: each report lists all contacts, in any order and without identifiers.
    case anonymous
    /// One contact, on `ABS_X` and `ABS_Y`.
    case single(TouchIndicator)

    /// The protocol according to the device's axes.
    ///
    /// `indicator` replaces `BTN_TOUCH` for a single-touch device whose key is missing or wrong. A
    /// resolution on only one axis is accepted: it counts as unknown, and the panel works.
    package init(of device: DeviceDescription, indicator: TouchIndicator? = nil) throws(Rejection) {
        // The same checks as libinput's evdev_reject_device() and evdev_is_fake_mt_device().
        if device.axis(ABS_MT_SLOT) != nil, device.axis(ABS_MT_SLOT - 1) != nil {
            throw .fakeMultitouch
        }
        if (device.axis(ABS_X) == nil) != (device.axis(ABS_Y) == nil) {
            throw .onlyOneAxis(multitouch: false)
        }
        if (device.axis(ABS_MT_POSITION_X) == nil) != (device.axis(ABS_MT_POSITION_Y) == nil) {
            throw .onlyOneAxis(multitouch: true)
        }
        guard let axes = device.positionAxes else { throw .noPosition }
        try Self.check(axes.x, named: "x")
        try Self.check(axes.y, named: "y")

        if device.axis(ABS_MT_POSITION_X) == nil {
            self = .single(try Self.indicator(of: device, chosen: indicator))
        } else if let slots = device.axis(ABS_MT_SLOT) {
            // The kernel allows at most 1024 slots (input_mt_init_slots).
            guard (0..<1024).contains(slots.maximum) else { throw .noSlots(maximum: slots.maximum) }
            self = .slots(count: Int(slots.maximum) + 1)
        } else {
            self = .anonymous
        }
    }

    private static func check(_ axis: Axis, named name: String) throws(Rejection) {
        guard axis.minimum < axis.maximum else {
            throw .emptyRange(axis: name, minimum: axis.minimum, maximum: axis.maximum)
        }
        guard axis.resolution >= 0 else {
            throw .negativeResolution(axis: name, axis.resolution)
        }
    }

    private static func indicator(
        of device: DeviceDescription, chosen: TouchIndicator?
    ) throws(Rejection) -> TouchIndicator {
        if let chosen { return chosen }
        guard device.keys.contains(BTN_TOUCH) else { throw .noIndicator }
        return .touchKey
    }
}
