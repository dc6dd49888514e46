import Glibc

/// The whole of a file that people write.
struct TextFile {
    /// A file that could not be read.
    struct ReadError: Error, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String { "cannot read \(path): \(reason)" }
    }

    /// Far more than any panel or recording of an hour needs.
    static let largestSize = 16 << 20

    /// What was read.
    let bytes: [UInt8]

    /// What was read; bytes that are no UTF-8 are replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads a file, or a pipe to its end.
    ///
    /// - Throws: `ReadError`, also for what is neither, has more than `largestSize` bytes, or is a
    ///   pipe that nobody writes to.
    init(_ path: String) throws(ReadError) {
        // Non-blocking: to open a pipe would otherwise wait for a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw ReadError(path: path, errno: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw ReadError(path: path, errno: errno) }
        let type = status.st_mode & S_IFMT
        switch type {
        case S_IFREG, S_IFIFO: break
        case S_IFDIR: throw ReadError(path: path, errno: EISDIR)
        default: throw ReadError(path: path, reason: "it is neither a file nor a pipe")
        }
        bytes = try Self.bytes(of: file, at: path)
        if type == S_IFIFO, bytes.isEmpty {
            throw ReadError(path: path, reason: "it is a pipe that nobody writes to")
        }
    }

    private static func bytes(of file: Int32, at path: String) throws(ReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer[..<count]
                guard bytes.count <= largestSize else {
                    throw ReadError(
                        path: path, reason: "it has more than \(largestSize >> 20) MiB")
                }
            } else if errno == EAGAIN {
                var readable = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
                _ = poll(&readable, 1, -1)
            } else if errno != EINTR {
                throw ReadError(path: path, errno: errno)
            }
        }
    }
}

extension TextFile.ReadError {
    fileprivate init(path: String, errno: Int32) {
        self.init(path: path, reason: String(cString: strerror(errno)))
    }
}
