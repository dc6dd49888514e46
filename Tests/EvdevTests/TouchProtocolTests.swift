import Testing

@testable import Evdev

struct TouchProtocolTests {
    @Test func `slots, lists and single touch are told apart by their axes`() throws {
        var device = panel([0x00, 0x01], keys: [touchKey])
        #expect(try TouchProtocol(of: device) == .single(.key(touchKey)))
        device.axes[0x35] = Axis(minimum: 0, maximum: 99)
        device.axes[0x36] = Axis(minimum: 0, maximum: 99)
        #expect(try TouchProtocol(of: device) == .anonymous)
        device.axes[0x2f] = Axis(minimum: 0, maximum: 9)
        #expect(try TouchProtocol(of: device) == .slots(count: 10))
    }

    @Test func `a device that is no touchscreen is refused with the reason`() {
        #expect(throws: Rejection.noPosition) { try TouchProtocol(of: panel([])) }
        #expect(throws: Rejection.onlyOneAxis(multitouch: false)) {
            try TouchProtocol(of: panel([0x00, 0x35, 0x36]))
        }
        #expect(throws: Rejection.onlyOneAxis(multitouch: true)) {
            try TouchProtocol(of: panel([0x00, 0x01, 0x36]))
        }
        #expect(throws: Rejection.fakeMultitouch) {
            try TouchProtocol(of: panel([0x00, 0x01, 0x2e, 0x2f, 0x35, 0x36]))
        }
        #expect(throws: Rejection.noContactSign) { try TouchProtocol(of: panel([0x00, 0x01])) }

        var device = panel([0x00, 0x01], keys: [touchKey])
        device.axes[0x01] = Axis(minimum: 7, maximum: 7)
        #expect(throws: Rejection.emptyRange(axis: "y", minimum: 7, maximum: 7)) {
            try TouchProtocol(of: device)
        }
        device.axes[0x01] = Axis(minimum: 0, maximum: 7, resolution: -2)
        #expect(throws: Rejection.negativeResolution(axis: "y", -2)) {
            try TouchProtocol(of: device)
        }
        var slotless = panel([0x35, 0x36])
        slotless.axes[0x2f] = Axis(minimum: 0, maximum: -1)
        #expect(throws: Rejection.noSlots(maximum: -1)) { try TouchProtocol(of: slotless) }
    }

    @Test func `a resolution on one axis only is no reason to refuse a panel`() throws {
        var device = panel([0x00, 0x01], keys: [touchKey])
        device.axes[0x00] = Axis(minimum: 0, maximum: 99, resolution: 4)
        #expect(try TouchProtocol(of: device) == .single(.touchKey))
    }

    @Test func `pressure counts from 12 % of its range, down to 8 %`() {
        let sign = ContactSign.pressure(on: Axis(minimum: 0, maximum: 255))
        #expect(sign == .pressure(on: 30, off: 20))
    }

    @Test func `without udev, a touchscreen is what one touches directly`() {
        let direct = InputBits(bytes: [0b10])
        var device = panel([0x00, 0x01], keys: [touchKey])
        #expect(!device.looksLikeTouchscreen)
        device.properties = direct
        #expect(device.looksLikeTouchscreen)
        device.keys.insert(0x140)  // BTN_TOOL_PEN
        #expect(!device.looksLikeTouchscreen)

        device = panel([0x35, 0x36])
        device.properties = direct
        #expect(device.looksLikeTouchscreen)
        device = panel([0x00, 0x01])
        device.properties = direct
        #expect(!device.looksLikeTouchscreen)
    }

    private let touchKey: UInt16 = 0x14a

    private func panel(_ axes: [UInt16], keys: [UInt16] = []) -> DeviceDescription {
        var device = DeviceDescription()
        for axis in axes { device.axes[axis] = Axis(minimum: 0, maximum: 99) }
        for key in keys { device.keys.insert(key) }
        return device
    }
}
