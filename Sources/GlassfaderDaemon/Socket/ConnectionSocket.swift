import EventLoop
import Glibc

/// The descriptor of a connection: bytes in and bytes out, neither of which waits.
final class ConnectionSocket {
    /// What came of reading.
    enum Received {
        /// Some bytes.
        case bytes
        /// Nothing is there.
        case nothing
        /// The client sends nothing more.
        case end
        /// The client is gone.
        case failed
    }

    /// What came of writing.
    enum Sent {
        /// The socket took everything.
        case everything
        /// The socket is full.
        case full
        /// The client is gone.
        case failed
    }

    private static let bytesPerRead = 4096
    /// How much is read and dropped at the end: more than the kernel keeps for a socket as a rule.
    private static let mostBytesUnread = 512 * 1024

    private let descriptor: Int32
    private var source: EventSource?
    private var interest: Readiness = .readable

    /// Owns a descriptor, non-blocking, and closes it when it is released.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        source = nil
        // The client would see a broken connection in place of the end if something of what it
        // sent were unread.
        for _ in 0..<Self.mostBytesUnread / Self.bytesPerRead {
            guard case .bytes = receive({ _ in }) else { break }
        }
        close(descriptor)
    }

    /// Has `ready` called when the client sends something, and later for whatever the socket is
    /// watched for.
    ///
    /// - Throws: `EventLoopError`.
    func open(on loop: EventLoop, _ ready: @escaping (Readiness) throws -> Void) throws {
        source = try loop.ready(descriptor, for: interest, ready)
    }

    /// Has the event loop watch the socket for what a connection's state asks for.
    ///
    /// - Throws: `EventLoopError`.
    func watch(for state: ConnectionState) throws {
        var wanted: Readiness = []
        if state.isRead { wanted.insert(.readable) }
        if state.awaitsRoom { wanted.insert(.writable) }
        guard wanted != interest else { return }
        interest = wanted
        try source?.watch(for: wanted)
    }

    /// Reads what is there, at most 4096 bytes, and hands it to `take`.
    func receive(_ take: (UnsafeMutableRawBufferPointer.SubSequence) -> Void) -> Received {
        withUnsafeTemporaryAllocation(byteCount: Self.bytesPerRead, alignment: 1) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                take(buffer[..<count])
                return .bytes
            }
            if count == 0 { return .end }
            return errno == EAGAIN || errno == EINTR ? .nothing : .failed
        }
    }

    /// Writes as much of some bytes as the socket takes, and returns how much that is.
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
                return (taken, .failed)
            }
        }
        return (taken, .everything)
    }
}
