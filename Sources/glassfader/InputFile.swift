import Glibc

/// The bytes of a file that a command is to read.
enum InputFile {
    /// A file that could not be read.
    struct ReadError: Error {
        let description: String
    }

    /// All bytes of a file, or of standard input where none is named.
    static func bytes(of path: String?) throws(ReadError) -> [UInt8] {
        let descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? dup(STDIN_FILENO)
        let name = path ?? "standard input"
        guard descriptor >= 0 else { throw error(name) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer[..<count]
            } else if errno != EINTR {
                throw error(name)
            }
        }
    }

    private static func error(_ name: String) -> ReadError {
        ReadError(description: "cannot read \(name): \(String(cString: strerror(errno)))")
    }
}
