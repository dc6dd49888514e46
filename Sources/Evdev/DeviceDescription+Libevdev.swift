import CEvdev

extension DeviceDescription {
    /// The description that libevdev has read.
    init(_ evdev: OpaquePointer) {
        self.init()
        name = libevdev_get_name(evdev).map { String(cString: $0) } ?? ""
        physicalPath = libevdev_get_phys(evdev).map { String(cString: $0) }
        uniqueID = libevdev_get_uniq(evdev).map { String(cString: $0) }
        identity.bus = UInt16(truncatingIfNeeded: libevdev_get_id_bustype(evdev))
        identity.vendor = UInt16(truncatingIfNeeded: libevdev_get_id_vendor(evdev))
        identity.product = UInt16(truncatingIfNeeded: libevdev_get_id_product(evdev))
        identity.version = UInt16(truncatingIfNeeded: libevdev_get_id_version(evdev))
        for property in 0..<UInt16(INPUT_PROP_CNT)
        where libevdev_has_property(evdev, UInt32(property)) != 0 {
            properties.insert(property)
        }
        for key in 0..<UInt16(KEY_CNT)
        where libevdev_has_event_code(evdev, UInt32(EV_KEY), UInt32(key)) != 0 {
            keys.insert(key)
        }
        for type in [EV_REL, EV_MSC, EV_SW, EV_LED, EV_SND, EV_REP, EV_FF] {
            for code in 0...UInt32(max(0, libevdev_event_type_get_max(UInt32(type))))
            where libevdev_has_event_code(evdev, UInt32(type), code) != 0 {
                otherCodes[UInt16(type), default: InputBits()].insert(UInt16(code))
            }
        }
        for code in 0..<UInt16(ABS_CNT) {
            guard let info = libevdev_get_abs_info(evdev, UInt32(code))?.pointee else { continue }
            axes[code] = Axis(
                minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat,
                resolution: info.resolution)
        }
    }
}

extension DeviceState {
    /// The state that libevdev has read.
    init(_ evdev: OpaquePointer, _ axisMap: AxisMap?) {
        self.init()
        let map = axisMap.map { (x: Int32($0.x), y: Int32($0.y)) }
        let isMultitouch = axisMap?.isMultitouch ?? false
        let slotAxes = (isMultitouch ? map : nil) ?? (x: ABS_MT_POSITION_X, y: ABS_MT_POSITION_Y)
        let axes = (isMultitouch ? nil : map) ?? (x: ABS_X, y: ABS_Y)
        currentSlot = libevdev_get_current_slot(evdev)
        for slot in 0..<UInt32(max(0, libevdev_get_num_slots(evdev))) {
            func value(_ code: Int32) -> Int32 {
                libevdev_get_slot_value(evdev, slot, UInt32(code))
            }
            slots.append(
                Slot(
                    trackingID: value(ABS_MT_TRACKING_ID), x: value(slotAxes.x),
                    y: value(slotAxes.y), pressure: value(ABS_MT_PRESSURE),
                    major: value(ABS_MT_TOUCH_MAJOR),
                    isPalm: value(ABS_MT_TOOL_TYPE) == MT_TOOL_PALM))
        }
        for key in 0..<UInt16(KEY_CNT)
        where libevdev_get_event_value(evdev, UInt32(EV_KEY), UInt32(key)) != 0 {
            pressedKeys.insert(key)
        }
        x = libevdev_get_event_value(evdev, UInt32(EV_ABS), UInt32(axes.x))
        y = libevdev_get_event_value(evdev, UInt32(EV_ABS), UInt32(axes.y))
        pressure = libevdev_get_event_value(evdev, UInt32(EV_ABS), UInt32(ABS_PRESSURE))
    }
}
