import Glibc

/// Where an engine listens, or where this program does.
enum OSCEndpoint: Hashable, CustomStringConvertible {
    case udp(host: String, port: UInt16)
    case tcp(host: String, port: UInt16)
    /// A datagram socket in the file system.
    case unix(path: String)

    /// What is expected of a text, for messages.
    static let form =
        "HOST:PORT, osc.udp://HOST:PORT, osc.tcp://HOST:PORT or osc.unix:///PATH"

    /// Reads `127.0.0.1:3819`, `[::1]:3819`, or a URL as liblo has them. Without a port, it is
    /// `port`.
    init?(_ text: String, port: UInt16?) {
        var rest = text[...]
        var isStream = false
        if let path = text.removing(prefix: "osc.unix://") {
            guard path.hasPrefix("/"), path.utf8.count < 108 else { return nil }
            self = .unix(path: String(path))
            return
        }
        if let address = text.removing(prefix: "osc.tcp://") {
            isStream = true
            rest = address
        } else if let address = text.removing(prefix: "osc.udp://") {
            rest = address
        }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        var host = rest
        var number = port
        if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]"),
            rest.hasPrefix("[") || rest.firstIndex(of: ":") == colon
        {
            host = rest[..<colon]
            guard let written = UInt16(rest[rest.index(after: colon)...]) else { return nil }
            number = written
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard let number, !host.isEmpty, !host.contains("/"), !host.contains(" ") else {
            return nil
        }
        self =
            isStream
            ? .tcp(host: String(host), port: number) : .udp(host: String(host), port: number)
    }

    /// The port; `nil` for a socket in the file system.
    var port: UInt16? {
        switch self {
        case .udp(_, let port), .tcp(_, let port): port
        case .unix: nil
        }
    }

    var description: String {
        switch self {
        case .udp(let host, let port): "\(Self.written(host)):\(port)"
        case .tcp(let host, let port): "osc.tcp://\(Self.written(host)):\(port)"
        case .unix(let path): "osc.unix://\(path)"
        }
    }

    /// A number of IPv6 is in brackets.
    private static func written(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// The address for the kernel; `nil` for a host by name, which must be looked up.
    var address: SocketAddress? {
        switch self {
        case .udp(let host, let port): SocketAddress(host: host, port: port, type: SOCK_DGRAM)
        case .tcp(let host, let port): SocketAddress(host: host, port: port, type: SOCK_STREAM)
        case .unix(let path): SocketAddress(path: path)
        }
    }

    /// The addresses for the kernel; empty if the host is unknown now. For a host by name, this
    /// waits for the name server.
    func lookUp() -> [SocketAddress] {
        switch self {
        case .udp(let host, let port): SocketAddress.all(of: host, port: port, type: SOCK_DGRAM)
        case .tcp(let host, let port): SocketAddress.all(of: host, port: port, type: SOCK_STREAM)
        case .unix(let path): [SocketAddress(path: path)]
        }
    }
}

extension String {
    fileprivate func removing(prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
