import EventLoop
import Glibc

/// The descriptor of a connection. Reading and writing never block.
final class ConnectionSocket {
    /// The result of reading.
    enum Received {
        /// Some bytes.
        case bytes
        /// There is nothing to read.
        case nothing
        /// The client sends nothing more.
        case end
        /// The client is gone, or the kernel has failed.
        case failed(errno: Int32)
    }

    /// The result of writing.
    enum Sent {
        /// The socket took everything.
        case everything
        /// The socket is full.
        case full
        /// The client is gone, or the kernel has failed.
        case failed(errno: Int32)
    }

    private static let bytesPerRead = 4096
    /// How many bytes are read and dropped at the end: more than the kernel usually buffers.
    private static let mostBytesUnread = 512 * 1024

    private let descriptor: Int32
    private var source: EventSource?
    private var interest: Readiness = .readable

    /// Takes over a non-blocking descriptor, and closes it when released.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        source = nil
        // Unread bytes would make close(2) send a reset: the client would see an error, not the
        // end.
        for _ in 0..<Self.mostBytesUnread / Self.bytesPerRead {
            guard case .bytes = receive({ _ in }) else { break }
        }
        close(descriptor)
    }

    /// Starts to watch the socket for reading. Calls `ready` for this and later interests.
    ///
    /// - Throws: `EventLoopError`.
    func open(on loop: EventLoop, _ ready: @escaping (Readiness) throws -> Void) throws {
        source = try loop.ready(descriptor, for: interest, ready)
    }

    /// Watches the socket for the readiness that a connection's state needs.
    ///
    /// - Throws: `EventLoopError`.
    func watch(for state: ConnectionState) throws(EventLoopError) {
        // This runs in every round. An option set literal would call slow generic code.
        var wanted = Readiness.nothing
        if state.isRead { wanted.insert(.readable) }
        if state.awaitsRoom { wanted.insert(.writable) }
        guard wanted != interest else { return }
        interest = wanted
        try source?.watch(for: wanted)
    }

    /// Reads at most 4096 bytes and passes them to `take`.
    func receive(_ take: (UnsafeRawBufferPointer) -> Void) -> Received {
        withUnsafeTemporaryAllocation(byteCount: Self.bytesPerRead, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                return .bytes
            }
            if count == 0 { return .end }
            return errno == EAGAIN || errno == EINTR ? .nothing : .failed(errno: errno)
        }
    }

    /// Writes until everything is written or the socket is full. Returns the number of bytes.
    func send(_ bytes: ArraySlice<UInt8>) -> (taken: Int, result: Sent) {
        var taken = 0
        while taken < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress.map { $0 + taken }, $0.count - taken,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                taken += count
            } else if errno == EAGAIN {
                return (taken, .full)
            } else if errno != EINTR {
                return (taken, .failed(errno: errno))
            }
        }
        return (taken, .everything)
    }
}
