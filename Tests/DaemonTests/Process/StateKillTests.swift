import Foundation
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// The program is killed, again and again, while its values change and are saved.
struct StateKillTests {
    private let program: CountingDaemon

    init() throws {
        program = try CountingDaemon()
    }

    private func connect() throws -> SocketClient {
        try #require(SocketClient(path: program.socketPath))
    }

    /// Waits for the reply to the request with a number.
    private func reply(_ id: Int, to client: SocketClient) throws -> [String: Any] {
        let limit = ContinuousClock.now + patience
        while ContinuousClock.now < limit {
            var readable = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&readable, 1, 100)
            for line in client.lines() {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                if let object = object as? [String: Any], object["id"] as? Int == id {
                    return object["ok"] as? [String: Any] ?? [:]
                }
            }
        }
        Issue.record("no answer in a minute")
        return [:]
    }

    /// Both values, which are only ever set together.
    private func counts(_ client: SocketClient) throws -> [Double] {
        try (1...2).map { channel in
            client.send("{\"id\":\(channel),\"cmd\":\"get\",\"control\":\"ch\(channel).count\"}\n")
            return try #require(try reply(channel, to: client)["value"] as? Double)
        }
    }

    /// One transaction, which is done when this returns.
    private func set(_ count: Int, with client: SocketClient) throws {
        let operations = (1...2).map {
            "{\"cmd\":\"set\",\"control\":\"ch\($0).count\",\"value\":\(count)}"
        }
        client.send("{\"id\":3,\"cmd\":\"batch\",\"ops\":[\(operations.joined(separator: ","))]}\n")
        #expect(try reply(3, to: client)["txn"] != nil)
    }

    /// Waits until the disk has a transaction.
    private func waitUntilSaved(_ count: Int) throws {
        let limit = ContinuousClock.now + patience
        let wanted = Data("\"ch2.count\":\(count).0".utf8)
        while ContinuousClock.now < limit {
            let folder = URL(filePath: program.stateFolder)
            let files = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
            if try files.contains(where: { try Data(contentsOf: $0).range(of: wanted) != nil }) {
                return
            }
            usleep(5_000)
        }
        Issue.record("\(count) was not saved in a minute")
    }

    @Test func `after each of two hundred kills, the restored state is one that was reached`()
        throws
    {
        var random = SeededGenerator(seed: 41)
        var count = 0
        // What is on the disk for sure, and what was reached last.
        var oldest = 0
        var quiet = 0
        for run in 0..<200 {
            let daemon = try program.start()
            let client = try connect()
            let found = try counts(client)
            #expect(found[0] == found[1], "a mix of two states in run \(run)")
            #expect(
                (Double(oldest)...Double(count)).contains(found[0]),
                "\(found[0]) in run \(run), where \(oldest) was saved and \(count) reached")
            // What was there once stays there.
            oldest = Int(found[0])
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                count += 1
                try set(count, with: client)
                usleep(UInt32.random(in: 0...15_000, using: &random))
            }
            if run % 8 == 0 {
                try waitUntilSaved(count)
                oldest = count
                quiet += 1
            }
            try daemon.kill()
            #expect(!daemon.log.contains("warning"), "\(daemon.log)")
        }
        #expect(quiet == 25)
    }

    @Test func `on SIGTERM it saves the changes since the last save`() throws {
        for count in 1...5 {
            let daemon = try program.start()
            let client = try connect()
            #expect(try counts(client) == [Double(count - 1), Double(count - 1)])
            try set(count, with: client)
            daemon.send(SIGTERM)
            #expect(try daemon.status() == 0)
        }
    }

    @Test(arguments: 5...9)
    func `a start with too few descriptors is tried again, and touches no saved file`(limit: Int)
        throws
    {
        let first = try program.start()
        try set(7, with: connect())
        first.send(SIGTERM)
        #expect(try first.status() == 0)
        let poor = try program.begin(by: ("/usr/bin/prlimit", ["--nofile=\(limit)"]))
        #expect(try poor.status() == 70)
        #expect(!poor.log.contains("the next save"), "\(poor.log)")
        #expect(!poor.log.contains("the panel runs"), "\(poor.log)")
        let next = try program.start()
        #expect(try counts(connect()) == [7, 7])
        next.send(SIGTERM)
        #expect(try next.status() == 0)
    }

    @Test func `restored values are printed with the cause restore before any other event`() throws
    {
        let first = try program.start()
        try set(7, with: connect())
        first.send(SIGTERM)
        #expect(try first.status() == 0)
        let second = try program.start("--print-events")
        second.send(SIGTERM)
        #expect(try second.status() == 0)
        let lines = second.printed.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.allSatisfy { $0.contains(#""value":7.0"#) && $0.contains(#"{"kind":"restore"}"#) }
        )
    }

    @Test func `a second daemon with the same folder reports that and exits`() throws {
        let first = try program.start()
        defer { first.send(SIGTERM) }
        let second = try program.startBeside()
        #expect(try second.status() == 75)
        #expect(
            second.log
                == "glassfaderd: cannot keep the state in \(program.stateFolder): another daemon uses the folder\n"
        )
    }
}
