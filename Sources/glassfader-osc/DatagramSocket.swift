import EventLoop
import Glibc

/// A failed call of a socket.
struct SocketError: Error, Equatable, CustomStringConvertible {
    /// What failed: "send to 127.0.0.1:3819".
    var operation: String
    /// The error number.
    var errno: Int32

    var description: String { "cannot \(operation): \(String(cString: strerror(errno)))" }
}

/// A socket for packets, by UDP or in the file system. It never blocks.
final class DatagramSocket {
    /// Readable when a packet or an error has arrived.
    let descriptor: Int32

    /// The longest packet: that of UDP.
    private static let longest = 65_536
    private var buffer = [UInt8](repeating: 0, count: longest)
    /// The file that this socket has made.
    private let path: String?

    /// Makes a socket with an address of its own.
    init(_ address: SocketAddress, path: String? = nil) throws(SocketError) {
        let type = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        descriptor = socket(address.family, Int32(type), 0)
        self.path = path
        guard descriptor >= 0 else { throw SocketError(operation: "make a socket", errno: errno) }
        // Errors name the packet that they are about, also without a connection.
        var on: Int32 = 1
        if address.family == AF_INET {
            setsockopt(descriptor, Int32(IPPROTO_IP), IP_RECVERR, &on, 4)
        } else if address.family == AF_INET6 {
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_RECVERR, &on, 4)
        }
        if let path { unlink(path) }
        guard address.withSockaddr({ bind(descriptor, $0, $1) }) == 0 else {
            let reason = errno
            close(descriptor)
            throw SocketError(operation: "listen", errno: reason)
        }
    }

    deinit {
        close(descriptor)
        if let path { unlink(path) }
    }

    /// Sends a packet. A full buffer drops it, as the network may.
    func send(_ packet: [UInt8], to address: SocketAddress) throws(SocketError) {
        let count = packet.withUnsafeBytes { bytes in
            address.withSockaddr {
                sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
            }
        }
        if count < 0, errno != EAGAIN, errno != EINTR {
            throw SocketError(operation: "send", errno: errno)
        }
    }

    /// A received packet and its sender.
    struct Packet {
        var bytes: ArraySlice<UInt8>
        var sender: SocketAddress
    }

    /// The next packet; `nil` if there is none. Errors of earlier packets are left out.
    func receive() -> Packet? {
        for _ in 0..<16 {
            if let packet = receive(flags: 0) { return packet }
            guard errno != EAGAIN else { return nil }
        }
        return nil
    }

    /// The receiver of a packet that did not arrive; `nil` if there is no more.
    func receiveError() -> SocketAddress? { receive(flags: Int32(MSG_ERRQUEUE))?.sender }

    private func receive(flags: Int32) -> Packet? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let count = buffer.withUnsafeMutableBytes { bytes in
            withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, bytes.baseAddress, bytes.count, flags, $0, &length)
                }
            }
        }
        guard count >= 0 else { return nil }
        let sender = withUnsafeBytes(of: storage) {
            SocketAddress(bytes: $0.prefix(min(Int(length), $0.count)))
        }
        return Packet(bytes: buffer[..<count], sender: sender)
    }
}
