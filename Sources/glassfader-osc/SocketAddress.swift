import Glibc

/// An address of a socket, as the kernel has it.
struct SocketAddress: Hashable {
    /// The bytes of a `sockaddr_in`, `sockaddr_in6` or `sockaddr_un`.
    let bytes: [UInt8]

    /// Creates an address from the kernel's bytes.
    init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Looks up a host by name or number; `nil` if there is none, or no name server now.
    init?(host: String, port: UInt16, type: __socket_type) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(type.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let first = found else {
            return nil
        }
        defer { freeaddrinfo(found) }
        guard let address = first.pointee.ai_addr else { return nil }
        self.init(
            bytes: UnsafeRawBufferPointer(start: address, count: Int(first.pointee.ai_addrlen)))
    }

    /// The address of a socket in the file system.
    init(path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            room.copyBytes(from: path.utf8.prefix(room.count - 1))
        }
        self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
    }

    /// An address of this machine that the kernel chooses.
    init(unnamedOf family: Int32) {
        var bytes = [UInt8](
            repeating: 0,
            count: family == AF_INET6
                ? MemoryLayout<sockaddr_in6>.size
                : family == AF_INET ? MemoryLayout<sockaddr_in>.size : 2)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: sa_family_t(family), as: sa_family_t.self)
        }
        self.init(bytes: bytes)
    }

    /// `AF_INET`, `AF_INET6` or `AF_UNIX`.
    var family: Int32 {
        bytes.count < 2
            ? AF_UNSPEC : Int32(bytes.withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) })
    }

    /// Without the port: the host's address.
    var host: ArraySlice<UInt8> {
        switch family {
        case AF_INET: bytes[4..<8]
        case AF_INET6: bytes[8..<24]
        default: bytes[...]
        }
    }

    /// Whether it is this machine's own, reached without a network.
    var isLoopback: Bool {
        switch family {
        case AF_INET: bytes[4] == 127
        case AF_INET6: host.dropLast().allSatisfy { $0 == 0 } && host.last == 1
        default: true
        }
    }

    /// The same family's loopback, with a port that the kernel chooses.
    var loopback: SocketAddress {
        var address = SocketAddress(unnamedOf: family).bytes
        if family == AF_INET { address.replaceSubrange(4..<8, with: [127, 0, 0, 1]) }
        if family == AF_INET6 { address[23] = 1 }
        return SocketAddress(bytes: address)
    }

    /// Calls a function of the C library with the address.
    func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes.prefix($0.count)) }
        return withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(bytes.count))
            }
        }
    }
}
