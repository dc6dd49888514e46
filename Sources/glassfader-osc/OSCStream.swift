import EventLoop
import Glibc

/// A connection by TCP, on which each packet follows its length in four bytes (OSC 1.0).
final class OSCStream {
    /// Ready when data has arrived, and after connecting.
    let descriptor: Int32

    private static let longest = 1 << 20
    /// So long, in milliseconds, the kernel waits for an engine that confirms nothing it was sent.
    private static let longestSilence: Int32 = 10_000
    private var received: [UInt8] = []
    private var unsent: [UInt8] = []
    private(set) var isConnected = false

    /// Begins to connect.
    init(to address: SocketAddress) throws(SocketError) {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        descriptor = socket(address.family, Int32(type), 0)
        guard descriptor >= 0 else { throw SocketError(operation: "make a socket", errno: errno) }
        set(TCP_NODELAY, to: 1)
        // The kernel notices a host that is gone, also while nothing is sent.
        set(TCP_USER_TIMEOUT, to: Self.longestSilence)
        set(SO_KEEPALIVE, at: SOL_SOCKET, to: 1)
        set(TCP_KEEPIDLE, to: 5)
        set(TCP_KEEPINTVL, to: 2)
        set(TCP_KEEPCNT, to: 3)
        guard address.withSockaddr({ connect(descriptor, $0, $1) }) == 0 || errno == EINPROGRESS
        else {
            // deinit closes the socket.
            throw SocketError(operation: "connect", errno: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    private func set(_ option: Int32, at level: Int32 = Int32(IPPROTO_TCP), to value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, 4)
    }

    /// Whether bytes wait for room in the socket.
    var hasUnsent: Bool { !unsent.isEmpty }

    /// Ends connecting, when the socket is writable for the first time.
    func finishConnecting() throws(SocketError) {
        var error: Int32 = 0
        var length = socklen_t(4)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length)
        guard error == 0 else { throw SocketError(operation: "connect", errno: error) }
        isConnected = true
    }

    /// Sends a packet, or keeps it until there is room. Packets beyond a megabyte are dropped, as
    /// an engine that does not read gets the newest values when it does.
    func send(_ packet: [UInt8]) throws(SocketError) -> Bool {
        guard unsent.count + packet.count <= Self.longest else { return false }
        withUnsafeBytes(of: UInt32(packet.count).bigEndian) { unsent += $0 }
        unsent += packet
        try sendUnsent()
        return true
    }

    /// Sends what waits.
    func sendUnsent() throws(SocketError) {
        guard isConnected, !unsent.isEmpty else { return }
        let count = unsent.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count >= 0 {
            unsent.removeFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            throw SocketError(operation: "send", errno: errno)
        }
    }

    /// The packets that have arrived.
    func receive() throws(SocketError) -> [ArraySlice<UInt8>] {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count == 0 { throw SocketError(operation: "receive", errno: ECONNRESET) }
        guard count > 0 else {
            if errno == EAGAIN || errno == EINTR { return [] }
            throw SocketError(operation: "receive", errno: errno)
        }
        received += buffer[..<count]
        var packets: [ArraySlice<UInt8>] = []
        var start = 0
        while received.count - start >= 4 {
            let size = received[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size <= Self.longest else {
                throw SocketError(operation: "receive a packet of \(size) bytes", errno: EMSGSIZE)
            }
            guard received.count - start - 4 >= size else { break }
            packets.append(received[start + 4..<start + 4 + size])
            start += 4 + size
        }
        received.removeFirst(start)
        return packets
    }
}
