import Glibc

/// A pair of sockets with which tasks wake a thread. It is readable while it is signalled.
final class WakeSocket: Sendable {
    /// Readable while the sockets are signalled.
    let descriptor: Int32
    private let writing: Int32

    init() throws(PanelClientError) {
        var ends: [Int32] = [-1, -1]
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, Int32(type), 0, &ends) == 0 else {
            throw .noThread(reason: "socketpair: \(String(cString: strerror(errno)))")
        }
        descriptor = ends[0]
        writing = ends[1]
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    /// Makes it readable. A full buffer is already readable, so a failed write is harmless.
    func signal() {
        _ = write(writing, [1], 1)
    }

    /// Makes it unreadable until the next signal. The result is whether it was signalled.
    func clear() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        var wasSignalled = false
        while read(descriptor, &bytes, bytes.count) > 0 { wasSignalled = true }
        return wasSignalled
    }

    /// Waits until it is signalled, at most for `milliseconds`.
    func wait(milliseconds: Int32) {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&polled, 1, milliseconds) > 0 { _ = clear() }
    }
}
