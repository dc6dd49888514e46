import CEvdev

/// The description of an input device: its name, its axes and its keys.
package struct DeviceDescription: Equatable, Sendable {
    /// The members of `struct input_id`.
    package struct Identity: Equatable, Sendable {
        package var bus: UInt16 = 0
        package var vendor: UInt16 = 0
        package var product: UInt16 = 0
        package var version: UInt16 = 0

        package init() {}
    }

    /// The driver's name of the device. It may contain garbage: escape it in messages.
    package var name = ""
    /// The driver's path of the device's port.
    package var physicalPath: String?
    /// Distinguishes it from devices of the same model, such as a serial number.
    package var uniqueID: String?
    package var identity = Identity()
    package var properties = InputBits()
    package var keys = InputBits()
    /// The absolute axes by event code (`ABS_X`, `ABS_MT_POSITION_X` …).
    package var axes: [UInt16: Axis] = [:]
    /// The codes of the other event types that the device supports, by type (`EV_MSC` …).
    package var otherCodes: [UInt16: InputBits] = [:]

    package init() {}

    /// The axis for an event code of `linux/input-event-codes.h`.
    package func axis(_ code: Int32) -> Axis? {
        UInt16(exactly: code).flatMap { axes[$0] }
    }

    /// The axes of a contact's `x` and `y`.
    ///
    /// Multitouch axes come first: a device that has both kinds lets `ABS_X` and `ABS_Y` follow the
    /// oldest contact, so that they jump when it lifts.
    package var positionAxes: (x: Axis, y: Axis)? {
        if let x = axis(ABS_MT_POSITION_X), let y = axis(ABS_MT_POSITION_Y) { return (x, y) }
        if let x = axis(ABS_X), let y = axis(ABS_Y) { return (x, y) }
        return nil
    }

    /// Whether its capabilities are those of a touchscreen, for machines without udev.
    ///
    /// Stricter than udev's rule (`udev-builtin-input_id.c` of systemd): a touchpad or drawing
    /// tablet must never be used as the panel.
    package var looksLikeTouchscreen: Bool {
        let isMultitouch = axis(ABS_MT_POSITION_X) != nil && axis(ABS_MT_POSITION_Y) != nil
        let isSingleTouch =
            axis(ABS_X) != nil && axis(ABS_Y) != nil && keys.contains(BTN_TOUCH)
        let isTablet = [BTN_TOOL_PEN, BTN_STYLUS, BTN_0].contains { keys.contains($0) }
        return properties.contains(INPUT_PROP_DIRECT) && (isMultitouch || isSingleTouch)
            && !isTablet
    }
}
