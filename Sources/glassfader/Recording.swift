import ArgumentParser
import Evdev
import Glibc

/// What has come from a touchscreen since it was opened, on its way to standard output.
final class Recording {
    private var writer = EvemuWriter()
    /// What the device held before the first event; written with it.
    private var state: [EvemuRecording.Event]
    private var text = ""
    private var events = 0
    private var contacts = 0
    private let showsProgress = isatty(STDERR_FILENO) == 1

    /// Begins with the state of a touchscreen that has not been read yet.
    init(_ source: Touchscreen) {
        state = source.eventsOfState
    }

    func append(_ event: EvemuRecording.Event) {
        writeState(before: event)
        if event.isLossOfEvents {
            text += EvemuWriter.comment(
                "SYN_DROPPED: events were lost here; what follows is what changed meanwhile")
        } else {
            text += writer.line(for: event)
            events += 1
        }
    }

    private func writeState(before event: EvemuRecording.Event) {
        guard !state.isEmpty else { return }
        text += EvemuWriter.comment("What the device held when it was opened:")
        for var held in state {
            held.time = event.time
            text += writer.line(for: held)
        }
        text += EvemuWriter.comment("What it sent:")
        state = []
    }

    func count(_ report: ArraySlice<Contact>) {
        contacts += report.count { $0.phase == .began }
    }

    /// Writes what has come since the last time.
    func flush() throws(ExitCode) {
        guard !text.isEmpty else { return }
        try Output.text(text)
        text.removeAll(keepingCapacity: true)
        if showsProgress { Output.progress("\r\(sum) ") }
    }

    /// Says what has been recorded.
    func finish(lost: Int) {
        if showsProgress { Output.progress("\r") }
        Output.error(sum + (lost > 0 ? ", times that events were lost: \(lost)" : ""))
    }

    private var sum: String { "contacts: \(contacts), events: \(events)" }
}
