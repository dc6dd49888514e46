import Glibc

/// The two ends of a pipe, closed when released.
final class Pipe {
    let reader: Int32
    private var writer: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        // A child of another test that had an end too would hold back the end of the stream.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        hangUp()
        close(reader)
    }

    func write(_ text: String) {
        precondition(Glibc.write(writer, text, text.utf8.count) == text.utf8.count)
    }

    /// What is in the pipe; empty at the end of the stream.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(reader, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    func hangUp() {
        if writer >= 0 { close(writer) }
        writer = -1
    }
}
