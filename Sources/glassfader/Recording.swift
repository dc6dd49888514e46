import ArgumentParser
import Evdev
import Glibc

/// Collects the events of a touchscreen and writes them to standard output.
final class Recording {
    private var writer = EvemuWriter()
    /// The state of the device at the start; written before the first event.
    private var state: [EvemuRecording.Event]
    private var text = ""
    private var events = 0
    private var contacts = 0
    private let showsProgress = isatty(STDERR_FILENO) == 1

    /// Starts with the state of a touchscreen that was not read yet.
    init(_ source: Touchscreen) {
        state = source.eventsOfState
    }

    func append(_ event: EvemuRecording.Event) {
        writeState(before: event)
        if event.isLossOfEvents {
            text += EvemuWriter.comment(
                "SYN_DROPPED: events were lost here; the next ones bring the changes")
        } else {
            text += writer.line(for: event)
            events += 1
        }
    }

    private func writeState(before event: EvemuRecording.Event) {
        guard !state.isEmpty else { return }
        text += EvemuWriter.comment("State of the device when it was opened:")
        for var held in state {
            held.time = event.time
            text += writer.line(for: held)
        }
        text += EvemuWriter.comment("Events:")
        state = []
    }

    func count(_ report: ArraySlice<Contact>) {
        contacts += report.count { $0.phase == .began }
    }

    /// Writes what was collected since the last call.
    func flush() throws(ExitCode) {
        guard !text.isEmpty else { return }
        try ToolOutput.text(text)
        text.removeAll(keepingCapacity: true)
        if showsProgress { ToolOutput.progress("\r\(sum) ") }
    }

    /// Prints a summary.
    func finish(lost: Int) {
        if showsProgress { ToolOutput.progress("\r") }
        ToolOutput.error(sum + (lost > 0 ? ", times that events were lost: \(lost)" : ""))
    }

    private var sum: String { "contacts: \(contacts), events: \(events)" }
}
