import Evdev
import Foundation
import TestVectors
import Testing

struct EvemuWriterTests {
    /// As evemu 1.3 recorded it, some of the fields made less round.
    private static let recorded = """
        # EVEMU 1.3
        # Kernel: 4.9.20
        N: Atmel maXTouch Touchscreen
        I: 0018 0000 00ab 0001
        P: 02 00 00 00 00 00 00 00
        B: 00 0b 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 04 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 01 00 00 00 00 00 00 00 00
        B: 02 00 00 00 00 00 00 00 00
        B: 03 03 00 00 00 00 80 e0 0a
        B: 04 00 00 00 00 00 00 00 00
        B: 05 00 00 00 00 00 00 00 00
        B: 11 00 00 00 00 00 00 00 00
        B: 12 00 00 00 00 00 00 00 00
        B: 14 00 00 00 00 00 00 00 00
        B: 15 00 00 00 00 00 00 00 00
        B: 15 00 00 00 00 00 00 00 00
        A: 00 0 799 0 0 0
        A: 01 0 479 0 0 0
        A: 2f 0 9 0 0 0
        A: 35 -10 799 4 2 11
        A: 36 0 479 0 0 0
        A: 37 0 2 0 0 0
        A: 39 0 65535 0 0 0
        A: 3b 0 1 0 0 0

        """

    private static let events = """
        E: 0.000001 0003 0039 0042\t# EV_ABS / ABS_MT_TRACKING_ID   42
        E: 0.000001 0003 0035 -012\t# EV_ABS / ABS_MT_POSITION_X    -12
        E: 0.000001 0001 014a 0001\t# EV_KEY / BTN_TOUCH            1
        E: 0.000001 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +0ms
        E: 12.566590 0003 0039 -001\t# EV_ABS / ABS_MT_TRACKING_ID   -1
        E: 12.566590 0000 0002 0000\t# ++++++++++++ SYN_MT_REPORT (0) ++++++++++
        E: 12.566590 0000 0000 0000\t# ------------ SYN_REPORT (0) ---------- +12566ms

        """

    @Test func `a device is described as evemu describes it`() throws {
        let device = try DeviceDescription(evemu: Self.recorded)
        #expect(
            EvemuWriter.description(of: device, comments: ["Kernel: 4.9.20"]) == Self.recorded)
    }

    @Test func `events are written as evemu writes them`() throws {
        let recording = try EvemuRecording(Self.recorded + Self.events)
        #expect(text(of: recording.events) == Self.events)
    }

    @Test func `the first event is written at one microsecond, whatever its real time`() {
        var writer = EvemuWriter()
        let lines = [Duration.seconds(5000), .milliseconds(5_002_500)].map { time in
            writer.line(for: EvemuRecording.Event(time: time, type: 3, code: 0, value: -70000))
        }
        #expect(
            lines.map { $0.prefix(26) } == [
                "E: 0.000001 0003 0000 -700", "E: 2.500001 0003 0000 -700",
            ])
    }

    @Test func `neither a name nor a comment can forge lines`() throws {
        var device = try DeviceDescription(evemu: "N: x\nA: 35 0 9 0 0 0\nA: 36 0 9 0 0 0")
        device.name = "Panel\nE: 1.000000 0001 0001 1"
        let text =
            EvemuWriter.description(of: device, comments: ["a\r\nE: 1.000000 0001 0001 1"])
            + EvemuWriter.comment("lost\nE: 1.000000 0001 0001 1")
        let recording = try EvemuRecording(text)
        #expect(recording.events == [])
        #expect(recording.device.name == "Panel?E: 1.000000 0001 0001 1")
    }

    @Test func `codes other than keys and axes are kept`() throws {
        let device = try DeviceDescription(
            evemu: "B: 00 1b\nB: 04 10\nB: 11 00\nA: 00 0 9 0 0 0\nA: 01 0 9 0 0 0")
        let text = EvemuWriter.description(of: device)
        #expect(text.contains("\nB: 04 10 00 00 00 00 00 00 00\n"))
        // EV_SYN, EV_ABS and EV_MSC; there is no key, whatever the text said.
        #expect(text.contains("\nB: 00 19 00 00 00 00 00 00 00\n"))
        #expect(try DeviceDescription(evemu: text) == device)
    }

    // MARK: - Real recordings

    private static let isAvailable = FileManager.default.fileExists(
        atPath: TestFiles.recordings.appending(path: "expected.json").path)

    @Test(
        .enabled(
            if: isAvailable,
            "the recordings are not part of the sources; GLASSFADER_RECORDINGS names their folder"))
    func `every recorded device description is written back unchanged`() throws {
        let files = try Self.files(withExtensions: ["desc", "evemu"])
        #expect(!files.isEmpty)
        for file in files {
            let original = try Self.text(of: file)
            let device = try DeviceDescription(evemu: original)
            let written = EvemuWriter.description(of: device)
            #expect(try DeviceDescription(evemu: written) == device, "\(file)")
            guard Self.isOfThisEvemu(original) else { continue }
            #expect(Self.descriptive(written) == Self.descriptive(original), "\(file)")
        }
    }

    @Test(
        .enabled(
            if: isAvailable,
            "the recordings are not part of the sources; GLASSFADER_RECORDINGS names their folder"))
    func `every recorded event is written back unchanged`() throws {
        let anything = try DeviceDescription(evemu: Self.recorded)
        let files = try Self.files(withExtensions: ["events", "evemu"])
        #expect(!files.isEmpty)
        for file in files {
            let original = try Self.text(of: file)
            let recording = try EvemuRecording(original, device: anything)
            let written = text(of: recording.events)
            let again = try EvemuRecording(written, device: anything)
            #expect(again.events == recording.events, "\(file)")
            guard Self.isOfThisEvemu(original) else { continue }
            let lines = original.split(separator: "\n").filter { $0.hasPrefix("E:") }
            let difference = zip(written.split(separator: "\n"), lines).first { $0 != $1 }
            #expect(difference == nil, "\(file)")
        }
    }

    private func text(of events: [EvemuRecording.Event]) -> String {
        var writer = EvemuWriter()
        return events.map { writer.line(for: $0) }.joined()
    }

    /// Whether it was evemu 1.3 that wrote it, which tells the kernel it ran on: earlier versions
    /// wrote fewer types and no resolutions, and whoever writes by hand leaves out more.
    private static func isOfThisEvemu(_ text: String) -> Bool {
        text.hasPrefix("# EVEMU 1.3") && text.contains("\n# Kernel: ")
    }

    private static func descriptive(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("E:") }
    }

    private static func text(of file: String) throws -> String {
        String(
            decoding: try Data(contentsOf: TestFiles.recordings.appending(path: file)),
            as: UTF8.self)
    }

    private static func files(withExtensions extensions: [String]) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: TestFiles.recordings.path)
            .filter { file in extensions.contains { file.hasSuffix("." + $0) } }
    }
}
