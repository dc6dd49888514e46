import ArgumentParser
import GlassfaderClient

/// Prints what happens on the panel.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the values of controls, then a line for each change.")

    @OptionGroup var panel: PanelOptions

    @Argument(help: "Which controls, with * and ?.")
    var pattern = "*"

    func run() throws {
        try panel.withPanel { client in
            var events = try client.subscribe(to: [pattern], echoes: true)
            if panel.json {
                try Output.line(client.lastLine)
            } else {
                try Self.print(events.snapshot)
            }
            if events.snapshot.isEmpty {
                Output.error("no control matches \(pattern)")
            }
            while let event = events.next() {
                if panel.json {
                    try Output.line(client.lastLine)
                } else {
                    try Self.print(event)
                }
            }
            throw events.end ?? PanelClientError.disconnected
        }
    }

    private static func print(_ event: PanelEvent) throws {
        switch event {
        case .valueChanged(let change):
            let value = change.reading.value.description
            try Output.line("\(change.control) \(value) \(change.phase) \(change.source)")
        case .resync(let snapshot):
            try Output.line("events were lost; the values are now")
            try print(snapshot)
        case .farewell(let reason):
            try Output.line("the panel says farewell: \(reason)")
        case .other(let name):
            try Output.line("event \(name)")
        }
    }

    private static func print(_ snapshot: [PanelSnapshotEntry]) throws {
        for entry in snapshot { try Output.line("\(entry.control) \(entry.reading.value)") }
    }
}
