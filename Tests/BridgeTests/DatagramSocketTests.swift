import GlassfaderBridge
import Glibc
import Testing

@testable import EventLoop
@testable import glassfader_osc

@Suite struct DatagramSocketTests {
    /// Any address of this machine, in both families, as a socket unit has it.
    private static let anyAddress = SocketAddress(unnamedOf: AF_INET6)
    private static let loopback = SocketAddress(unnamedOf: AF_INET).loopback

    /// A socket as the service manager makes it: blocking, and of both families if it is of IPv6.
    private static func passed(_ address: SocketAddress, type: __socket_type = SOCK_DGRAM) -> Int32
    {
        let descriptor = socket(address.family, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var off: Int32 = 0
        if address.family == AF_INET6 {
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, 4)
        }
        #expect(address.withSockaddr { bind(descriptor, $0, $1) } == 0)
        return descriptor
    }

    private static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

    /// An address whose port nobody has any more.
    private static func unusedAddress(like address: SocketAddress) throws -> SocketAddress {
        let socket = try DatagramSocket(address)
        return withExtendedLifetime(socket) { SocketAddress(nameOf: socket.descriptor) }
    }

    /// The packet that is on its way to a socket.
    private static func packet(for socket: DatagramSocket) -> DatagramSocket.Packet? {
        var interest = pollfd(descriptor: socket.descriptor)
        poll(&interest, 1, 5000)
        return socket.receive()
    }

    @Test func `an address of IPv4 is mapped and back`() throws {
        let address = try #require(
            SocketAddress(host: "192.168.1.50", port: 10023, type: SOCK_DGRAM))
        let mapped = try #require(
            SocketAddress(host: "::ffff:192.168.1.50", port: 10023, type: SOCK_DGRAM))
        #expect(address.mapped == mapped)
        #expect(mapped.unmapped == address)
        #expect(mapped.mapped == mapped)
        #expect(address.unmapped == address)
        let other = try #require(SocketAddress(host: "fe80::1", port: 1, type: SOCK_DGRAM))
        #expect(other.unmapped == other)
    }

    @Test func `a socket of both families reaches engines of each`() throws {
        let descriptor = Self.passed(Self.anyAddress)
        defer { close(descriptor) }
        let own = try DatagramSocket(passed: descriptor)
        for address in [Self.loopback, SocketAddress(unnamedOf: AF_INET6).loopback] {
            let engine = try DatagramSocket(address)
            #expect(try own.send([1, 2, 3], to: SocketAddress(nameOf: engine.descriptor)))
            let heard = try #require(Self.packet(for: engine))
            #expect(Array(heard.bytes) == [1, 2, 3])
            #expect(try engine.send([4], to: heard.sender))
            let reply = try #require(Self.packet(for: own))
            #expect(Array(reply.bytes) == [4])
            #expect(reply.sender == SocketAddress(nameOf: engine.descriptor))
        }
        #expect(!own.reaches(SocketAddress(path: "/run/engine")))
    }

    @Test func `a packet that is refused names its receiver, of either family`() throws {
        let descriptor = Self.passed(Self.anyAddress)
        defer { close(descriptor) }
        let own = try DatagramSocket(passed: descriptor)
        for address in [Self.loopback, SocketAddress(unnamedOf: AF_INET6).loopback] {
            let gone = try Self.unusedAddress(like: address)
            #expect(try own.send([0], to: gone))
            var interest = pollfd(descriptor: descriptor)
            poll(&interest, 1, 5000)
            #expect(own.receiveError() == gone)
            _ = own.receive()
        }
    }

    @Test func `a socket on loopback reaches this machine alone`() throws {
        let own = try DatagramSocket(Self.loopback)
        #expect(own.reaches(Self.loopback))
        let console = try #require(
            SocketAddress(host: "192.168.1.50", port: 10023, type: SOCK_DGRAM))
        #expect(!own.reaches(console))
        #expect(try DatagramSocket(SocketAddress(unnamedOf: AF_INET)).reaches(console))
    }

    @Test func `a socket of the service manager stays open`() throws {
        let descriptor = Self.passed(Self.loopback)
        defer { close(descriptor) }
        do {
            let passed = try DatagramSocket(passed: descriptor)
            #expect(passed.receive() == nil)
        }
        #expect(Self.isOpen(descriptor))
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test func `a stream of the service manager is refused`() throws {
        let descriptor = Self.passed(Self.loopback, type: SOCK_STREAM)
        defer { close(descriptor) }
        let error = try #require(throws: SocketError.self) {
            try DatagramSocket(passed: descriptor)
        }
        #expect("\(error)".contains("ListenDatagram="))
    }

    @Test func `the address to listen on may be one that was passed`() throws {
        let descriptor = Self.passed(Self.anyAddress)
        defer { close(descriptor) }
        let passed = try DatagramSocket(passed: descriptor)
        let port = try #require(SocketAddress(nameOf: descriptor).port)
        let number = port.reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
        for (host, number, isPassed) in [
            ("0.0.0.0", number, true), ("::", number, true), ("127.0.0.1", 0, false),
        ] {
            let sockets = try OSCSockets(
                EventLoop(), passed: [passed], listen: .udp(host: host, port: number))
            let used = try #require(sockets.socket(to: Self.loopback))
            #expect((used.descriptor == descriptor) == isPassed, "\(host)")
        }
    }

    @Test func `an engine that no socket reaches gets one`() throws {
        let console = try #require(
            SocketAddress(host: "192.168.1.50", port: 10023, type: SOCK_DGRAM))
        let sockets = try OSCSockets(EventLoop(), passed: [], listen: nil)
        for address in [Self.loopback, console, SocketAddress(path: "/run/engine")] {
            #expect(sockets.socket(to: address) == nil)
            try sockets.open(to: address)
            let own = try #require(sockets.socket(to: address))
            #expect(
                SocketAddress(nameOf: own.descriptor).isLoopback == (address != console))
            try sockets.open(to: address)
            #expect(sockets.socket(to: address) === own)
        }
    }

    @Test func `a socket in the file system has the address that its packets come from`() throws {
        let path = "/tmp/glassfader-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        let engine = try DatagramSocket(SocketAddress(path: path), path: path)
        let own = try DatagramSocket(SocketAddress(unnamedOf: AF_UNIX))
        #expect(try engine.send([1], to: SocketAddress(nameOf: own.descriptor)))
        // A packet is no error.
        #expect(own.receiveError() == nil)
        #expect(try #require(Self.packet(for: own)).sender == SocketAddress(path: path))
    }
}

extension pollfd {
    /// Waits for a packet or an error.
    fileprivate init(descriptor: Int32) {
        self.init(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }
}
