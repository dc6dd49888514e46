import EventLoop
import GlassfaderBridge
import Glibc

/// The connections to the engines: sockets, and what keeps subscriptions alive.
///
/// All engines get the same messages. An engine is there if it answers the dialect's probe. Without a
/// probe, it is there until a packet for it is refused.
final class OSCNetwork {
    /// The engines to connect to, and the messages to send them.
    struct Options: Equatable {
        var endpoints: [OSCEndpoint]
        var listen: OSCEndpoint?
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
    /// Called after each renewal.
    var onRenewed: () -> Void = {}

    private let loop: EventLoop
    private let log: BridgeLog
    private let options: Options
    private var peers: [Peer]
    private let sockets: OSCSockets
    private var probeTimer: EventSource?
    private var renewTimer: EventSource?
    private var silenceTimer: EventSource?

    /// One engine.
    private struct Peer {
        var endpoint: OSCEndpoint
        var address: SocketAddress?
        var stream: OSCStream?
        var source: EventSource?
        var isConnected = false
        /// Whether its absence was logged.
        var isAbsenceKnown = false
        var lastHeard: Duration?
        /// Whether it has answered since it is there.
        var isKnown = false
        /// When a packet was refused last.
        var lastRefused: Duration?

        /// Whether the system knows if it is there.
        var isStream: Bool { if case .tcp = endpoint { true } else { false } }
    }

    /// Packets that are read before anything else has a turn.
    private static let mostPackets = 256
    /// Bundles are split at this size.
    private static let longestBundle = 8192
    private static let retryInterval = Duration.seconds(1)
    /// Streams that are silent for so long have ended: several of their packets were not just lost.
    private static let longestSilence = Duration.milliseconds(400)

    /// - Parameter passed: The sockets of the service manager.
    init(
        _ loop: EventLoop, _ options: Options, passed: [DatagramSocket], log: BridgeLog
    ) throws {
        self.loop = loop
        self.options = options
        self.log = log
        peers = options.endpoints.map { Peer(endpoint: $0) }
        sockets = try OSCSockets(loop, passed: passed, listen: options.listen)
        sockets.onReadable = { [unowned self] in receive($0) }
        probeTimer = try loop.timer(at: loop.now, accuracy: .milliseconds(20)) {
            [unowned self] now in try probe(now)
        }
        renewTimer = try loop.timer(at: nil, accuracy: .milliseconds(50)) {
            [unowned self] now in try renew(now)
        }
        // A renewal was lost, or the engine was started again.
        silenceTimer = try loop.timer(at: nil, accuracy: .milliseconds(50)) {
            [unowned self] now in
            try renew(now)
            if peers.contains(where: \.isConnected) {
                try silenceTimer?.fire(at: now + Self.retryInterval)
            }
        }
    }

    // MARK: Sending

    /// Whether an engine is there.
    func isConnected(_ index: Int) -> Bool { peers[index].isConnected }

    /// Sends messages to an engine, in as few packets as possible. Returns false if it has no room for
    /// all.
    func send(_ messages: [OSCMessage], to index: Int) -> Bool {
        guard peers[index].isConnected else { return true }
        var isWhole = true
        for packet in packets(messages) { isWhole = send(packet, to: index) && isWhole }
        return isWhole
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
    private func send(_ packet: [UInt8], to index: Int) -> Bool {
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
        if let index = peers.firstIndex(where: { $0.address == address }) { return index }
        guard options.listen != nil else { return nil }
        return peers.firstIndex { $0.address?.host == address.host }
            ?? (address.isLoopback ? peers.indices.first : nil)
    }

    private func read(_ packet: ArraySlice<UInt8>, from index: Int) {
        peers[index].lastHeard = loop.now
        if options.probe != nil, !peers[index].isStream, !peers[index].isConnected {
            connected(index)
        }
        do throws(OSCMessage.MalformedPacket) {
            for message in try OSCMessage.messages(packet) {
                if isFresh(message, index) {
                    log.log("engine \(peers[index].endpoint): started again", .notice)
                    onLost(index)
                    onConnected(index)
                }
                peers[index].isKnown = true
                if options.streams.contains(message.address) {
                    try? silenceTimer?.fire(at: loop.now + Self.longestSilence)
                }
                onMessage(message, index)
            }
        } catch {
            log.logOnce("malformed packets", "\(peers[index].endpoint): \(error)")
        }
    }

    // MARK: Being there

    private func probe(_ now: Duration) throws {
        for index in peers.indices {
            if peers[index].address == nil { resolve(index) }
            guard peers[index].address != nil else { continue }
            if peers[index].isStream {
                if peers[index].stream == nil { connectStream(index) }
            } else if let probe = options.probe {
                let isSilent = peers[index].lastHeard.map { now - $0 > options.probeInterval * 2.5 }
                if peers[index].isConnected, isSilent ?? true {
                    lost(index, SocketError(operation: "hear it", errno: ETIMEDOUT))
                }
                // An engine may answer only those who have introduced themselves.
                if !peers[index].isConnected {
                    for message in options.hello { send(message.bytes, to: index) }
                }
                send(probe.bytes, to: index)
            } else if !peers[index].isConnected,
                peers[index].lastRefused.map({ now - $0 >= Self.retryInterval / 2 }) ?? true
            {
                connected(index)
            } else if peers[index].isAbsenceKnown, peers[index].isConnected {
                // It got all values, and nothing of them was refused.
                peers[index].isAbsenceKnown = false
                log.log("engine \(peers[index].endpoint): takes packets again", .notice)
            }
        }
        try scheduleProbe()
    }

    private func scheduleProbe() throws {
        if options.probe != nil, peers.contains(where: { !$0.isStream }) {
            try probeTimer?.fire(at: loop.now + options.probeInterval)
        } else if !peers.allSatisfy({ $0.isConnected && !$0.isAbsenceKnown }) {
            try probeTimer?.fire(at: loop.now + Self.retryInterval)
        }
    }

    private func resolve(_ index: Int) {
        guard let address = peers[index].endpoint.resolve() else {
            return reportAbsence(index, "unknown host\(Sandbox.advice)")
        }
        do {
            if !peers[index].isStream { try sockets.open(to: address) }
            peers[index].address = address
        } catch {
            reportAbsence(index, "\(error)")
        }
    }

    private func reportAbsence(_ index: Int, _ reason: String) {
        guard !peers[index].isAbsenceKnown else { return }
        peers[index].isAbsenceKnown = true
        log.log("engine \(peers[index].endpoint): \(reason); trying again", .warning)
    }

    private func connected(_ index: Int) {
        guard !peers[index].isConnected else { return }
        peers[index].isConnected = true
        if options.probe != nil || peers[index].isStream {
            log.log("engine \(peers[index].endpoint): connected", .notice)
            peers[index].isAbsenceKnown = false
        } else if peers[index].lastRefused == nil {
            log.log(
                "engine \(peers[index].endpoint): sending values without knowing whether it "
                    + "answers (the dialect has no probe)")
        }
        // Engines with a probe get the greeting together with it.
        let isGreeted = options.probe != nil && !peers[index].isStream
        let messages = isGreeted ? options.renew : options.hello + options.renew
        for message in messages { send(message.bytes, to: index) }
        // The greeting may have failed.
        guard peers[index].isConnected else { return }
        if !options.renew.isEmpty { try? renewTimer?.fire(at: loop.now + options.renewInterval) }
        onConnected(index)
    }

    private func lost(_ index: Int, _ error: SocketError) {
        peers[index].lastRefused = loop.now
        peers[index].stream = nil
        peers[index].source = nil
        // A name may have another address when the engine is back.
        if peers[index].isStream { peers[index].address = nil }
        reportAbsence(index, "\(error)")
        let wasConnected = peers[index].isConnected
        peers[index].isConnected = false
        peers[index].isKnown = false
        if wasConnected { onLost(index) }
        if probeTimer?.isArmed == false { try? probeTimer?.fire(at: loop.now + Self.retryInterval) }
    }

    private func renew(_ now: Duration) throws {
        guard peers.contains(where: \.isConnected) else { return }
        for index in peers.indices {
            for message in options.renew { _ = send([message], to: index) }
        }
        try renewTimer?.fire(at: now + options.renewInterval)
        onRenewed()
    }

    // MARK: Streams

    private func connectStream(_ index: Int) {
        guard let address = peers[index].address else { return }
        do {
            let stream = try OSCStream(to: address)
            peers[index].stream = stream
            peers[index].source = try loop.ready(stream.descriptor, for: [.readable, .writable]) {
                [unowned self] ready in streamIsReady(index, ready)
            }
        } catch {
            lost(index, error as? SocketError ?? SocketError(operation: "connect", errno: EIO))
        }
    }

    private func streamIsReady(_ index: Int, _ ready: Readiness) {
        guard let stream = peers[index].stream else { return }
        do throws(SocketError) {
            if !stream.isConnected {
                try stream.finishConnecting()
                connected(index)
            }
            if ready.contains(.writable) { try stream.sendUnsent() }
            if ready.contains(.readable) || ready.contains(.hungUp) {
                for packet in try stream.receive() { read(packet, from: index) }
            }
            watch(index)
        } catch {
            lost(index, error)
        }
    }

    private func watch(_ index: Int) {
        guard let stream = peers[index].stream, stream.isConnected else { return }
        try? peers[index].source?.watch(for: stream.hasUnsent ? [.readable, .writable] : .readable)
    }
}
