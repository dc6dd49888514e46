import EventLoop
import Glibc

/// A failed call of a socket.
struct SocketError: Error, Equatable, CustomStringConvertible {
    /// What failed: "send to 127.0.0.1:3819".
    var operation: String
    /// The error number.
    var errno: Int32

    var description: String {
        "cannot \(operation): \(String(cString: strerror(errno)))"
            + (errno == EAFNOSUPPORT ? Sandbox.advice : "")
    }
}

/// A socket for packets, by UDP or in the file system. It never blocks.
final class DatagramSocket {
    /// Readable when a packet or an error has arrived.
    let descriptor: Int32

    /// The longest packet: that of UDP.
    private static let longest = 65_536
    private lazy var buffer = [UInt8](repeating: 0, count: Self.longest)
    /// Its own address.
    private let name: SocketAddress
    /// Whether a socket of IPv6 has the addresses of IPv4 too, which are then mapped.
    private let isDualStack: Bool
    /// Whether it is the service manager's, and stays open.
    private let isPassed: Bool
    /// The file that this socket has made.
    private let path: String?

    /// Makes a socket with an address of its own.
    convenience init(_ address: SocketAddress, path: String? = nil) throws(SocketError) {
        let type = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(address.family, Int32(type), 0)
        guard descriptor >= 0 else { throw SocketError(operation: "make a socket", errno: errno) }
        if let path, Self.isAbandoned(path, address, descriptor) { unlink(path) }
        guard address.withSockaddr({ bind(descriptor, $0, $1) }) == 0 else {
            let reason = errno
            close(descriptor)
            throw SocketError(operation: "listen", errno: reason)
        }
        self.init(descriptor, isPassed: false, path: path)
    }

    /// Whether a file is a socket that no program has open any more. No other file may go.
    private static func isAbandoned(
        _ path: String, _ address: SocketAddress, _ descriptor: Int32
    ) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
        return address.withSockaddr { connect(descriptor, $0, $1) } != 0 && errno == ECONNREFUSED
    }

    /// Takes a socket that the service manager has made, and leaves it open.
    convenience init(passed descriptor: Int32) throws(SocketError) {
        guard Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_DGRAM.rawValue) else {
            throw SocketError(
                operation: "send packets by the socket of the socket unit, which needs "
                    + "ListenDatagram=", errno: EPROTOTYPE)
        }
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw SocketError(operation: "use the socket of the socket unit", errno: errno)
        }
        self.init(descriptor, isPassed: true, path: nil)
    }

    private init(_ descriptor: Int32, isPassed: Bool, path: String?) {
        self.descriptor = descriptor
        self.isPassed = isPassed
        self.path = path
        name = SocketAddress(nameOf: descriptor)
        isDualStack =
            name.family == AF_INET6
            && Self.option(IPV6_V6ONLY, at: Int32(IPPROTO_IPV6), of: descriptor) == 0
        // Errors name the packet that they are about, also without a connection.
        var on: Int32 = 1
        if name.family == AF_INET || isDualStack {
            setsockopt(descriptor, Int32(IPPROTO_IP), IP_RECVERR, &on, 4)
        }
        if name.family == AF_INET6 {
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_RECVERR, &on, 4)
        }
    }

    deinit {
        if !isPassed { close(descriptor) }
        if let path { unlink(path) }
    }

    private static func option(
        _ option: Int32, at level: Int32 = SOL_SOCKET, of descriptor: Int32
    ) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(4)
        return getsockopt(descriptor, level, option, &value, &length) == 0 ? value : nil
    }

    /// Whether packets to an address can be sent from here.
    func reaches(_ address: SocketAddress) -> Bool {
        guard hasAddresses(of: address.family) else { return false }
        return address.isLoopback || !name.isLoopback
    }

    /// Whether packets to an address, and to no other, arrive here.
    func listens(at address: SocketAddress) -> Bool {
        if name == address { return true }
        return hasAddresses(of: address.family) && name.isUnspecified && address.isUnspecified
            && name.port == address.port
    }

    private func hasAddresses(of family: Int32) -> Bool {
        name.family == family || isDualStack && family == AF_INET
    }

    /// Sends a packet. Returns false if there is no room for it.
    func send(_ packet: [UInt8], to address: SocketAddress) throws(SocketError) -> Bool {
        let address = isDualStack ? address.mapped : address
        var count = 0
        // sendto() may report the error of an earlier packet to another address: try again. See
        // receiveError().
        for _ in 0..<(name.family == AF_UNIX ? 1 : 4) {
            count = packet.withUnsafeBytes { bytes in
                address.withSockaddr {
                    sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
                }
            }
            guard count < 0, [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(errno) else {
                break
            }
        }
        if count < 0, ![EAGAIN, EINTR, ENOBUFS].contains(errno) {
            throw SocketError(operation: "send", errno: errno)
        }
        return count >= 0
    }

    /// A received packet and its sender.
    struct Packet {
        var bytes: ArraySlice<UInt8>
        var sender: SocketAddress
    }

    /// The next packet; `nil` if there is none. Skips errors of earlier packets.
    func receive() -> Packet? {
        for _ in 0..<16 {
            if let packet = receive(flags: 0) { return packet }
            guard errno != EAGAIN else { return nil }
        }
        return nil
    }

    /// The receiver of a packet that did not arrive; `nil` if there is no more.
    func receiveError() -> SocketAddress? {
        // Unix sockets report the error at once, and would return packets here.
        name.family == AF_UNIX ? nil : receive(flags: Int32(MSG_ERRQUEUE))?.sender
    }

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
            SocketAddress(bytes: $0.prefix(min(Int(length), $0.count))).unmapped
        }
        return Packet(bytes: buffer[..<count], sender: sender)
    }
}
