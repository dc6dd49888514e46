import Foundation
import PanelProtocol
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// What clients and files have made grow goes back to the system when it is gone: the program
/// itself has at most 2 MiB more than before.
@Suite(
    .disabled(
        if: DaemonProcess.keepsFreedMemory, "AddressSanitizer keeps memory that was given back"))
final class MemoryTests {
    private let folder: String
    private let daemon: DaemonProcess
    private let client: SocketClient
    private var memory = 0
    private var asked = 0

    private static let small = """
        [[pages]]
        id = "main"
        strips = [{ id = "s", controls = [{ id = "k", type = "knob" }] }]
        """

    /// Pages of strips of knobs and sliders.
    private static func large(
        _ count: Int, stripsOfPage: Int = 10, controlsOfStrip: Int = 50
    ) -> String {
        let pages = stride(from: 0, to: count, by: 500).map { start in
            let strips = (0..<stripsOfPage).map { strip in
                let controls = (0..<controlsOfStrip).map {
                    "{ id = \"k\($0)\", type = \"\($0 % 2 == 0 ? "knob" : "slider")\" }"
                }
                return
                    "{ id = \"c\(start)x\(strip)\", controls = [\(controls.joined(separator: ", "))] }"
            }
            return "[[pages]]\nid = \"p\(start)\"\nstrips = [\(strips.joined(separator: ",\n"))]\n"
        }
        return small + "\n" + pages.joined()
    }

    init() throws {
        folder = try TestFiles.makeFolder()
        try Data(Self.small.utf8).write(to: URL(filePath: folder + "/panel.toml"))
        daemon = try DaemonProcess([
            "--panel", folder + "/panel.toml", "--socket", folder + "/panel.sock", "--state",
            folder + "/state", "--display", "memory:640x480", "--touch", "none",
        ])
        try daemon.waitForLog("showing on")
        client = try #require(SocketClient(path: folder + "/panel.sock"))
        // What is made once is made, and the program's code has been read, by a little of all.
        try reload(Self.large(500, stripsOfPage: 1, controlsOfStrip: 2))
        for request in [
            #""cmd":"scene","op":"store","name":"s""#, #""cmd":"scene","op":"delete","name":"s""#,
            #""cmd":"page","page":"p0""#, #""cmd":"screenshot""#,
            #""cmd":"style","control":"c0x0.k0","label":"é""#,
        ] {
            #expect(try ask(request).contains(#""ok""#))
        }
        try reload(Self.small)
        memory = daemon.memory
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Sends a request, and waits for its reply.
    @discardableResult
    private func ask(_ members: String) throws -> String {
        asked += 1
        client.send("{\"id\":\(asked + 1),\(members)}\n")
        return try #require(client.waitForLine("{\"id\":\(asked + 1),"))
    }

    /// Sends requests in one write, and waits for the reply to the last one: the panel is laid out
    /// once for all of them.
    private func askTogether(_ requests: [String]) throws {
        var lines = ""
        for members in requests {
            asked += 1
            lines += "{\"id\":\(asked + 1),\(members)}\n"
        }
        #expect(client.sendAll(Array(lines.utf8)))
        _ = try #require(client.waitForLine("{\"id\":\(asked + 1),"))
    }

    private func reload(_ panel: String) throws {
        try Data(panel.utf8).write(to: URL(filePath: folder + "/panel.toml"))
        #expect(try ask(#""cmd":"reload""#).contains(#""ok""#))
    }

    private func expectMemoryBack(_ place: SourceLocation = #_sourceLocation) throws {
        let limit = ContinuousClock.now + patience
        // It is given back a while after the work.
        while daemon.memory - memory >= 2048, ContinuousClock.now < limit {
            var nothing = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&nothing, 1, 100)
        }
        #expect(daemon.memory - memory < 2048, sourceLocation: place)
    }

    @Test func `a large panel leaves no memory behind`() throws {
        try reload(Self.large(1000))
        #expect(daemon.memory - memory > 4096)
        // Each page has been seen.
        for page in ["p0", "p500"] {
            try ask(#""cmd":"page","page":"\#(page)""#)
            try ask(#""cmd":"screenshot""#)
        }
        // The values are kept, for when the controls come back.
        try reload(Self.small)
        try expectMemoryBack()
    }

    @Test func `deleted scenes leave no memory behind`() throws {
        try reload(Self.large(1000))
        var names: [String] = []
        while names.count < 100 {
            let name = "scene \(names.count)"
            guard try ask(#""cmd":"scene","op":"store","name":"\#(name)""#).contains(#""ok""#)
            else {
                break
            }
            names.append(name)
        }
        #expect(names.count > 20)
        for name in names {
            #expect(
                try ask(#""cmd":"scene","op":"delete","name":"\#(name)""#).contains(#""ok""#))
        }
        try reload(Self.small)
        try expectMemoryBack()
    }

    @Test func `labels from clients leave no memory behind`() throws {
        try reload(Self.large(1000))
        // Those of the page that is shown, and those of another one.
        for page in [0, 500] {
            for strip in 0..<10 {
                try askTogether(
                    (0..<50).map { number in
                        let label = String(repeating: "é", count: 100) + "\(page + strip * number)"
                        return #""cmd":"style","control":"c\#(page)x\#(strip).k\#(number)""#
                            + #","label":"\#(label)""#
                    })
            }
        }
        try reload(Self.small)
        try expectMemoryBack()
    }
}
