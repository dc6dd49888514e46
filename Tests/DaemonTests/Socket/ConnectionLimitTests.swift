import Foundation
import Panel
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// What one user's clients may take, and what becomes of those that take more.
struct ConnectionLimitTests {
    private func limits(_ change: (inout SocketLimits) -> Void) -> SocketLimits {
        var limits = SocketLimits()
        change(&limits)
        return limits
    }

    @Test func `the daemon serves as many connections as the panel file allows`() throws {
        let desk = try SocketDesk(limits: limits { $0.connections = 3 })
        let clients = try (0..<5).map { _ in try desk.connect() }
        for client in clients { client.send(#"{"id":1,"cmd":"ping"}"# + "\n") }
        try desk.settle()
        let greetings = clients.flatMap { $0.lines() }
        #expect(greetings.count { $0.hasPrefix(#"{"hello""#) } == 3)
        #expect(
            greetings.suffix(2)
                == Array(
                    repeating: #"{"id":null,"error":{"code":"busy","message":"one user may have "#
                        + #"at most 3 connections"}}"#, count: 2))
        #expect(clients.suffix(2).allSatisfy { $0.waitForEnd() })
        #expect(!clients.prefix(3).contains { $0.hasEnded })
        #expect(!clients.contains { $0.wasBroken })
    }

    @Test func `lines beyond the user's allowance wait, and all get replies in order`() throws {
        let desk = try SocketDesk(limits: limits { $0.linesPerSecond = 100 })
        let client = try desk.connect()
        client.send((1...180).map { #"{"id":\#($0),"cmd":"ping"}"# + "\n" }.joined())
        try desk.settle()
        var answered = client.lines().count - 1
        #expect(answered == 100)
        try desk.wait(.milliseconds(500))
        answered += client.lines().count
        #expect((149...152).contains(answered))
        try desk.wait(.milliseconds(500))
        let last = client.lines()
        #expect(answered + last.count == 180)
        #expect(last.last?.hasPrefix(#"{"id":180,"#) == true)
    }

    @Test func `a client that floods does not block a client that asks now and then`() throws {
        let desk = try SocketDesk(limits: limits { $0.linesPerSecond = 1000 })
        let flooding = try (0..<4).map { _ in try desk.connect() }
        let asking = try desk.connect()
        try desk.settle()
        _ = asking.lines()
        let flood = String(repeating: #"{"cmd":"meters","v":{}}"# + "\n", count: 100)
        for number in 1...100 {
            for client in flooding { client.send(flood) }
            try desk.settle()
            asking.send(#"{"id":\#(number),"cmd":"ping"}"# + "\n")
            try desk.settle()
            // The next instalment is the longest that anyone waits.
            try desk.wait(.milliseconds(50))
            #expect(asking.lines().count == 1, "request \(number) was not answered in 50 ms")
        }
    }

    @Test
    func
        `ten who flood all controls have the same share, and the one among them who asks waits for nobody`()
        throws
    {
        let names = (1...8).map { "ch\($0).level" }
        let desk = try SocketDesk(
            Dictionary(uniqueKeysWithValues: names.map { ($0, 0) }),
            limits: limits { $0.linesPerSecond = 2000 })
        let flooding = try (0..<10).map { _ in try desk.connect() }
        let asking = try desk.connect()
        try desk.settle()
        for client in flooding + [asking] { _ = client.lines() }
        var answers = [Int](repeating: 0, count: flooding.count)
        var value = 0
        // What was saved up is spent.
        for turn in -20..<40 {
            for client in flooding {
                value += 1
                client.send(
                    names.map {
                        #"{"id":1,"cmd":"set","control":"\#($0)","value":\#(value % 100)}"# + "\n"
                    }.joined(separator: ""))
                client.send(String(repeating: #"{"id":1,"cmd":"ping"}"# + "\n", count: 40))
            }
            asking.send(#"{"id":2,"cmd":"ping"}"# + "\n")
            try desk.settle()
            // One instalment is the longest that anyone waits.
            try desk.wait(LineAllowance.interval)
            #expect(asking.lines().count == 1, "turn \(turn)")
            for (index, client) in flooding.enumerated() {
                let count = client.lines().count
                if turn >= 0 { answers[index] += count }
                #expect(count > 0, "client \(index) had no line read in turn \(turn)")
            }
        }
        let most = try #require(answers.max())
        let least = try #require(answers.min())
        #expect(least * 10 >= most * 9, "\(answers)")
    }

    @Test func `empty lines count as lines`() throws {
        let desk = try SocketDesk(limits: limits { $0.linesPerSecond = 100 })
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        client.send(String(repeating: "\n", count: 150) + #"{"id":1,"cmd":"ping"}"# + "\n")
        try desk.settle()
        client.send(#"{"id":2,"cmd":"ping"}"# + "\n")
        try desk.settle()
        #expect(client.lines().isEmpty)
        try desk.wait(.milliseconds(400))
        #expect(client.lines().isEmpty)
        try desk.wait(.milliseconds(200))
        #expect(client.lines().count == 2)
    }

    @Test func `a client that floods empty lines does not block a client that asks`() throws {
        let desk = try SocketDesk(limits: limits { $0.linesPerSecond = 1000 })
        let flooding = try desk.connect()
        let asking = try desk.connect()
        try desk.settle()
        _ = asking.lines()
        for number in 1...100 {
            flooding.send(String(repeating: number % 2 == 0 ? "\n" : "\r\n", count: 4096))
            try desk.settle()
            asking.send(#"{"id":\#(number),"cmd":"ping"}"# + "\n")
            try desk.settle()
            try desk.wait(LineAllowance.interval)
            #expect(asking.lines().count == 1, "request \(number) waited for an instalment or more")
        }
    }

    /// A `ping` of this many bytes.
    private func longPing(_ number: Int, bytes: Int) -> String {
        let start = #"{"id":\#(number),"cmd":"ping","x":""#
        return start + String(repeating: "x", count: bytes - start.utf8.count - 2) + "\"}\n"
    }

    @Test func `a line counts once more for every 512 bytes`() throws {
        for (bytes, answered) in [(64, 100), (511, 100), (512, 50), (1023, 50), (1024, 34)] {
            let desk = try SocketDesk(limits: limits { $0.linesPerSecond = 100 })
            let client = try desk.connect()
            client.send((1...110).map { longPing($0, bytes: bytes) }.joined())
            try desk.settle()
            #expect(client.lines().count - 1 == answered, "\(bytes) bytes")
        }
    }

    @Test func `a line of maximum length is read at once, and the next one when it is paid for`()
        throws
    {
        let desk = try SocketDesk(limits: limits { $0.linesPerSecond = 100 })
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        client.send(longPing(1, bytes: 65_536) + longPing(2, bytes: 40))
        try desk.settle()
        #expect(client.lines().count == 1)
        // It counts as 129 lines.
        try desk.wait(.milliseconds(250))
        #expect(client.lines().isEmpty)
        try desk.wait(.milliseconds(100))
        #expect(client.lines().count == 1)
    }

    @Test func `clients that flood long lines do not block a client that asks`() throws {
        let desk = try SocketDesk(limits: limits { $0.linesPerSecond = 2000 })
        let flooding = try (0..<8).map { _ in try desk.connect() }
        let asking = try desk.connect()
        try desk.settle()
        for client in flooding + [asking] { _ = client.lines() }
        // A line waits behind the one that is read. Each counts as 59 lines.
        for client in flooding { client.send(longPing(1, bytes: 30_000)) }
        var counts = [Int](repeating: 1, count: flooding.count)
        var answered = 0
        // What was saved up is spent.
        for turn in -40..<40 {
            for (client, count) in zip(flooding, counts) {
                for _ in 0..<count { client.send(longPing(1, bytes: 30_000)) }
            }
            asking.send(#"{"id":2,"cmd":"ping"}"# + "\n")
            try desk.settle()
            try desk.wait(LineAllowance.interval)
            #expect(asking.lines().count == 1, "turn \(turn)")
            counts = flooding.map { $0.lines().count }
            if turn >= 0 { answered += counts.reduce(0, +) }
        }
        // 2 seconds of 2000 lines, in lines that count as 59.
        #expect((60...75).contains(answered), "\(answered) long lines in two seconds")
    }

    @Test func `a client's event queue is as long as the panel file allows`() throws {
        let desk = try SocketDesk(limits: limits { $0.entries = 16 })
        let client = try desk.connect(sendBuffer: 4608)
        try desk.settle()
        _ = try desk.ask(client, #"{"id":1,"cmd":"subscribe"}"#)
        // Until the kernel takes nothing more.
        for value in 1...200 { desk.move("ch1.level", to: Double(value % 100), .set) }
        let lines = try desk.readAll(client)
        #expect(lines.count < 200 && lines.last?.hasPrefix(#"{"event":"resync""#) ?? false)
        for value in 1...16 { desk.move("ch1.level", to: Double(value), .set) }
        try desk.settle()
        #expect(client.lines().count == 16)
    }

    @Test func `a client that reads one line per 120 changes stays connected and never far behind`()
        throws
    {
        let names = (1...32).map { "ch\($0).level" }
        let desk = try SocketDesk(
            Dictionary(uniqueKeysWithValues: names.map { ($0, 0) }), maximum: 14_400)
        let client = try desk.connect(sendBuffer: 4608)
        try desk.settle()
        _ = try desk.ask(client, #"{"id":1,"cmd":"subscribe","max_rate_hz":60}"#)
        var told: [String: Double] = [:]
        func take(_ line: String) throws {
            let event = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let control = try #require(event["control"] as? String)
            let value = try #require(event["value"] as? Double)
            #expect(value > told[control] ?? -1, "an older value came after a newer one")
            told[control] = value
        }
        var taken = 0
        for change in 1...(120 * 120) {
            desk.move(names[change % 32], to: Double(change))
            try desk.wait(.microseconds(8333))
            if change % 120 == 0 {
                try take(try #require(client.nextLine()))
                taken += 1
            }
            #expect(try #require(desk.server.connections.first).waiting.events <= 32)
        }
        #expect(taken == 120)
        // It catches up: what the kernel has had for long, and then the last value of each.
        while true {
            let lines = client.lines()
            if lines.isEmpty { break }
            for line in lines { try take(line) }
            try desk.wait(.milliseconds(20))
        }
        #expect(told == desk.values)
    }

    @Test func `a client that sends nothing or half a line is disconnected after 30 s`() throws {
        let desk = try SocketDesk()
        let silent = try desk.connect()
        let halting = try desk.connect()
        let speaking = try desk.connect()
        let subscribed = try desk.connect()
        halting.send(#"{"cmd":"pi"#)
        speaking.send("\n" + #"{"cmd":"ping"}"# + "\n")
        subscribed.send(#"{"cmd":"subscribe"}"# + "\n")
        try desk.settle()
        try desk.wait(.seconds(25))
        #expect(desk.server.connections.count == 4)
        try desk.wait(.seconds(5))
        #expect(desk.server.connections.count == 2)
        #expect(silent.lines().last == #"{"event":"bye","reason":"silent"}"#)
        #expect(silent.waitForEnd())
        #expect(halting.waitForEnd())
        #expect(desk.log.contains { $0.hasSuffix("it sent no request in the first 30 s") })

        try desk.wait(.seconds(86_400))
        #expect(desk.server.connections.count == 2)
    }

    @Test func `a line that arrives byte by byte is one line`() throws {
        let desk = try SocketDesk()
        let client = try desk.connect()
        try desk.settle()
        _ = client.lines()
        for byte in #"{"id":1,"cmd":"get","control":"ch1.level"}"# + "\n" {
            #expect(client.lines().isEmpty)
            client.send(String(byte))
            try desk.wait(.milliseconds(10))
        }
        #expect(client.lines().count == 1)
    }

    @Test func `the journal logs who connects, and connections do not fill it`() throws {
        let desk = try SocketDesk()
        var names: Set<String> = []
        for _ in 0..<1000 {
            let client = try desk.connect()
            names.formUnion(client.lines())
            client.vanish()
            try desk.settle()
        }
        let first = try #require(desk.log.first)
        #expect(first == "c1 (process \(getpid()), user \(getuid())) has connected")
        #expect(desk.log.count <= 10)
        try desk.wait(.seconds(5))
        _ = try desk.connect()
        #expect(desk.log.contains("clients: \(1000 - 10) more lines were not logged"))
        #expect(desk.server.connections.count == 1)
    }

    @Test func `a name cannot forge a line of the journal`() throws {
        let desk = try SocketDesk()
        let client = try desk.connect(sendBuffer: 4608)
        try desk.settle()
        _ = try desk.ask(
            client, #"{"id":1,"cmd":"hello","name":"x\nglassfaderd: all is well\u001b[2J\"\u202e"}"#
        )
        let ask = String(repeating: #"{"id":1,"cmd":"list"}"# + "\n", count: 100)
        client.send(ask)
        try desk.settle()
        try desk.wait(.seconds(31))
        #expect(
            desk.log.last
                == #"closed c1 "x\nglassfaderd: all is well\u{1B}[2J\"\u{202E}" (process "#
                + "\(getpid()), user \(getuid())): it read nothing for 30 s")
    }
}
