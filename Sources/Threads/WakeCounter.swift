import CEventFD
import Glibc

/// A counter of the kernel with which threads wake another. It is readable while it is signalled.
///
/// A pipe or a socket would need memory for each byte: without that, a wake-up would be lost, and
/// the other thread would sleep for ever. See `eventfd(2)`.
package struct WakeCounter: ~Copyable, Sendable {
    /// Readable while the counter is signalled.
    package let descriptor: Int32

    /// Makes a counter; `nil` if the system has no more of them, for which `errno` has the reason.
    package init?() {
        let descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Makes it readable. This fails only if the counter is full, and then it is readable already.
    package func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits until it is signalled, at most for `milliseconds` unless that is negative.
    package func wait(milliseconds: Int32 = -1) {
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&readable, 1, milliseconds)
    }

    /// Makes it unreadable until the next signal. Returns whether it was signalled.
    @discardableResult package func clear() -> Bool {
        var count: UInt64 = 0
        return read(descriptor, &count, MemoryLayout<UInt64>.size) > 0
    }
}
