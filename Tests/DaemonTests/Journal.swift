import EventLoop

@testable import GlassfaderDaemon

/// The log of a daemon, or of a part of it.
final class Journal {
    private(set) var entries: [LogEntry] = []

    var lines: [String] { entries.map(\.text) }

    var write: Log { Log { [unowned self] in entries.append($0) } }
}
