import CEvdev

/// A device with a single contact: `ABS_X`, `ABS_Y`, and a `TouchIndicator`.
struct SingleTouch {
    let indicator: TouchIndicator
    private var isTouched = false
    /// Whether the next position begins a touch. True after a forced release: the key then stays
    /// down, and the kernel only reports changes of a key.
    private var beginsWhereMoved = false
    /// Whether a position has come since then.
    private var hasMoved = false
    private var trackingID: Int32 = 0

    init(indicator: TouchIndicator) { self.indicator = indicator }

    /// Handles an event, and stores a position in the slot. When a touch begins or ends, returns
    /// the tracking ID that a multitouch device would have sent.
    mutating func handle(type: UInt16, code: UInt16, value: Int32, slot: inout Slot) -> Int32? {
        switch (Int32(type), Int32(code)) {
        case (EV_ABS, ABS_X):
            slot.x = value
            hasMoved = true
        case (EV_ABS, ABS_Y):
            slot.y = value
            hasMoved = true
        case (EV_ABS, ABS_PRESSURE):
            slot.pressure = value
            if case .pressure(let on, let off) = indicator {
                return touch(isTouched ? value >= off : value >= on)
            }
        case (EV_KEY, _):
            if indicator == .key(code) { return touch(value != 0) }
        default:
            break
        }
        return nil
    }

    /// Ends a report, as `handle(type:code:value:slot:)` handles events. The last position before a
    /// release is no touch.
    mutating func endReport() -> Int32? {
        defer { hasMoved = false }
        return beginsWhereMoved && hasMoved ? touch(true) : nil
    }

    /// Takes over a state, and returns the slot that a multitouch device would have in it.
    mutating func adopt(_ state: DeviceState) -> DeviceState.Slot {
        let isDown =
            switch indicator {
            case .key(let code): state.pressedKeys.contains(Int32(code))
            case .pressure(let on, let off): state.pressure >= (isTouched ? off : on)
            }
        _ = touch(isDown)
        return DeviceState.Slot(
            trackingID: isTouched ? trackingID : -1, x: state.x, y: state.y,
            pressure: state.pressure)
    }

    /// Forces a release. Returns the tracking ID of an empty slot if there was a touch.
    mutating func release() -> Int32? {
        guard isTouched else { return nil }
        defer { if case .key = indicator { beginsWhereMoved = true } }
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
