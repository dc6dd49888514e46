import Glibc

/// The file that pictures of the screen are written to, each whole or not at all.
struct Screenshot {
    /// A file that could not be written.
    struct WriteError: Error, CustomStringConvertible {
        let description: String
    }

    /// The PNG file.
    let path: String

    /// Replaces the file by a PNG.
    func write(_ data: [UInt8]) throws {
        let temporary = "\(path).\(getpid()).tmp"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure("open", temporary) }
        var written = 0
        while written < data.count {
            let count = data.withUnsafeBytes { bytes in
                Glibc.write(file, bytes.baseAddress.map { $0 + written }, data.count - written)
            }
            guard count >= 0 || errno == EINTR else {
                let error = failure("write", temporary)
                close(file)
                unlink(temporary)
                throw error
            }
            written += max(count, 0)
        }
        close(file)
        guard rename(temporary, path) == 0 else {
            let error = failure("replace", path)
            unlink(temporary)
            throw error
        }
    }

    private func failure(_ operation: String, _ file: String) -> WriteError {
        WriteError(description: "cannot \(operation) \(file): \(String(cString: strerror(errno)))")
    }
}
