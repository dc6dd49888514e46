import Glibc

/// Wakes a thread that waits for descriptors.
final class Bell: Sendable {
    /// Readable after the bell has rung.
    let descriptor: Int32

    private let button: Int32

    init() throws(PanelClientError) {
        var ends: [Int32] = [-1, -1]
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, Int32(type), 0, &ends) == 0 else {
            throw .noThread(reason: "socketpair: \(String(cString: strerror(errno)))")
        }
        descriptor = ends[0]
        button = ends[1]
    }

    deinit {
        close(descriptor)
        close(button)
    }

    func ring() {
        // It fails only if the buffer is full of earlier rings, which has the same effect.
        _ = write(button, [1], 1)
    }

    /// Resets the bell. The result is whether it had rung.
    func silence() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        var hasRung = false
        while read(descriptor, &bytes, bytes.count) > 0 { hasRung = true }
        return hasRung
    }

    /// Waits until it rings, but not longer than this.
    func wait(milliseconds: Int32) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&polled, 1, milliseconds) > 0 { _ = silence() }
    }
}
