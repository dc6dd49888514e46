import EventLoop
import Foundation
import Panel
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// What a supervisor may watch for is the same in the source, in the catalog and in the manual.
struct LogEventTests {
    private let subjects: [String: String]

    init() throws {
        let catalog = try TestFiles.text("systemd/glassfader.catalog")
        let entries = catalog.matches(of: /(?m)^-- ([0-9a-f]+)\nSubject: (.+)\n/)
        subjects = Dictionary(uniqueKeysWithValues: entries.map { (String($0.1), String($0.2)) })
    }

    @Test func `the catalog of the journal explains each event`() {
        #expect(Set(subjects.keys) == Set(LogEvent.allCases.map(\.rawValue)))
        #expect(Set(subjects.values).count == LogEvent.allCases.count)
        #expect(subjects.keys.allSatisfy { $0.count == 32 })
    }

    /// `WRITE_MANUAL=1 swift test --filter LogEventTests` writes the list again.
    @Test func `the manual page lists each event`() throws {
        let page = TestFiles.packageRoot.appending(path: "Config/man/glassfaderd.8")
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: ".\\\" events\n")).upperBound
        let end = try #require(text.range(of: ".El\n", range: start..<text.endIndex)).lowerBound
        let list = [".Bl -tag -width Ds"] + (try LogEvent.allCases.flatMap(item))
        let written = text.replacingCharacters(
            in: start..<end, with: list.joined(separator: "\n") + "\n")
        if ProcessInfo.processInfo.environment["WRITE_MANUAL"] != nil {
            try Data(written.utf8).write(to: page)
        } else {
            #expect(text == written)
        }
    }

    private func item(_ event: LogEvent) throws -> [String] {
        let level = event.level == .error ? "err" : "\(event.level)"
        let subject = try #require(subjects[event.rawValue])
        return [".It Li \(event.rawValue)", subject + ".", "Level:", ".Cm \(level) ."]
    }

    // MARK: What entries have

    private static let twoErrors = "\n[display]\nrotate = 7\n[socket]\nconnections = \"many\"\n"

    @Test func `a panel file that is refused is named with the line of its first error`() throws {
        let desk = try RunningDaemon()
        let client = try desk.client()
        try desk.replacePanel(RunningDaemon.twoFaders + Self.twoErrors)
        _ = try desk.ask(client, #"{"id":4,"cmd":"reload"}"#, id: 4)

        let rejection = try #require(desk.entries(.panelFileRejected).first)
        #expect(rejection.level == .error)
        #expect(rejection.fields.suffix(2) == [.file(desk.panelPath), .line(9)])
        #expect(rejection.text.split(separator: "\n").count == 2)

        try desk.replacePanel(RunningDaemon.twoFaders)
        _ = try desk.ask(client, #"{"id":5,"cmd":"reload"}"#, id: 5)
        #expect(desk.entries(.panelFileReloaded).map(\.fields.last) == [.file(desk.panelPath)])
    }

    @Test func `a client that reads nothing is named when it is disconnected`() throws {
        let desk = try SocketDesk()
        let client = try desk.connect(sendBuffer: 4608)
        try desk.settle()
        _ = try desk.ask(client, #"{"id":1,"cmd":"hello","name":"desk"}"#)
        client.send(String(repeating: #"{"id":1,"cmd":"list"}"# + "\n", count: 100))
        try desk.settle()
        try desk.wait(.seconds(31))

        let entry = try #require(desk.entries(.clientClosed).first)
        #expect(entry.level == .warning)
        #expect(entry.fields.suffix(2) == [.client("c1"), .clientName("desk")])
    }

    @Test func `a client too many is rejected with an id`() throws {
        var limits = SocketLimits()
        limits.connections = 1
        let desk = try SocketDesk(limits: limits)
        _ = try desk.connect()
        _ = try desk.connect()
        try desk.settle()

        #expect(desk.entries(.clientRejected).map(\.level) == [.warning])
    }

    @Test func `a state that cannot be saved is named with its folder`() throws {
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/state"
        try Data().write(to: URL(filePath: path))
        let desk = try RunningDaemon(stateFolder: path)

        #expect(desk.entries(.stateNotSaved).map(\.fields.last) == [.file(path)])
    }

    @Test func `of a panel file with many warnings, the first 20 are logged, and how many follow`()
    {
        let journal = Journal()
        let keys = (1...25).map { "nonsense\($0) = 1\n" }.joined()
        let file = PanelFile(
            text: RunningDaemon.twoFaders.replacing("name =", with: keys + "name ="),
            name: "desk.toml")

        file.logWarnings(to: journal.write)

        #expect(file.warnings.count == 25 && journal.lines.count == 21)
        #expect(journal.lines[19].hasPrefix("warning: desk.toml:21:1: unknown key 'nonsense20'"))
        #expect(journal.entries[19].fields == [.file("desk.toml"), .line(21)])
        #expect(journal.lines[20] == "… and 5 more; glassfader check lists all")
    }

    @Test func `the display that shows the panel is an event`() throws {
        let desk = try RunningDaemon()

        #expect(desk.entries(.displayFound).map(\.level) == [.notice])
    }
}

extension Journal {
    /// The entries about an event.
    fileprivate func entries(_ event: LogEvent) -> [LogEntry] {
        entries.filter { $0.fields.contains(.init("MESSAGE_ID", event.rawValue)) }
    }
}

extension RunningDaemon {
    fileprivate func entries(_ event: LogEvent) -> [LogEntry] { journal.entries(event) }
}

extension SocketDesk {
    fileprivate func entries(_ event: LogEvent) -> [LogEntry] { journal.entries(event) }
}
