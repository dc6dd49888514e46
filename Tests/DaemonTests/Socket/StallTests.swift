import Drawing
import EventLoop
import Foundation
import Testing

@testable import GlassfaderDaemon

/// The real server and real sockets under fingers, requests and stalls of ten thousand kinds.
struct StallTests {
    /// Ten thousand, unless the environment asks for fewer or more.
    private static let seedsPerCase =
        (ProcessInfo.processInfo.environment["GLASSFADER_SEEDS"].flatMap(UInt64.init) ?? 10_000) / 8

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `after any stall, order and edges are kept and all clients have the true values`(
        part: UInt64
    ) throws {
        let loop = try SocketDesk.simulatedLoop()
        let description = try StallModel.description()
        let fonts = FontCollection()
        var resyncs = 0
        for seed in part * Self.seedsPerCase..<(part + 1) * Self.seedsPerCase {
            var model = try StallModel(
                seed: seed, description: description, fonts: fonts, loop: loop)
            if let failure = try model.run(steps: 24) {
                Issue.record("seed \(seed): \(failure)")
                return
            }
            resyncs += model.resyncs
        }
        // Otherwise the stalls would be too short to say anything.
        #expect(resyncs > Int(Self.seedsPerCase) / 20)
    }
}
