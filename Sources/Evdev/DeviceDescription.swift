import CEvdev

/// What an input device says of itself: its name, its axes and its keys.
package struct DeviceDescription: Equatable, Sendable {
    /// The four numbers of `struct input_id`.
    package struct Identity: Equatable, Sendable {
        package var bus: UInt16 = 0
        package var vendor: UInt16 = 0
        package var product: UInt16 = 0
        package var version: UInt16 = 0

        package init() {}
    }

    /// As the driver spells it, which may be garbage: escape it in messages, never match by it alone.
    package var name = ""
    /// Where the device is plugged in, as its driver has it.
    package var physicalPath: String?
    /// What tells it from others of its kind, such as a serial number.
    package var uniqueID: String?
    package var identity = Identity()
    package var properties = InputBits()
    package var keys = InputBits()
    /// The absolute axes by event code (`ABS_X`, `ABS_MT_POSITION_X` …).
    package var axes: [UInt16: Axis] = [:]
    /// The codes of all other event types that the device has any of, by type (`EV_MSC` …).
    package var otherCodes: [UInt16: InputBits] = [:]

    package init() {}

    /// The axis of an event code of `linux/input-event-codes.h`.
    package func axis(_ code: Int32) -> Axis? {
        UInt16(exactly: code).flatMap { axes[$0] }
    }

    /// The axes that a contact's `x` and `y` are measured on.
    ///
    /// Where a device has both, the multitouch axes count: `ABS_X` and `ABS_Y` then follow the
    /// oldest contact and jump when it lifts.
    package var positionAxes: (x: Axis, y: Axis)? {
        if let x = axis(ABS_MT_POSITION_X), let y = axis(ABS_MT_POSITION_Y) { return (x, y) }
        if let x = axis(ABS_X), let y = axis(ABS_Y) { return (x, y) }
        return nil
    }

    /// Whether this is a touchscreen by its abilities alone, for machines without udev.
    ///
    /// Narrower than udev's own rule (`udev-builtin-input_id.c` of systemd): a touchpad or a
    /// drawing tablet must never be taken for the panel.
    package var looksLikeTouchscreen: Bool {
        let isMultitouch = axis(ABS_MT_POSITION_X) != nil && axis(ABS_MT_POSITION_Y) != nil
        let isSingleTouch =
            axis(ABS_X) != nil && axis(ABS_Y) != nil && keys.contains(BTN_TOUCH)
        let isTablet = [BTN_TOOL_PEN, BTN_STYLUS, BTN_0].contains { keys.contains($0) }
        return properties.contains(INPUT_PROP_DIRECT) && (isMultitouch || isSingleTouch)
            && !isTablet
    }
}
