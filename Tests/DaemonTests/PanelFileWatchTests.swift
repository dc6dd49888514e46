import EventLoop
import Foundation
import Testing

@testable import GlassfaderDaemon

/// A panel file in a folder where much else happens.
final class PanelFileWatchTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "glassfader-\(UUID().uuidString)")
    private let loop: EventLoop
    private var changes = 0
    private var watch: PanelFileWatch?

    init() throws {
        loop = try EventLoop()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func write(_ name: String) throws {
        try Data("\(changes)".utf8).write(to: folder.appending(path: name))
    }

    private func link(_ name: String, to target: String) throws {
        let draft = folder.appending(path: "\(name).new").path
        try FileManager.default.createSymbolicLink(
            atPath: draft, withDestinationPath: target)
        try #require(rename(draft, folder.appending(path: name).path) == 0)
    }

    private func begin(watching name: String) throws {
        watch = try PanelFileWatch(folder.appending(path: name).path, loop: loop) {
            [unowned self] in changes += 1
        }
    }

    /// Lets the loop work until the watch has reported another change; `busy` is called in each
    /// turn.
    private func waitForChange(_ busy: () throws -> Void = {}) throws {
        let count = changes + 1
        let limit = ContinuousClock.now + patience
        while changes < count {
            try #require(ContinuousClock.now < limit, "nothing was reported for a minute")
            try busy()
            try loop.runOnce(waitingAtMost: .milliseconds(10))
        }
    }

    @Test func `a folder that is none is reported as a problem`() throws {
        try write("none")
        let path = folder.appending(path: "none/panel.toml").path
        let watch = try PanelFileWatch(path, loop: loop) {}
        #expect(
            watch.problem
                == "changes of \(path) may not be noticed: cannot watch \(folder.path)/none: "
                + "Not a directory")
    }

    @Test func `a folder that another replaces, or that is gone for a while, is watched again`()
        throws
    {
        func make(_ name: String) throws {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
            try write("\(name)/panel.toml")
        }
        func move(_ old: String, to new: String) throws {
            try FileManager.default.moveItem(
                at: folder.appending(path: old), to: folder.appending(path: new))
        }
        try make("desk")
        try make("next")
        try begin(watching: "desk/panel.toml")
        try move("desk", to: "old")
        try move("next", to: "desk")
        try waitForChange()
        try write("desk/panel.toml")
        try waitForChange()
        try FileManager.default.removeItem(at: folder.appending(path: "desk"))
        try waitForChange()
        #expect(watch?.problem == nil)
        try make("desk")
        try waitForChange()
        try write("desk/panel.toml")
        try waitForChange()
    }

    @Test func `a neighbour file that is written all the time delays nothing`() throws {
        try write("panel.toml")
        try begin(watching: "panel.toml")
        try write("panel.toml")
        try waitForChange { try write("neighbour.log") }
    }

    @Test func `a file that is written all the time is read from time to time`() throws {
        try write("panel.toml")
        try begin(watching: "panel.toml")
        for _ in 0..<2 { try waitForChange { try write("panel.toml") } }
    }

    @Test func `a file behind links is followed, wherever the links point`() throws {
        for name in ["one", "two"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
            try write("\(name)/panel.toml")
        }
        // As a container has its settings: only the link in the middle is ever replaced.
        try link("data", to: "one")
        try link("panel.toml", to: "data/panel.toml")
        try begin(watching: "panel.toml")
        try write("one/panel.toml")
        try waitForChange { try write("neighbour.log") }
        try link("data", to: folder.appending(path: "two").path)
        try waitForChange { try write("one/panel.toml") }
        try write("two/panel.toml")
        try waitForChange { try write("one/panel.toml") }
    }

    @Test func `a new problem is reported once, and what was watched before is still noticed`()
        throws
    {
        try FileManager.default.createDirectory(
            at: folder.appending(path: "one"), withIntermediateDirectories: true)
        try write("one/panel.toml")
        try write("none")
        try link("data", to: "one")
        try link("panel.toml", to: "data/panel.toml")
        try begin(watching: "panel.toml")
        var problems: [String] = []
        watch?.onProblem = { problems.append($0) }
        try link("data", to: "none")
        try waitForChange()
        for _ in 0..<3 {
            try write("one/panel.toml")
            try waitForChange()
        }
        #expect(problems.count == 1)
        #expect(
            problems.first?.hasSuffix("cannot watch \(folder.path)/none: Not a directory") == true)

        try link("data", to: "one")
        try waitForChange()
        #expect(watch?.problem == nil)
        try write("one/panel.toml")
        try waitForChange()
    }

    @Test func `a pause ends when no changes come, and after a second at the latest`() {
        var pause = ChangePause()
        #expect(pause.note(at: .seconds(10)) == .milliseconds(10_100))
        #expect(pause.note(at: .milliseconds(10_050)) == .milliseconds(10_150))
        #expect(pause.note(at: .milliseconds(10_950)) == .seconds(11))
        #expect(pause.note(at: .milliseconds(11_500)) == .seconds(11))
        pause.end()
        #expect(pause.note(at: .seconds(12)) == .milliseconds(12_100))
    }

    // MARK: The kernel's bytes

    private func bytes(_ watch: Int32, _ mask: Int32, _ name: String, padding: Int) -> [UInt8] {
        let numbers = [
            UInt32(bitPattern: watch), UInt32(bitPattern: mask), 0,
            UInt32(name.utf8.count + padding),
        ]
        return numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
            + Array(name.utf8) + [UInt8](repeating: 0, count: padding)
    }

    @Test func `notifications are read one after another, with names of any length`() {
        let all =
            bytes(1, IN_CREATE, "", padding: 0) + bytes(2, IN_CLOSE_WRITE, "panel.toml", padding: 6)
            + bytes(-1, IN_Q_OVERFLOW, "", padding: 0)
        #expect(
            FolderEvent.all(in: all[...]) == [
                FolderEvent(watch: 1, mask: UInt32(IN_CREATE), name: ""),
                FolderEvent(watch: 2, mask: UInt32(IN_CLOSE_WRITE), name: "panel.toml"),
                FolderEvent(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: ""),
            ])
        #expect(FolderEvent.all(in: all[...]).map(\.isOverflow) == [false, false, true])
    }

    @Test func `an incomplete notification is left out, wherever it ends`() {
        let all = bytes(1, IN_CREATE, "a", padding: 15) + bytes(2, IN_CREATE, "b", padding: 15)
        for count in all.indices {
            #expect(FolderEvent.all(in: all[..<count]).count == count / 32)
        }
    }
}
