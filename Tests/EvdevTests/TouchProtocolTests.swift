import Testing
import TouchEvents

@testable import Evdev

struct TouchProtocolTests {
    @Test func `slots, lists and single touch are distinguished by their axes`() throws {
        var device = panel([.x, .y], keys: [.touch])
        #expect(try TouchProtocol(of: device) == .single(.key(EventCode.touch.code)))
        device.axes[EventCode.mtX.code] = Axis(minimum: 0, maximum: 99)
        device.axes[EventCode.mtY.code] = Axis(minimum: 0, maximum: 99)
        #expect(try TouchProtocol(of: device) == .anonymous)
        device.axes[EventCode.slot.code] = Axis(minimum: 0, maximum: 9)
        #expect(try TouchProtocol(of: device) == .slots(count: 10))
    }

    @Test func `a device that is not a touchscreen is rejected with the reason`() {
        #expect(throws: Rejection.noPosition) { try TouchProtocol(of: panel([])) }
        #expect(throws: Rejection.onlyOneAxis(multitouch: false)) {
            try TouchProtocol(of: panel([.x, .mtX, .mtY]))
        }
        #expect(throws: Rejection.onlyOneAxis(multitouch: true)) {
            try TouchProtocol(of: panel([.x, .y, .mtY]))
        }
        #expect(throws: Rejection.fakeMultitouch) {
            try TouchProtocol(of: panel([.x, .y, .reserved, .slot, .mtX, .mtY]))
        }
        #expect(throws: Rejection.noIndicator) { try TouchProtocol(of: panel([.x, .y])) }

        var device = panel([.x, .y], keys: [.touch])
        device.axes[EventCode.y.code] = Axis(minimum: 7, maximum: 7)
        #expect(throws: Rejection.emptyRange(axis: "y", minimum: 7, maximum: 7)) {
            try TouchProtocol(of: device)
        }
        device.axes[EventCode.y.code] = Axis(minimum: 0, maximum: 7, resolution: -2)
        #expect(throws: Rejection.negativeResolution(axis: "y", -2)) {
            try TouchProtocol(of: device)
        }
        var slotless = panel([.mtX, .mtY])
        slotless.axes[EventCode.slot.code] = Axis(minimum: 0, maximum: -1)
        #expect(throws: Rejection.noSlots(maximum: -1)) { try TouchProtocol(of: slotless) }
    }

    @Test func `a resolution on one axis only is no reason to reject a panel`() throws {
        var device = panel([.x, .y], keys: [.touch])
        device.axes[EventCode.x.code] = Axis(minimum: 0, maximum: 99, resolution: 4)
        #expect(try TouchProtocol(of: device) == .single(.touchKey))
    }

    @Test func `a touch begins at 12 % of the pressure range and ends below 8 %`() {
        let indicator = TouchIndicator.pressure(on: Axis(minimum: 0, maximum: 255))
        #expect(indicator == .pressure(on: 30, off: 20))
    }

    @Test func `without udev, a direct-touch device is taken as a touchscreen`() {
        let direct = InputBits(bytes: [0b10])
        var device = panel([.x, .y], keys: [.touch])
        #expect(!device.looksLikeTouchscreen)
        device.properties = direct
        #expect(device.looksLikeTouchscreen)
        device.keys.insert(0x140)  // BTN_TOOL_PEN
        #expect(!device.looksLikeTouchscreen)

        device = panel([.mtX, .mtY])
        device.properties = direct
        #expect(device.looksLikeTouchscreen)
        device = panel([.x, .y])
        device.properties = direct
        #expect(!device.looksLikeTouchscreen)
    }

    private func panel(_ axes: [EventCode], keys: [EventCode] = []) -> DeviceDescription {
        var device = DeviceDescription()
        for axis in axes { device.axes[axis.code] = Axis(minimum: 0, maximum: 99) }
        for key in keys { device.keys.insert(key.code) }
        return device
    }
}
