import EventLoop
import GlassfaderBridge
import Glibc

/// The sockets for packets: the one of `listen`, those that the service manager has passed, and,
/// for engines that none of these reach, own ones.
final class OSCSockets {
    /// Called when a packet or an error has arrived.
    var onReadable: (DatagramSocket) -> Void = { _ in }

    private let loop: EventLoop
    private var sockets: [(socket: DatagramSocket, source: EventSource)] = []

    /// - Parameters:
    ///   - passed: The sockets of the service manager, which stay open.
    ///   - found: The address of `listen`, if that is a name.
    init(
        _ loop: EventLoop, passed: [DatagramSocket], listen: OSCEndpoint?,
        at found: SocketAddress? = nil
    ) throws {
        self.loop = loop
        var passed = passed
        if let listen {
            guard let address = found ?? listen.address else {
                throw BridgeProblem(
                    "'listen': there is no host of '\(listen)'" + Sandbox.advice)
            }
            if let index = passed.firstIndex(where: { $0.listens(at: address) }) {
                try add(passed.remove(at: index))
            } else {
                do {
                    try add(DatagramSocket(address, path: listen.path))
                } catch {
                    throw BridgeProblem("'listen': cannot use \(listen): \(error)")
                }
            }
        }
        for socket in passed { try add(socket) }
    }

    private func add(_ socket: DatagramSocket) throws {
        let source = try loop.ready(socket.descriptor, for: .readable) { [unowned self] _ in
            onReadable(socket)
        }
        sockets.append((socket, source))
    }

    /// The socket that packets to an address are sent from.
    func socket(to address: SocketAddress) -> DatagramSocket? {
        sockets.first { $0.socket.reaches(address) }?.socket
    }

    /// Makes a socket if none reaches an address: that of an engine on this machine is closed to
    /// all others.
    func open(to address: SocketAddress) throws {
        guard socket(to: address) == nil else { return }
        let own = SocketAddress(unnamedOf: address.family)
        try add(DatagramSocket(address.isLoopback ? own.loopback : own))
    }
}

extension OSCEndpoint {
    /// The file of a socket in the file system; `nil` for any other.
    fileprivate var path: String? { if case .unix(let path) = self { path } else { nil } }
}
