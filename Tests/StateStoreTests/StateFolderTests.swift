import Foundation
import TestVectors
import Testing

@testable import StateStore

/// The folder with its two files, on the file system of the machine.
final class StateFolderTests {
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

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    private func load() throws -> StateFolder.Contents { try StateFolder(path: path).load() }

    /// Saves each in a process of its own, as it were.
    private func save(_ contents: String...) throws {
        let folder = try StateFolder(path: path)
        _ = folder.load()
        for contents in contents { try folder.save(Array(contents.utf8)) }
    }

    private func loadedFolder() throws -> sending StateFolder {
        let folder = try StateFolder(path: path)
        _ = folder.load()
        return folder
    }

    private func texts(_ contents: StateFolder.Contents) -> [String] {
        contents.states.map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Saving

    @Test func `a state of maximum size can be loaded, also after a smaller one`() throws {
        for size in [StateSlot.mostContents / 2 + 4096, StateSlot.mostContents] {
            let folder = try loadedFolder()
            let contents = [UInt8](repeating: UInt8(ascii: "x"), count: size)
            for _ in 0..<2 { try folder.save(contents) }
            #expect(folder.load().states == [contents, contents])
            #expect(folder.load().problems == [])
        }
    }

    @Test func `a state that could not be loaded is not written, and the old one remains`() throws {
        let folder = try loadedFolder()
        try folder.save(Array("old".utf8))
        let error = #expect(throws: StateError.self) {
            try folder.save([UInt8](repeating: 0x20, count: StateSlot.mostContents + 1))
        }
        #expect(
            error?.reason == "the state has 4194305 bytes, and at most 4194304 are allowed")
        #expect(texts(folder.load()) == ["old"])
        try folder.save(Array("new".utf8))
        #expect(texts(folder.load()) == ["new", "old"])
    }

    @Test func `the last two saves can be loaded, the newest first`() throws {
        #expect(try load().states.isEmpty)
        try save("one")
        #expect(try texts(load()) == ["one"])
        try save("two", "three")
        try save("four")
        #expect(try texts(load()) == ["four", "three"])
        #expect(try names == ["state.a", "state.b"])
        #expect(try load().problems.isEmpty)
    }

    @Test func `the sequence number decides which save is newest, not the file time`() throws {
        try save("one", "two")
        let past = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 0)]
        try FileManager.default.setAttributes(past, ofItemAtPath: "\(path)/state.b")
        #expect(try texts(load()) == ["two", "one"])
    }

    @Test func `a file is allocated ahead, and its size seldom changes`() throws {
        try save("one", "two")
        #expect(try bytes(of: "state.a").count == 16384)
        try save(String(repeating: "x", count: 10_000), String(repeating: "y", count: 10_000))
        #expect(try bytes(of: "state.b").count == 16384)
        let long = String(repeating: "z", count: 17_000)
        try save(long)
        #expect(try bytes(of: "state.a").count == 36_864)
        #expect(try bytes(of: "state.b").count == 16384)
        #expect(try texts(load()).first == long)
        try save("short")
        #expect(try texts(load()) == ["short", long])
    }

    @Test func `a file that is removed or truncated between two saves is allocated again`() throws {
        let folder = try loadedFolder()
        try folder.save(Array("one".utf8))
        try folder.save(Array("two".utf8))
        try FileManager.default.removeItem(atPath: "\(path)/state.a")
        truncate("\(path)/state.b", 100)
        for contents in ["three", "four"] { try folder.save(Array(contents.utf8)) }
        #expect(try bytes(of: "state.a").count == 16384)
        #expect(try bytes(of: "state.b").count == 16384)
        #expect(texts(folder.load()) == ["four", "three"])
        #expect(folder.load().problems == [])
    }

    @Test func `a save interrupted at any byte leaves the previous one intact`() throws {
        try save("one", "two")
        let before = try bytes(of: "state.a")
        try save("three")
        let after = try bytes(of: "state.a")
        let length = StateSlot(sequence: 3, contents: Array("three".utf8)).bytes.count
        for count in 0..<length {
            try write(Array(after[..<count]) + before[count...], to: "state.a")
            let found = try texts(load())
            // Until the first byte that differs nothing has happened yet.
            #expect(found == ["two"] || found == ["two", "one"], "\(count)")
        }
        // The program that finds it goes on as ever.
        try write(Array(after[..<20]) + before[20...], to: "state.a")
        try save("four")
        #expect(try texts(load()) == ["four", "two"])
        try save("five")
        #expect(try texts(load()) == ["five", "four"])
    }

    @Test func `after a crash with sectors in any order, one of the last two states is read`()
        throws
    {
        var random = SeededGenerator(seed: 5)
        var disk = [[UInt8](repeating: 0, count: 4096), [UInt8](repeating: 0, count: 4096)]
        var acknowledged: StateSlot?
        for sequence in 1...60 {
            let size = Int(random.next() % 3000)
            let state = StateSlot(
                sequence: UInt64(sequence),
                contents: (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) })
            let index = (sequence + 1) % 2
            var written = disk[index]
            written.replaceSubrange(0..<state.bytes.count, with: state.bytes)
            // What the disk has of it when the power fails.
            for _ in 0..<20 {
                var torn = disk
                for sector in 0..<8 where random.next() % 2 == 0 {
                    let range = sector * 512..<sector * 512 + 512
                    torn[index].replaceSubrange(range, with: written[range])
                }
                let found = torn.compactMap { bytes in
                    if case .valid(let slot) = StateSlot.reading(bytes) { slot } else { nil }
                }.max { $0.sequence < $1.sequence }
                #expect(found == acknowledged || found == state)
            }
            disk[index] = written
            acknowledged = state
        }
    }

    // MARK: Files that are no slots

    @Test(arguments: [
        [UInt8](), [UInt8](repeating: 0, count: 4096), [UInt8](repeating: 0xFF, count: 4096),
        Array("not a state".utf8),
    ])
    func `two damaged files are kept once, and the panel starts with an empty state`(bad: [UInt8])
        throws
    {
        try write(bad, to: "state.a")
        try write(bad, to: "state.b")
        let found = try load()
        #expect(found.states.isEmpty)
        let isDamaged = bad.contains { $0 != 0 }
        #expect(found.problems.count == (isDamaged ? 2 : 0))
        // Looking changes nothing.
        #expect(try names == ["state.a", "state.b"])
        try save("one", "two")
        #expect(try texts(load()) == ["two", "one"])
        #expect(try load().problems.isEmpty)
        #expect(
            try names
                == (isDamaged
                    ? ["state.a", "state.a.bad", "state.b", "state.b.bad"]
                    : ["state.a", "state.b"]))
        guard isDamaged else { return }
        // The next ones are not kept.
        #expect(try bytes(of: "state.a.bad") == bad)
        try write([1, 2, 3], to: "state.a")
        try save("three")
        #expect(try bytes(of: "state.a.bad") == bad)
        #expect(try texts(load()) == ["three", "two"])
    }

    @Test func `one damaged file does not affect the other`() throws {
        try save("one", "two")
        try write([UInt8](repeating: 0xFF, count: 16384), to: "state.b")
        let found = try load()
        #expect(texts(found) == ["one"])
        #expect(found.problems.count == 1)
        #expect(found.problems.first?.finding.contains("state.b is not a saved state") == true)
        try save("three")
        #expect(try texts(load()) == ["three", "one"])
        #expect(try names == ["state.a", "state.b", "state.b.bad"])
    }

    @Test func `symbolic links, pipes and folders are neither followed, read nor written`() throws {
        let victim = "\(path)/victim"
        try write(Array("mine".utf8), to: "victim")
        symlink(victim, "\(path)/state.a")
        mkfifo("\(path)/state.b", 0o600)
        let found = try load()
        #expect(found.states.isEmpty)
        #expect(found.problems.count == 2)
        #expect(found.problems.first?.finding.contains("it is a symbolic link") == true)
        #expect(found.problems.last?.finding.contains("it is a FIFO, not a regular file") == true)
        try save("one", "two")
        #expect(try texts(load()) == ["two", "one"])
        #expect(try bytes(of: "victim") == Array("mine".utf8))

        try FileManager.default.removeItem(atPath: "\(path)/state.a")
        mkdir("\(path)/state.a", 0o700)
        try save("three")
        #expect(try texts(load()) == ["three", "two"])
    }

    @Test func `a file of gigabytes is not a state`() throws {
        try write([], to: "state.a")
        #expect(truncate("\(path)/state.a", 3 << 30) == 0)
        #expect(try load().problems.first?.finding.contains("it is 3222 MB: at most 4 MB") == true)
        try save("one")
        #expect(try texts(load()) == ["one"])
    }

    @Test(arguments: [0, 1, 2])
    func `saving continues after the greatest sequence number`(left: UInt64) throws {
        let sequence = UInt64.max - left
        try write(StateSlot(sequence: sequence, contents: Array("old".utf8)).bytes, to: "state.a")
        #expect(try texts(load()) == ["old"])
        var last = "old"
        for text in ["one", "two", "three", "four"] {
            try save(text)
            #expect(try texts(load()) == [text, last])
            last = text
        }
    }

    // MARK: Versions

    @Test func `a state of a newer version is kept, and not changed until the next save`() throws {
        let newer = StateSlot(sequence: 8, contents: Array("future".utf8)).bytes(version: 3)
        let newest = StateSlot(sequence: 9, contents: Array("FUTURE".utf8)).bytes(version: 3)
        try write(newer, to: "state.a")
        try write(newest, to: "state.b")
        let found = try load()
        #expect(found.states.isEmpty)
        #expect(found.problems.count == 2)
        #expect(found.problems.first?.finding.contains("newer version, 3") == true)
        #expect(try bytes(of: "state.a") == newer && bytes(of: "state.b") == newest)
        try save("one", "two")
        #expect(try bytes(of: "state.a.v3") == newer && bytes(of: "state.b.v3") == newest)
        #expect(try texts(load()) == ["two", "one"])
        // The newer version, should it come back with its copies, is not newer than these.
        guard case .valid(let slot) = StateSlot.reading(try bytes(of: "state.a")) else {
            Issue.record("there is no slot")
            return
        }
        #expect(slot.sequence == 10)
    }

    @Test func `beside a newer version, the last readable state is loaded`() throws {
        try save("one")
        let newer = StateSlot(sequence: 2, contents: Array("future".utf8)).bytes(version: 2)
        try write(newer, to: "state.b")
        #expect(try texts(load()) == ["one"])
        try save("two")
        #expect(try texts(load()) == ["two", "one"])
        #expect(try bytes(of: "state.b.v2") == newer)
    }

    // MARK: Folders

    @Test func `a missing folder is created, and only one daemon can use it`() throws {
        let inner = "\(path)/new"
        let folder = try StateFolder(path: inner)
        let error = #expect(throws: StateError.self) { _ = try StateFolder(path: inner) }
        #expect(error?.isInUse == true)
        #expect(
            error?.description
                == "cannot keep the state in \(inner): another daemon uses the folder"
        )
        try folder.save([1])
        _ = folder.load()
    }

    @Test func `a folder is free when it is closed, even if a forked process still has it`() throws
    {
        var folder: StateFolder? = try StateFolder(path: path)
        try folder?.save([1])
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap(Int32.init)
        let own = try #require(
            descriptors.first {
                (try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\($0)")) == path
            })
        // What a fork does to each descriptor.
        let forked = dup(own)
        defer { close(forked) }
        folder = nil
        #expect(!StateFolder.isInUse(path))
        _ = try StateFolder(path: path)
    }

    @Test func `a path that is not a folder is an error`() throws {
        try write([], to: "file")
        let error = #expect(throws: StateError.self) { _ = try StateFolder(path: path + "/file") }
        #expect(error?.description == "cannot open the folder \(path)/file: Not a directory")
        let missing = #expect(throws: StateError.self) { _ = try StateFolder(path: path + "/a/b") }
        #expect(missing?.errno == ENOENT)
    }

    // MARK: The thread

    @Test func `at least the newest queued state is saved and reported`() throws {
        let writer = try StateWriter(StateFolder(path: path))
        var last: [UInt8]?
        for number in 0..<UInt8(50) { writer.save([number]) }
        #expect(writer.finish(within: .seconds(60)))
        while let report = writer.takeReport() { last = try report.get() }
        #expect(last == [49])
        // The thread has let go of the folder.
        let found = try load()
        #expect(found.states.first == [49])
    }

    @Test func `each report makes the descriptor readable once`() throws {
        let writer = try StateWriter(StateFolder(path: path))
        var readable = pollfd(fd: writer.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&readable, 1, 0) == 0)
        writer.save([1])
        #expect(poll(&readable, 1, 10_000) == 1)
        #expect(try writer.takeReport()?.get() == [1])
        #expect(writer.takeReport() == nil)
        #expect(poll(&readable, 1, 0) == 0)
    }

    @Test func `a save that has failed is tried once more at the end, on a new file`() throws {
        let writer = try StateWriter(loadedFolder())
        // In the place of the file: it can be opened, but not written like one.
        mkfifo("\(path)/state.a", 0o600)
        writer.save([1])
        var readable = pollfd(fd: writer.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&readable, 1, 60_000) == 1)
        #expect(writer.finish(within: .seconds(60)))
        #expect(try writer.takeReport()?.get() == [1])
        #expect(try load().states == [[1]])
    }

    @Test func `a failed save reports its call and file, and keeps the last save`() throws {
        try save("one", "two")
        let writer = try StateWriter(loadedFolder())
        // In the place of the file, once it was read.
        try FileManager.default.removeItem(atPath: "\(path)/state.a")
        mkdir("\(path)/state.a", 0o700)
        writer.save([3])
        var readable = pollfd(fd: writer.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&readable, 1, 60_000) == 1)
        guard case .failure(let error) = writer.takeReport() else {
            Issue.record("it is said to be saved")
            return
        }
        #expect(error.description == "cannot open \(path)/state.a: Is a directory")
        #expect(writer.finish(within: .seconds(60)))
        #expect(try texts(load()).contains("two"))
    }
}
