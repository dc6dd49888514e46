import Files
import Glibc

/// A file that a command writes completely or not at all.
enum OutputFile {
    /// A file that could not be written.
    struct WriteError: Error, CustomStringConvertible {
        let description: String
    }

    /// Replaces a regular file by way of a temporary file. Writes directly to a device, or to a
    /// pipe with a reader.
    static func write(_ bytes: [UInt8], to path: String) throws(WriteError) {
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            return try write(bytes, through: path)
        }
        do throws(FileError) {
            try ReplacedFile(path).write(bytes, mode: 0o666)
        } catch {
            throw WriteError(description: error.description)
        }
    }

    private static func write(_ bytes: [UInt8], through path: String) throws(WriteError) {
        // Non-blocking: otherwise opening a pipe would wait for a reader.
        let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENXIO
                ? WriteError(description: "cannot write \(path): the pipe has no reader")
                : error(path)
        }
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
        let reason = ToolOutput.write(bytes, to: descriptor)
        guard close(descriptor) == 0 || reason != 0, reason == 0 else {
            if reason != 0 { errno = reason }
            throw error(path)
        }
    }

    private static func error(_ path: String) -> WriteError {
        WriteError(description: "cannot write \(path): \(String(cString: strerror(errno)))")
    }
}
