import Evdev
import Testing

struct EvemuRecordingTests {
    @Test func `a recording that includes its device description is read`() throws {
        let recording = try EvemuRecording(
            """
            # EVEMU 1.2
            N: Panel #1
            I: 001c 0603 7806 0100
            P: 02 00 00 00 00 00 00 00
            B: 00 0b 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 01 00 00 00 00 00 00 00
            A: 35 -10 1599 2 1 11
            A: 36 0 2559 0 0
            L: 00 1
            S: 01 0

            E: 7.000001 0003 0035 0810\t# EV_ABS / ABS_MT_POSITION_X    810
            E: 7.200001 0003 0039 -1
            E: 8.000000 0000 0000 0000
            """)
        #expect(recording.device.name == "Panel #1")
        #expect(recording.device.identity.vendor == 0x0603)
        #expect(recording.device.identity.version == 0x0100)
        #expect(recording.device.properties.contains(1))
        #expect(!recording.device.properties.contains(0))
        #expect(recording.device.keys.contains(64))
        #expect(!recording.device.keys.contains(0))
        #expect(
            recording.device.axes == [
                0x35: Axis(minimum: -10, maximum: 1599, fuzz: 2, flat: 1, resolution: 11),
                0x36: Axis(minimum: 0, maximum: 2559),
            ])
        #expect(
            recording.events.map(\.time) == [
                .zero, .milliseconds(200), .microseconds(999_999),
            ])
        #expect(recording.events.map(\.value) == [810, -1, 0])
        #expect(recording.events.map(\.code) == [0x35, 0x39, 0])
        #expect(recording.events.map(\.type) == [3, 3, 0])
    }

    @Test func `events with a separate device description are read`() throws {
        let device = try DeviceDescription(evemu: "N: Panel\r\nA: 35 0 9 0 0 0\r\n")
        #expect(device.name == "Panel")
        let recording = try EvemuRecording("E: 1.000000 0000 0000 0\n", device: device)
        #expect(recording.device == device)
        #expect(recording.events.count == 1)
    }

    @Test(arguments: [
        ("N: Panel\nA: 35 0 x 0 0 0", "line 2: 'x' is not a decimal number of 32 bits"),
        ("A: zz 0 9 0 0 0", "line 1: 'zz' is not a hexadecimal number of 16 bits"),
        ("A: 35 0 9", "line 1: 3 fields where 'A: code minimum maximum fuzz flat resolution'"),
        ("# EVEMU\n\nI: 1 2 3", "line 3: 3 fields where 'I: bus vendor product version'"),
        ("P: 100", "line 1: '100' is not a hexadecimal number of 8 bits"),
        ("B: 01", "line 1: 1 fields where 'B: type bytes' is expected"),
        ("E: 1 0 0 0", "line 1: '1' is not a time in seconds with six decimals"),
        ("E: 1.5 0 0 0", "line 1: '1.5' is not a time in seconds with six decimals"),
        ("E: 1.000000 0 0", "line 1: 3 fields where 'E: time type code value' is expected"),
        ("E: 1.000000 0 0 99999999999", "line 1: '99999999999' is not a decimal number"),
        ("hello", "line 1: 'hello' does not begin with a label such as N: or E:"),
        ("N: Panel\nE: 1.000000 0 0 0", "line 2: the text has no A: line"),
        ("", "line 1: the text has no A: line, which describes an axis"),
    ])
    func `an error names the line that cannot be parsed`(text: String, message: String) {
        let error = #expect(throws: EvemuError.self) { try EvemuRecording(text) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }
}
