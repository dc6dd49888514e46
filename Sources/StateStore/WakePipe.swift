import Glibc

/// A descriptor that one thread makes readable for another: a pipe, with a byte in it or none.
struct Bell: ~Copyable {
    /// Readable once it has been rung.
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

    /// Makes it readable. A pipe that is full has been rung often enough.
    func ring() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    /// Waits until it is rung; at most for a time, if that is given.
    func wait(milliseconds: Int32 = -1) {
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&readable, 1, milliseconds)
    }

    /// Makes it unreadable until it is rung again.
    func silence() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &bytes, bytes.count) == bytes.count {}
    }
}
