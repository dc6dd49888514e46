import EventLoop
import Files
import Glibc

/// A file that a command writes completely or not at all.
enum OutputFile {
    /// Replaces a regular file by way of a temporary file. The new one has the owner and the
    /// permissions of the old one. A link stays, and what it leads to is replaced.
    ///
    /// Writes directly to a device, to a pipe with a reader, and to what is open already, such as
    /// `/dev/stdout`.
    static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        switch try LinkedPath.destination(of: path) {
        case .descriptor(let descriptor):
            let reason = WholeOutput.write(bytes, to: descriptor)
            if reason != 0 { throw FileError("write", path, errno: reason) }
        case .file(let target):
            var status = stat()
            guard stat(target, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
                return try write(bytes, through: target, named: path)
            }
            try replace(target, by: bytes)
        }
    }

    private static func replace(_ path: String, by bytes: [UInt8]) throws(FileError) {
        let permissions = FilePermissions(of: path)
        try ReplacedFile(path).write(
            bytes, mode: permissions == nil ? 0o666 : 0o600,
            prepare: { permissions?.apply(to: $0) })
    }

    private static func write(
        _ bytes: [UInt8], through target: String, named path: String
    ) throws(FileError) {
        // Non-blocking: otherwise opening a pipe would wait for a reader.
        let descriptor = open(target, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENXIO
                ? FileError("write", path, "the pipe has no reader")
                : FileError("write", path, errno: errno)
        }
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        let reason = WholeOutput.write(bytes, to: descriptor)
        let isClosed = close(descriptor) == 0
        if reason != 0 { throw FileError("write", path, errno: reason) }
        if !isClosed { throw FileError("write", path, errno: errno) }
    }
}
