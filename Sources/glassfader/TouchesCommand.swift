import ArgumentParser
import Evdev

/// Prints the contacts of a touchscreen.
struct TouchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "touches",
        abstract: "Print the contacts of a touchscreen, a line for each contact in each report.",
        discussion: """
            Contacts are neither filtered nor calibrated: x and y are in units of the device, and \
            also in millimetres if its resolution is known. The time is in seconds on the \
            monotonic clock; t in JSON, as in the panel's events, in microseconds.
            """)

    @Flag(help: "Print lines of JSON.")
    var json = false

    @OptionGroup var touchscreen: TouchscreenOptions

    func run() throws {
        try touchscreen.withTouchscreen { source in
            ToolOutput.error("reading \(source.path), \(source.device.name.debugDescription)")
            var text = ""
            let axes = source.device.positionAxes
            try touchscreen.read(
                source,
                { report in
                    for contact in report.contacts {
                        let line = ContactLine(contact, time: report.time, axes: axes)
                        text += (json ? line.json : line.text) + "\n"
                    }
                },
                afterRound: {
                    try ToolOutput.text(text)
                    text.removeAll(keepingCapacity: true)
                })
        }
    }
}
