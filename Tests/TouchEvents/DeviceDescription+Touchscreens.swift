package import Evdev

extension DeviceDescription {
    /// A multitouch device with slots, with coordinates from 0 up to `width` and `height`.
    package static func slots(
        _ count: Int = 10, width: Int, height: Int, resolution: Int32 = 0
    ) -> DeviceDescription {
        var device = list(width: width, height: height, resolution: resolution)
        device.axes[EventCode.slot.code] = Axis(minimum: 0, maximum: Int32(count) - 1)
        device.axes[EventCode.id.code] = Axis(minimum: 0, maximum: 65535)
        return device
    }

    /// A multitouch device without slots: each report lists all contacts.
    package static func list(
        width: Int, height: Int, resolution: Int32 = 0
    ) -> DeviceDescription {
        touchscreen(.mtX, .mtY, width: width, height: height, resolution: resolution)
    }

    /// A device for a single finger.
    package static func singleTouch(
        width: Int, height: Int, resolution: Int32 = 0
    ) -> DeviceDescription {
        touchscreen(.x, .y, width: width, height: height, resolution: resolution)
    }

    private static func touchscreen(
        _ x: EventCode, _ y: EventCode, width: Int, height: Int, resolution: Int32
    ) -> DeviceDescription {
        var device = DeviceDescription()
        device.name = "Test touchscreen"
        // INPUT_PROP_DIRECT
        device.properties.insert(1)
        device.keys.insert(EventCode.touch.code)
        device.axes[x.code] = Axis(
            minimum: 0, maximum: Int32(width) - 1, resolution: resolution)
        device.axes[y.code] = Axis(
            minimum: 0, maximum: Int32(height) - 1, resolution: resolution)
        return device
    }
}
