import Evdev
import Panel

@testable import GlassfaderDaemon

/// The text of a recording: it is wrong in a line of it, is of no touchscreen, or can be played.
struct RecordingFuzzer: Fuzzer {
    static let name = "recordings"

    private let panels: FuzzedPanel

    init() throws { panels = try FuzzedPanel() }

    func check(_ bytes: ArraySlice<UInt8>) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let recording: EvemuRecording
        do throws(EvemuError) {
            recording = try EvemuRecording(text)
        } catch {
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            return try require((1...lines).contains(error.line), "of \(lines) lines: \(error)")
        }
        try checkCopy(of: recording)
        let start = Duration.seconds(100)
        guard let source = try? RecordedTouchscreen(recording, from: start) else { return }
        try panels.use { try Self.play(source, on: $0) }
    }

    private static func play(_ source: RecordedTouchscreen, on panel: Panel) throws {
        let desk = try TouchedDesk(
            panel, device: source.device, filters: FilterDescription(for: .capacitive))
        while let time = source.nextEventTime {
            for report in source.readReports(until: time) {
                try desk.take(Array(report.contacts), at: report.time)
            }
        }
        try desk.end()
    }

    /// What is written of a recording is read as the same, but for its first microsecond.
    private func checkCopy(of recording: EvemuRecording) throws {
        var writer = EvemuWriter()
        var text = EvemuWriter.description(of: recording.device)
        for event in recording.events { text += writer.line(for: event) }
        let copy = try EvemuRecording(text)
        try require(copy.device.axes == recording.device.axes, "other axes were written")
        try require(
            copy.events.map(\.value) == recording.events.map(\.value), "other events were written")
    }
}
