import Foundation
import TestVectors
import Testing

@testable import StateStore

/// What becomes of a file in the folder that is no state, or that cannot be read.
final class KeptFileTests {
    private let path: String

    init() throws {
        path = try TestFiles.makeFolder()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    private func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
    }

    private func load() throws -> StateFolder.Contents { try StateFolder.contents(of: path) }

    /// Saves each, after a start.
    private func save(_ contents: String...) throws {
        let folder = try StateFolder(path: path)
        _ = folder.load()
        for contents in contents { try folder.save(Array(contents.utf8)) }
    }

    private func texts(_ contents: StateFolder.Contents) -> [String] {
        contents.states.map { String(decoding: $0, as: UTF8.self) }
    }

    /// While another program has a lease on a file, reading it fails.
    private static func whileBusy<Result>(_ path: String, _ body: () -> Result) throws -> Result {
        let (setSignal, setLease): (Int32, Int32) = (10, 1024)
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        // The one of whom the file is wanted gets a signal: here one that does nothing.
        try #require(fcntl(file, setSignal, SIGURG) == 0)
        try #require(fcntl(file, setLease, Int32(F_WRLCK)) == 0)
        return body()
    }

    @Test func `a file that cannot be read for a moment is kept in place of an older one`() throws {
        try save("one", "two")
        let newest = try bytes(of: "state.b")
        try write([1, 2, 3], to: "state.b.bad")
        let folder = try StateFolder(path: path)
        let found = try Self.whileBusy("\(path)/state.b") { folder.load() }
        #expect(texts(found) == ["one"])
        #expect(
            found.problems.map(\.description) == [
                "cannot read \(path)/state.b: Resource temporarily unavailable; "
                    + "the next save keeps it as state.b.bad, in place of the older file"
            ])
        #expect(found.problems.first?.isUnreadable == true)
        try folder.save(Array("three".utf8))
        #expect(try bytes(of: "state.b.bad") == newest)
        #expect(try texts(load()) == ["three", "one"])
    }

    @Test func `the log says which of two damaged files is kept`() throws {
        try write([1, 2, 3], to: "state.a")
        try write([], to: "state.a.bad")
        try write([1, 2, 3], to: "state.b")
        let consequences = try load().problems.map { $0.description.split(separator: "; ")[1] }
        #expect(
            consequences == [
                "the next save removes it: there is a state.a.bad already",
                "the next save keeps it as state.b.bad",
            ])
    }

    @Test func `a folder in place of the older file does not end the saving`() throws {
        try save("one", "two")
        mkdir("\(path)/state.b.bad", 0o700)
        let folder = try StateFolder(path: path)
        _ = try Self.whileBusy("\(path)/state.b") { folder.load() }
        try folder.save(Array("three".utf8))
        #expect(try texts(load()) == ["three", "one"])
    }

    @Test func `a folder with files where a slot belongs is kept, and saving goes on`() throws {
        try save("one", "two")
        try write([1, 2, 3], to: "state.b.bad")
        func putFolder(_ file: String) throws {
            try FileManager.default.removeItem(atPath: "\(path)/state.b")
            mkdir("\(path)/state.b", 0o700)
            try write([], to: "state.b/\(file)")
        }
        // No more than nine are kept; then someone has to look.
        for number in 2...9 {
            try putFolder("file \(number)")
            #expect(
                try load().problems.map(\.description) == [
                    "\(path)/state.b is not a saved state: it is a folder, not a regular file; "
                        + "the next save keeps it as state.b.bad.\(number)"
                ])
            try save("newer", "new")
            #expect(try texts(load()) == ["new", "newer"])
            #expect(try bytes(of: "state.b.bad.\(number)/file \(number)") == [])
        }
        #expect(try bytes(of: "state.b.bad") == [1, 2, 3])
        try putFolder("last")
        let error = #expect(throws: StateError.self) { try save("lost", "lost") }
        #expect(
            error?.description == "cannot move \(path)/state.b aside: Directory not empty")
        #expect(try bytes(of: "state.b/last") == [])
    }

    @Test func `a folder that replaces a slot between two saves fails one save, and is kept`()
        throws
    {
        let folder = try StateFolder(path: path)
        for text in ["one", "two"] { try folder.save(Array(text.utf8)) }
        try FileManager.default.removeItem(atPath: "\(path)/state.a")
        mkdir("\(path)/state.a", 0o700)
        try write([7], to: "state.a/file")
        #expect(throws: StateError.self) { try folder.save(Array("three".utf8)) }
        try folder.save(Array("three".utf8))
        #expect(try texts(load()) == ["three", "two"])
        #expect(try bytes(of: "state.a.bad/file") == [7])
    }

    @Test(arguments: [(EMFILE, true), (ENFILE, true), (ENOMEM, true), (EIO, false)])
    func `what is used up is an exhaustion, and a broken disk is none`(code: Int32, expected: Bool)
    {
        #expect(StateError("read state.a", errno: code).isExhaustion == expected)
    }

    @Test func `the last file of a newer version is kept`() throws {
        for text in ["one", "two"] {
            let newer = StateSlot(sequence: 8, contents: Array(text.utf8)).bytes(version: 3)
            try write(newer, to: "state.a")
            try save("old")
            #expect(try bytes(of: "state.a.v3") == newer)
        }
    }
}
