import Foundation
import TestVectors
import Testing

@testable import Files

/// A file is written whole or not at all, and nobody can say where.
final class ReplacedFileTests {
    private let folder: String

    init() throws {
        folder = try TestFiles.makeFolder()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    }

    @Test func `a new file replaces the old one`() throws {
        let path = "\(folder)/picture"
        for text in ["one", "two, which is longer"] {
            try ReplacedFile(path).write(Array(text.utf8), mode: 0o600)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
        #expect(try names == ["picture"])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `each temporary file has a new name and is in the same folder`() throws {
        var seen: Set<String> = []
        for _ in 0..<20 {
            try ReplacedFile("\(folder)/picture").write([1], mode: 0o600) { file in
                let name =
                    (try? FileManager.default.destinationOfSymbolicLink(
                        atPath: "/proc/self/fd/\(file)")) ?? ""
                #expect(name.hasPrefix(folder + "/"))
                seen.insert(name)
            }
        }
        #expect(seen.count == 20)
    }

    @Test func `a symbolic link is replaced, not followed`() throws {
        let victim = "\(folder)/victim"
        try Data("mine".utf8).write(to: URL(filePath: victim))
        #expect(symlink(victim, "\(folder)/picture") == 0)
        try ReplacedFile("\(folder)/picture").write([1], mode: 0o600)
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
    }

    @Test func `a failed write keeps the old file and leaves no other file behind`() throws {
        let path = "\(folder)/picture"
        try Data("old".utf8).write(to: URL(filePath: path))
        let error = #expect(throws: FileError.self) {
            // A full disk: the new file is replaced by a device that always is.
            try ReplacedFile(path).write([1, 2, 3], mode: 0o600) { file in
                let full = open("/dev/full", O_WRONLY)
                dup2(full, file)
                close(full)
            }
        }
        #expect(error?.description == "cannot write \(path): No space left on device")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        #expect(try names == ["picture"])
    }

    @Test func `only a regular file is replaced`() throws {
        #expect(mkfifo("\(folder)/fifo", 0o600) == 0)
        let error = #expect(throws: FileError.self) {
            try ReplacedFile("\(folder)/fifo").write([1], mode: 0o600)
        }
        #expect(error?.reason == "it is a FIFO, not a regular file")
        #expect(throws: FileError.self) { try ReplacedFile("/nowhere/x").write([1], mode: 0o600) }
        #expect(try names == ["fifo"])
    }
}
