@testable import GlassfaderDaemon

/// How much work the clients have had done, as answers that wait to be sent.
struct Turn {
    /// How much is done for one client in a turn, and what else may be said to it meanwhile.
    static let mostWork = 64 + 2

    /// The answers that wait for each client, in the order of their coming.
    let replies: [Int]

    init(_ daemon: Daemon) {
        replies = daemon.server.connections.map { $0.waiting.lines - $0.waiting.events }
    }
}
