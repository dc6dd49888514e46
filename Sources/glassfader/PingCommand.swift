import ArgumentParser
import EventLoop
import GlassfaderClient
import Glibc

/// Measures the time to the panel's reply.
struct PingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ping", abstract: "Measure how long the panel takes to answer.",
        discussion: "Prints a summary after --count answers or Ctrl-C.")

    @OptionGroup var panel: ClientOptions

    @Option(
        name: [.customShort("c", allowingJoined: true), .long], parsing: .unconditional,
        help: "The number of requests. (default: until Ctrl-C)")
    var count: Int?

    @Option(
        name: [.customShort("i", allowingJoined: true), .long], parsing: .unconditional,
        help: "The seconds between requests.")
    var interval = 1.0

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count needs 1 or more") }
        guard (0.001...3600).contains(interval) else {
            throw ValidationError("--interval needs 0.001 to 3600 seconds")
        }
    }

    func run() throws {
        try panel.withPanel { client in
            let loop = try EventLoop()
            let signals = try [SIGINT, SIGTERM].map { try loop.signal($0) { loop.exit() } }
            let began = loop.exactTime
            var times = RoundTrips()
            var timer: EventSource?
            if !panel.json {
                try ToolOutput.line(
                    TerminalText.escaped(
                        "PING panel '\(client.greeting.panel)', glassfaderd "
                            + client.greeting.version))
            }
            timer = try loop.timer(at: loop.now) { now in
                let time = try Self.roundTrip(client, loop)
                times.append(time)
                try ToolOutput.line(
                    panel.json
                        ? client.lastLine
                        : "answer \(times.count): time \(RoundTrips.text(time)) ms")
                if let count, times.count >= count { return loop.exit() }
                try timer?.fire(at: now + .seconds(interval))
            }
            defer {
                if !panel.json, times.count > 0 {
                    ToolOutput.summary(times.summary(over: loop.exactTime - began))
                }
            }
            try withExtendedLifetime((signals, timer)) { try loop.run() }
        }
    }

    private static func roundTrip(
        _ client: PanelClient, _ loop: EventLoop
    ) throws(PanelClientError) -> Duration {
        let sent = loop.exactTime
        _ = try client.reply(to: "ping")
        return loop.exactTime - sent
    }
}
