import Foundation
import TestVectors
import Testing

@testable import StateStore

/// The file of a state to be imported, on the file system of the machine.
final class StateImportTests {
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

    private func put(_ text: String) throws -> StateImport {
        try StateImport.put(Array(text.utf8), in: path)
        return try #require(try StateImport(folder: path))
    }

    @Test func `an import is written completely and leaves no temporary file`() throws {
        // A name that could be guessed led elsewhere.
        let victim = "\(path)/victim"
        try write(Array("mine".utf8), to: "victim")
        symlink(victim, "\(path)/state.import.\(getpid())")
        try StateImport.put(Array("{}".utf8), in: path)
        #expect(try bytes(of: "victim") == Array("mine".utf8))
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.filter { $0.hasPrefix(".") } == [])
        #expect(try StateImport(folder: path)?.contents == Array("{}".utf8))
    }

    @Test func `an import that is not a regular file, or too large, is rejected`() throws {
        mkfifo("\(path)/state.import", 0o600)
        let pipe = #expect(throws: StateError.self) { try StateImport(folder: path) }
        #expect(pipe?.reason == "it is a FIFO, not a regular file")
        unlink("\(path)/state.import")
        try write([], to: "state.import")
        #expect(truncate("\(path)/state.import", 30_000_000) == 0)
        let large = #expect(throws: StateError.self) { try StateImport(folder: path) }
        #expect(large?.reason == "it is 30 MB: at most 4 MB")
    }

    @Test func `an import is removed once it is saved, but not the next one`() throws {
        let folder = try StateFolder(path: path)
        let first = try put("{}")
        let second = try put("{}")
        try folder.save([1], taking: first)
        #expect(StateImport.isWaiting(in: path))
        try folder.save([2], taking: second)
        #expect(!StateImport.isWaiting(in: path))
        // A save that has failed is tried again, and the file may be gone by then.
        try folder.save([3], taking: second)
        #expect(folder.load().states == [[3], [2]])
    }

    @Test func `an import that cannot be removed is an error, so that it is tried again`() throws {
        let imported = try put("{}")
        // A descriptor that nobody has, as a disk that fails.
        let error = #expect(throws: StateError.self) { try imported.remove(from: -1, at: path) }
        #expect(error?.description == "cannot examine \(path)/state.import: Bad file descriptor")
        #expect(StateImport.isWaiting(in: path))
    }
}
