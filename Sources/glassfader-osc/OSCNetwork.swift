import EventLoop
import GlassfaderBridge
import Glibc

/// The connections to the engines: sockets, and what keeps subscriptions alive.
///
/// All engines get the same messages. An engine is there if it answers the dialect's probe. Without
/// a probe, it is there until a packet for it is refused or, by TCP, as long as the connection.
final class OSCNetwork {
    /// The engines to connect to, and the messages to send them.
    struct Options: Equatable {
        var endpoints: [OSCEndpoint]
        var listen: OSCEndpoint?
        /// The address of `listen`, if that is a name.
        var listenAddress: SocketAddress?
        var hello: [OSCMessage] = []
        var renew: [OSCMessage] = []
        var renewInterval = Duration.seconds(8)
        /// The addresses of what an engine sends all the time, once it was asked for.
        var streams: Set<String> = []
        var probe: OSCMessage?
        var probeInterval = Duration.seconds(1)
        /// The address of the answer to the probe of an engine that was started again.
        var fresh: String?
        var bundles = true
    }

    /// Called with each message of an engine, and its place among the endpoints.
    var onMessage: (OSCMessage, Int) -> Void = { _, _ in }
    /// Called when an engine is there.
    var onConnected: (Int) -> Void = { _ in }
    /// Called when an engine is gone.
    var onLost: (Int) -> Void = { _ in }
    /// Called after each renewal of an engine's subscriptions.
    var onRenewed: (Int) -> Void = { _ in }

    let loop: EventLoop
    let log: BridgeLog
    let options: Options
    let sockets: OSCSockets
    let hosts: HostLookup
    var peers: [Peer]
    var probeTimer: EventSource?
    var renewTimer: EventSource?

    /// Packets that are read before anything else has a turn.
    private static let mostPackets = 256
    /// Bundles are split at this size.
    private static let longestBundle = 8192

    /// - Parameters:
    ///   - passed: The sockets of the service manager.
    ///   - hosts: What looks up the names of hosts.
    init(
        _ loop: EventLoop, _ options: Options, passed: [DatagramSocket], hosts: HostLookup,
        log: BridgeLog
    ) throws {
        self.loop = loop
        self.options = options
        self.hosts = hosts
        self.log = log
        peers = options.endpoints.map { Peer($0) }
        sockets = try OSCSockets(
            loop, passed: passed, listen: options.listen, at: options.listenAddress)
        sockets.onReadable = { [unowned self] in receive($0) }
        probeTimer = try loop.timer(at: loop.now, accuracy: .milliseconds(20)) {
            [unowned self] now in try probe(now)
        }
        renewTimer = try loop.timer(at: nil, accuracy: .milliseconds(50)) {
            [unowned self] now in try renew(now)
        }
    }

    // MARK: Sending

    /// Whether an engine is there.
    func isConnected(_ index: Int) -> Bool { peers[index].isConnected }

    /// Sends messages to an engine, in as few packets as possible. Returns false if it has no room
    /// for all.
    func send(_ messages: [OSCMessage], to index: Int) -> Bool {
        guard peers[index].isConnected else { return true }
        var isWhole = true
        for packet in packets(messages) { isWhole = send(packet, to: index) && isWhole }
        return isWhole
    }

    /// Sends an engine the messages of a new connection again.
    func greet(_ index: Int) {
        for message in options.hello { send(message.bytes, to: index) }
    }

    private func packets(_ messages: [OSCMessage]) -> [[UInt8]] {
        guard options.bundles, messages.count > 1 else { return messages.map(\.bytes) }
        var packets: [[UInt8]] = []
        var bundle: [OSCMessage] = []
        var size = 16
        for message in messages {
            let length = message.bytes.count + 4
            if size + length > Self.longestBundle, !bundle.isEmpty {
                packets.append(OSCMessage.bundle(bundle))
                bundle.removeAll()
                size = 16
            }
            bundle.append(message)
            size += length
        }
        if !bundle.isEmpty { packets.append(OSCMessage.bundle(bundle)) }
        return packets
    }

    @discardableResult
    func send(_ packet: [UInt8], to index: Int) -> Bool {
        do throws(SocketError) {
            var isSent = true
            if let stream = peers[index].stream {
                isSent = try stream.send(packet)
                watch(index)
            } else if let address = peers[index].address {
                isSent = try sockets.socket(to: address)?.send(packet, to: address) ?? true
            }
            if !isSent {
                log.logOnce("packets dropped", "\(peers[index].endpoint) does not read")
            }
            return isSent
        } catch {
            lost(index, error)
            return true
        }
    }

    // MARK: Receiving

    private func receive(_ socket: DatagramSocket) {
        while let address = socket.receiveError() {
            for index in peers.indices where peers[index].address == address {
                lost(index, SocketError(operation: "send", errno: ECONNREFUSED))
            }
        }
        for _ in 0..<Self.mostPackets {
            guard let packet = socket.receive() else { return }
            guard let index = sender(packet.sender) else {
                log.logOnce(
                    "packets from unknown addresses",
                    "dropped a packet from an address that is not in 'send' of [bridges.osc]: "
                        + packet.sender.description)
                continue
            }
            if !peers[index].isConnected { peers[index].use(packet.sender) }
            read(packet.bytes, from: index)
        }
    }

    /// Whether a message means that an engine was restarted.
    private func isFresh(_ message: OSCMessage, _ index: Int) -> Bool {
        options.fresh != nil && message.address == options.fresh && peers[index].isKnown
    }

    /// The engine that has sent a packet. With an address to listen on, an engine may send from
    /// another port.
    private func sender(_ address: SocketAddress) -> Int? {
        if let index = peers.firstIndex(where: { $0.addresses.contains(address) }) { return index }
        guard options.listen != nil else { return nil }
        return peers.firstIndex { $0.address?.host == address.host }
            ?? (address.isLoopback ? peers.indices.first : nil)
    }

    func read(_ packet: ArraySlice<UInt8>, from index: Int) {
        peers[index].lastHeard = loop.now
        if options.probe != nil, !peers[index].isConnected { connected(index) }
        do throws(OSCMessage.MalformedPacket) {
            for message in try OSCMessage.messages(packet) {
                if isFresh(message, index) {
                    log.log("engine \(peers[index].endpoint): started again", .notice)
                    onLost(index)
                    onConnected(index)
                }
                peers[index].isKnown = true
                if options.streams.contains(message.address) { noteStream(from: index) }
                onMessage(message, index)
            }
        } catch {
            log.logOnce("malformed packets", "\(peers[index].endpoint): \(error)")
        }
    }
}
