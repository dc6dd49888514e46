import Glibc

/// A file that a command writes: it appears whole, or not at all.
enum OutputFile {
    /// A file that could not be written.
    struct WriteError: Error {
        let description: String
    }

    /// Writes bytes to a file beside the one of this name, which then takes its place. What is no
    /// file but a device or a pipe is written to.
    static func write(_ bytes: [UInt8], to path: String) throws(WriteError) {
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            return try write(bytes, to: path, named: path, flags: O_WRONLY)
        }
        let temporary = "\(path).\(getpid())~"
        do throws(WriteError) {
            try write(bytes, to: temporary, named: path, flags: O_WRONLY | O_CREAT | O_EXCL)
            guard rename(temporary, path) == 0 else { throw error(path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func write(
        _ bytes: [UInt8], to path: String, named name: String, flags: Int32
    ) throws(WriteError) {
        let descriptor = open(path, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw error(name) }
        let reason = Output.write(bytes, to: descriptor)
        // A full disk is told of here by some file systems.
        guard close(descriptor) == 0 || reason != 0, reason == 0 else {
            if reason != 0 { errno = reason }
            throw error(name)
        }
    }

    private static func error(_ path: String) -> WriteError {
        WriteError(description: "cannot write \(path): \(String(cString: strerror(errno)))")
    }
}
