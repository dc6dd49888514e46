import CEvdev

/// A device that knows one contact: `ABS_X`, `ABS_Y`, and a sign of being touched.
struct SingleTouch {
    let sign: ContactSign
    private var isTouched = false
    /// The release was taken for granted, and the key is down for ever: the kernel tells of a key
    /// only when it changes. So a position begins the next touch.
    private var beginsWhereMoved = false
    private var trackingID: Int32 = 0

    init(sign: ContactSign) { self.sign = sign }

    /// Takes an event in: the position into the slot. When a touch begins or ends, returns the
    /// tracking ID that a device with slots would have sent.
    mutating func handle(type: UInt16, code: UInt16, value: Int32, slot: inout Slot) -> Int32? {
        switch (Int32(type), Int32(code)) {
        case (EV_ABS, ABS_X):
            slot.x = value
            if beginsWhereMoved { return touch(true) }
        case (EV_ABS, ABS_Y):
            slot.y = value
            if beginsWhereMoved { return touch(true) }
        case (EV_ABS, ABS_PRESSURE):
            slot.pressure = value
            if case .pressure(let on, let off) = sign {
                return touch(isTouched ? value >= off : value >= on)
            }
        case (EV_KEY, _):
            if sign == .key(code) { return touch(value != 0) }
        default:
            break
        }
        return nil
    }

    /// The slot that a device with slots would be found to have in this state.
    mutating func slot(in state: DeviceState) -> DeviceState.Slot {
        let isDown =
            switch sign {
            case .key(let code): state.pressedKeys.contains(Int32(code))
            case .pressure(let on, let off): state.pressure >= (isTouched ? off : on)
            }
        _ = touch(isDown)
        return DeviceState.Slot(
            trackingID: isTouched ? trackingID : -1, x: state.x, y: state.y,
            pressure: state.pressure)
    }

    /// Takes the release for granted. Returns the tracking ID of an empty slot if there was a touch.
    mutating func release() -> Int32? {
        guard isTouched else { return nil }
        defer { if case .key = sign { beginsWhereMoved = true } }
        return touch(false)
    }

    private mutating func touch(_ isDown: Bool) -> Int32? {
        beginsWhereMoved = false
        guard isDown != isTouched else { return nil }
        isTouched = isDown
        guard isDown else { return -1 }
        trackingID = trackingID == .max ? 1 : trackingID + 1
        return trackingID
    }
}
