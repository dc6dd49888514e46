import Glibc

/// An address of a socket, as the kernel has it.
struct SocketAddress: Hashable, CustomStringConvertible {
    /// The bytes of a `sockaddr_in`, `sockaddr_in6` or `sockaddr_un`.
    let bytes: [UInt8]

    /// Creates an address from the kernel's bytes.
    init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The address of a host by its number; `nil` for a name.
    init?(host: String, port: UInt16, type: __socket_type) {
        guard let address = Self.all(of: host, port: port, type: type, isNumber: true).first else {
            return nil
        }
        self = address
    }

    /// The addresses of a host, the best one first; empty if there is none, or no name server now.
    ///
    /// For a name, this waits for the name server.
    static func all(
        of host: String, port: UInt16, type: __socket_type, isNumber: Bool = false
    ) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(type.rawValue)
        hints.ai_flags = AI_NUMERICSERV | (isNumber ? AI_NUMERICHOST : 0)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        var addresses: [SocketAddress] = []
        var next = found
        while let entry = next?.pointee, addresses.count < mostOfHost {
            if let address = entry.ai_addr {
                addresses.append(
                    SocketAddress(
                        bytes: UnsafeRawBufferPointer(
                            start: address, count: Int(entry.ai_addrlen))))
            }
            next = entry.ai_next
        }
        return addresses
    }

    /// A host with more addresses than this is tried at the first ones.
    static let mostOfHost = 8

    /// The address of a socket in the file system.
    init(path: String) {
        // As long as the kernel has it of the packets from there.
        let family = withUnsafeBytes(of: sa_family_t(AF_UNIX)) { Array($0) }
        self.init(bytes: family + path.utf8 + [0])
    }

    /// The address that a socket has.
    init(nameOf descriptor: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        let count = status == 0 ? Int(length) : 0
        self.init(bytes: withUnsafeBytes(of: storage) { $0.prefix(min(count, $0.count)) })
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

    /// The host and the port in numbers, or the path.
    var description: String {
        guard port != nil else {
            let path = bytes.dropFirst(2).prefix { $0 != 0 }
            return path.isEmpty ? "a socket without a name" : String(decoding: path, as: UTF8.self)
        }
        var (host, service) = ([CChar](repeating: 0, count: 64), [CChar](repeating: 0, count: 8))
        let status = unmapped.bytes.withUnsafeBytes { address in
            getnameinfo(
                address.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(address.count), &host, socklen_t(host.count), &service,
                socklen_t(service.count), NI_NUMERICHOST | NI_NUMERICSERV)
        }
        guard status == 0 else { return "an unknown address" }
        func text(_ characters: [CChar]) -> String {
            String(
                decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
                as: UTF8.self)
        }
        return unmapped.family == AF_INET6
            ? "[\(text(host))]:\(text(service))" : "\(text(host)):\(text(service))"
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

    /// The port, in the order of the network; `nil` for a socket in the file system.
    var port: ArraySlice<UInt8>? {
        family == AF_INET || family == AF_INET6 ? bytes[2..<4] : nil
    }

    /// Whether it is any address of this machine.
    var isUnspecified: Bool { port != nil && host.allSatisfy { $0 == 0 } }

    /// An address of IPv4 as a socket of IPv6 has it; any other as it is.
    var mapped: SocketAddress {
        guard family == AF_INET else { return self }
        var address = SocketAddress(unnamedOf: AF_INET6).bytes
        address.replaceSubrange(2..<4, with: bytes[2..<4])
        address.replaceSubrange(8..<24, with: Self.mapping + bytes[4..<8])
        return SocketAddress(bytes: address)
    }

    /// The address of IPv4 that this one stands for; any other as it is.
    var unmapped: SocketAddress {
        guard family == AF_INET6, host.starts(with: Self.mapping) else { return self }
        var address = SocketAddress(unnamedOf: AF_INET).bytes
        address.replaceSubrange(2..<4, with: bytes[2..<4])
        address.replaceSubrange(4..<8, with: bytes[20..<24])
        return SocketAddress(bytes: address)
    }

    /// The beginning of mapped addresses (RFC 4291, 2.5.5.2).
    private static let mapping: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

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
