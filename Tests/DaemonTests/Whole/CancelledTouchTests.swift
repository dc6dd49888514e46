import Foundation
import Testing

@testable import GlassfaderDaemon

/// Touches that end because a client changes the panel.
struct CancelledTouchTests {
    private static let panel = """
        [[pages]]
        id = "main"
        strips = [
          { id = "dca", controls = [{ id = "level", type = "slider", taper = "x32" }] },
          { id = "ch{n}", count = 2, controls = [{ id = "level", type = "slider", taper = "x32" }] },
        ]
        [[pages]]
        id = "other"
        strips = [{ id = "ch3", controls = [{ id = "level", type = "slider", taper = "x32" }] }]
        [[links]]
        mode = "vca"
        controls = ["dca.level", "ch2.level"]
        """

    @Test(arguments: [
        #""cmd":"page","page":"other""#, #""cmd":"lock""#, #""cmd":"spill","vca":"dca.level""#,
        #""cmd":"style","control":"ch2.level","enabled":false"#,
    ])
    func `a touch that rests ends when it is cancelled`(request: String) throws {
        let desk = try RunningDaemon(Self.panel)
        let watcher = try desk.subscriber()
        // The finger has rested since.
        try desk.finger(.began, on: "ch2.level", at: desk.daemon.loop.now - .seconds(5))
        let answer = try desk.ask(watcher, #"{"id":2,\#(request)}"#, id: 2)
        try #require(answer["code"] == nil, "\(answer)")
        try desk.run {
            _ = watcher.read()
            return watcher.phases(of: "ch2.level") == ["began", "cancelled"]
        }
        let times = watcher.events(of: "ch2.level").compactMap { $0["t"] as? Double }
        #expect(times.count == 2 && times[1] - times[0] >= 5_000_000, "\(times)")
    }

    @Test func `a touch that rests ends when the panel is stopped`() throws {
        let desk = try RunningDaemon(Self.panel)
        let watcher = try desk.subscriber()
        try desk.finger(.began, on: "ch2.level", at: desk.daemon.loop.now - .seconds(5))
        try desk.daemon.end()
        _ = watcher.read()
        #expect(watcher.phases(of: "ch2.level") == ["began", "cancelled"])
        let times = watcher.events(of: "ch2.level").compactMap { $0["t"] as? Double }
        #expect(times.count == 2 && times[1] - times[0] >= 5_000_000, "\(times)")
    }
}
