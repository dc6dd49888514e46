import Foundation
import TestVectors
import Testing

@testable import Files

/// Whatever a name leads to, reading it neither waits nor fills the memory.
final class RegularFileTests {
    private let folder: String

    init() throws {
        folder = try TestFiles.makeFolder()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func file(_ size: Int) throws -> String {
        let path = "\(folder)/file"
        try Data(repeating: 7, count: size).write(to: URL(filePath: path))
        return path
    }

    private func failure(_ path: String, atMost largestSize: Int = 1000) -> String? {
        let error = #expect(throws: FileError.self) {
            try RegularFile(path, atMost: largestSize)
        }
        return error?.description
    }

    @Test(arguments: [0, 1, 999, 1000]) func `a file is read up to the size limit`(size: Int) throws
    {
        let path = try file(size)
        #expect(
            try RegularFile(path, atMost: 1000).bytes == [UInt8](repeating: 7, count: size))
    }

    @Test(arguments: [
        (1001, 1000, "it is 2 kB: at most 1 kB"),
        (1_000_001, 1_000_000, "it is 2 MB: at most 1 MB"),
        (3, 2, "it is 3 bytes: at most 2 bytes"),
    ])
    func `a file above the limit is rejected by its size`(size: Int, limit: Int, reason: String)
        throws
    {
        let path = try file(size)
        #expect(failure(path, atMost: limit) == "cannot read \(path): \(reason)")
    }

    @Test func `a file of gigabytes is rejected before it is read`() throws {
        let path = try file(0)
        #expect(truncate(path, 71_000_000) == 0)
        #expect(
            failure(path, atMost: 1_000_000) == "cannot read \(path): it is 71 MB: at most 1 MB")
    }

    @Test func `a file that reports size zero but has content obeys the same limit`() throws {
        #expect(!(try RegularFile("/proc/self/maps", atMost: 10_000_000).bytes.isEmpty))
        #expect(
            failure("/proc/self/maps", atMost: 100)
                == "cannot read /proc/self/maps: it is too large: at most 100 bytes")
    }

    @Test func `the error names what a path is when it is not a regular file`() throws {
        let fifo = "\(folder)/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        let socket = "\(folder)/socket"
        #expect(mknod(socket, S_IFSOCK | 0o600, 0) == 0)
        for (path, reason) in [
            (fifo, "it is a FIFO, not a regular file"),
            (folder, "it is a folder, not a regular file"),
            ("/dev/zero", "it is a character device, not a regular file"),
            (socket, "it is a socket or a device without a driver"),
            ("\(folder)/none", "No such file or directory"),
            ("\(folder)/none\0", "its name has a NUL"),
        ] {
            #expect(failure(path) == "cannot read \(path): \(reason)")
        }
    }

    @Test func `a symbolic link is followed unless the caller forbids it`() throws {
        let path = try file(3)
        let link = "\(folder)/link"
        #expect(symlink(path, link) == 0)
        #expect(try RegularFile(link, atMost: 10).bytes.count == 3)
        let error = #expect(throws: FileError.self) {
            try RegularFile(link, atMost: 10, followsLinks: false)
        }
        #expect(error?.reason == "it is a symbolic link, not a regular file")
    }

    @Test func `data from a pipe obeys the limit too`() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(repeating: 7, count: 5000))
        try pipe.fileHandleForWriting.close()
        let error = #expect(throws: FileError.self) {
            try RegularFile.bytes(
                through: pipe.fileHandleForReading.fileDescriptor, named: "standard input",
                atMost: 4000)
        }
        #expect(
            error?.description
                == "cannot read standard input: it is too large: at most 4 kB")
    }
}
