import Foundation
import GlassfaderClient
import Testing

/// A program that follows the daemon through its crashes.
///
/// Its tasks wait for processors behind all other tests, so the limit is longer than those take.
@Suite(.timeLimit(.minutes(30)))
struct ClientCrashTests {
    private let program: CountingDaemon

    init() throws {
        program = try CountingDaemon()
    }

    @Test func `after every crash a program gets the last value, even with requests in progress`()
        async throws
    {
        var daemon = try program.start()
        let session = try PanelSession(path: program.socketPath, name: "bridge")
        let updates = session.updates.makeAsyncIterator()
        var value: PanelValue?
        for round in 1...5 {
            while value == nil { value = try follow(#require(await updates.next())) }
            // Requests are under way when it is killed. Each ends, well or not.
            let asked = Task {
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<20 {
                        group.addTask {
                            let wanted = PanelChange.value(.number(Double(number)))
                            _ = try? await session.set("ch2.count", to: wanted)
                        }
                    }
                }
            }
            try daemon.kill()
            await asked.value
            daemon = try program.start()

            let other = try PanelClient(path: program.socketPath)
            let wanted = PanelValue.number(Double(round * 1000))
            try other.set("ch1.count", to: .value(wanted))
            while value != wanted {
                value = try follow(#require(await updates.next())) ?? value
            }
            value = nil
            try other.set("ch1.count", to: .delta(.number(1)))
        }
        session.close()
        #expect(await updates.next() == nil)
    }

    /// What an update says of the first control; nil if nothing.
    private func follow(_ update: PanelUpdate) -> PanelValue? {
        switch update {
        case .snapshot(let snapshot):
            snapshot.values.first { $0.control == "ch1.count" }?.reading.value
        case .event(.valueChanged(let change)) where change.control == "ch1.count":
            change.reading.value
        case .event, .disconnected: nil
        }
    }
}
