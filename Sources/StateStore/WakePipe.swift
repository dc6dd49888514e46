import Glibc

/// A pipe with which one thread wakes another. It is readable while it is signalled.
struct WakePipe: ~Copyable {
    /// Readable while the pipe is signalled.
    let descriptor: Int32
    private let writing: Int32

    init() throws(StateError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw StateError("make a pipe", errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        writing = ends[1]
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    /// Makes it readable. A full pipe is already readable, so a failed write is harmless.
    func signal() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    /// Waits until it is signalled, at most for `milliseconds` unless that is negative.
    func wait(milliseconds: Int32 = -1) {
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&readable, 1, milliseconds)
    }

    /// Makes it unreadable until the next signal.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
