import Glibc

/// Output of a program for other programs, of which none is lost.
package enum WholeOutput {
    /// Writes all bytes to a descriptor, and waits while that takes none. Returns 0 or an errno.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process may have made the same terminal or pipe non-blocking.
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = Glibc.poll(&poll, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}
