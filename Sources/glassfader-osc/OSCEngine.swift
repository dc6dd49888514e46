import EventLoop
import GlassfaderBridge
import GlassfaderClient
import PanelProtocol

/// Engines that speak Open Sound Control.
final class OSCEngine: BridgeEngine {
    private unowned let bridge: Bridge
    private let mode: BridgeMode
    private let folders: [String]
    /// The sockets of the service manager.
    private let passed: [DatagramSocket]

    private var settings = OSCSettings()
    private var network: OSCNetwork?
    private let hosts: HostLookup
    /// The engines, as they are in the panel file.
    private var peers: [OSCPeer] = []
    private var bindings: [String: OSCBinding] = [:]
    /// The engine whose report set each control.
    private var origins: [String: Int] = [:]
    private var receivers = OSCReceivers()
    /// The messages of the present frame.
    private var frame: [(control: String, message: OSCMessage)] = []
    /// Sends the values again that an engine's socket had no room for.
    private var roomTimer: EventSource?
    /// Opens the sockets of the present settings.
    private var socketRetry: EngineRetry?

    private static let roomInterval = Duration.milliseconds(50)

    /// An engine that finds dialects in these folders.
    init(_ bridge: Bridge, mode: BridgeMode, folders: [String]) throws {
        self.bridge = bridge
        self.mode = mode
        self.folders = folders
        hosts = HostLookup(bridge.loop)
        passed =
            mode == .run
            ? try ServiceManager().listenDescriptors.map {
                try DatagramSocket(passed: $0.descriptor)
            }
            : []
        roomTimer = try bridge.loop.timer(at: nil, accuracy: .milliseconds(10)) {
            [unowned self] _ in
            for peer in peers where isReady(peer) { send(peer.takeUnsent(), to: peer) }
        }
    }

    // MARK: The panel file

    func configure(_ panel: BridgePanel) throws(BridgeProblem) -> Bindings {
        let settings = try OSCSettings(panel.settings, folders: folders)
        var map = OSCMap(panel, dialect: settings.dialect)
        map.bind()
        receivers = map.receivers
        bindings = map.bindings
        for peer in peers { peer.forget() }
        origins = origins.filter { bindings[$0.key] != nil }
        if mode == .check {
            map.report(unknownHostsOf: settings)
            return map.report
        }
        var changed = settings
        changed.meterRequests = map.meterRequests
        if mode == .dryRun {
            self.settings = changed
            bridge.engineConnected()
        } else if network == nil || changed != self.settings {
            self.settings = changed
            network = nil
            bridge.engineLost()
            for peer in peers { peer.lost() }
            origins.removeAll()
            do {
                peers = try settings.endpoints.indices.map { number in
                    try OSCPeer(number, bridge.loop, settings.dialect) { [unowned self] in
                        _ = network?.send($0, to: number)
                    }
                }
                socketRetry = try EngineRetry(bridge) { [unowned self] in openSockets() }
            } catch {
                throw BridgeProblem("\(error)")
            }
            openSockets()
        }
        // In a pull, they come with the values.
        if !settings.isPull || settings.dialect.read != nil { askForTitlesAgain() }
        return map.report
    }

    /// Opens the sockets, and tries again until it succeeds: another program may still have the
    /// address, or there is no network yet.
    private func openSockets() {
        guard let listen = settings.listen, listen.address == nil else {
            return openSockets(listeningAt: nil)
        }
        hosts.find(listen) { [unowned self] found in
            if settings.listen == listen, network == nil { openSockets(listeningAt: found.first) }
        }
    }

    private func openSockets(listeningAt address: SocketAddress?) {
        let network: OSCNetwork
        var options = settings.network
        options.listenAddress = address
        do {
            network = try OSCNetwork(
                bridge.loop, options, passed: passed, hosts: hosts, log: bridge.log)
        } catch {
            socketRetry?.failed("OSC", "\(error)")
            return
        }
        socketRetry?.stop()
        network.onMessage = { [unowned self] in receive($0, from: peers[$1]) }
        network.onConnected = { [unowned self] in connected(peers[$0]) }
        network.onLost = { [unowned self] in lost(peers[$0]) }
        network.onRenewed = { [unowned self] in verify(peers[$0]) }
        self.network = network
    }

    // MARK: The engine

    /// The first connected engine. It names the strips, and in a pull the panel gets its values.
    private var leader: OSCPeer? { peers.first { network?.isConnected($0.number) == true } }

    private func decides(_ peer: OSCPeer) -> Bool { settings.isPull && peer === leader }

    private func connected(_ peer: OSCPeer) {
        peer.noteGreeting()
        askForTitles()
        if settings.dialect.helloTime > .zero, !decides(peer) {
            dump(peer)
        } else if isAlone(peer) || decides(peer) {
            bridge.engineConnected()
        } else {
            sendAll(to: peer)
        }
    }

    /// Ignores the values that an engine sends after a greeting, then sends it those of the panel.
    private func dump(_ peer: OSCPeer) {
        peer.dump { [unowned self] peer in
            // Its own are not taken, also if it is the only one now.
            if settings.isPull || !isAlone(peer) { sendAll(to: peer) }
            if isAlone(peer) { bridge.engineConnected() }
        }
    }

    /// Whether an engine is there and takes values.
    private func isReady(_ peer: OSCPeer) -> Bool {
        network?.isConnected(peer.number) == true && !peer.isDumping
    }

    /// Whether no other engine takes values.
    private func isAlone(_ peer: OSCPeer) -> Bool { !peers.contains { $0 !== peer && isReady($0) } }

    private func lost(_ peer: OSCPeer) {
        peer.lost()
        guard !isAlone(peer) else { return bridge.engineLost() }
        // It was the leader, and now another one is.
        if let leader, peer.number < leader.number { askForTitlesAgain() }
    }

    func panelLost() {}

    func close() {
        network = nil
    }

    // MARK: To the engine

    func send(_ value: BridgeValue, of control: String) {
        guard let binding = bindings[control], let message = binding.message(value) else { return }
        origins[control] = nil
        for peer in peers where isReady(peer) {
            peer.noteSent(value, message, of: control, binding)
        }
        frame.append((control, message))
    }

    func endFrame() {
        if mode == .dryRun {
            for (_, message) in frame { bridge.printLine(message.text) }
        }
        for peer in peers where isReady(peer) { send(frame, to: peer) }
        frame.removeAll(keepingCapacity: true)
    }

    private func send(_ messages: [(control: String, message: OSCMessage)], to peer: OSCPeer) {
        guard network?.send(messages.map(\.message), to: peer.number) == false else { return }
        // It has no room for them.
        peer.waitForRoom(messages.map(\.control))
        if roomTimer?.isArmed == false {
            try? roomTimer?.fire(at: bridge.loop.now + Self.roomInterval)
        }
    }

    /// Sends the panel's values to one engine that has other values.
    private func send(_ controls: [String], to peer: OSCPeer, isRelay: Bool = false) {
        var messages: [(String, OSCMessage)] = []
        for control in controls {
            guard let binding = bindings[control], let value = bridge.value(of: control),
                let message = binding.message(value)
            else { continue }
            peer.noteSent(value, message, of: control, binding, isRelay: isRelay)
            messages.append((control, message))
        }
        send(messages, to: peer)
    }

    private func sendAll(to peer: OSCPeer) { send(bindings.keys.sorted(), to: peer) }

    /// Relays a value that one engine reported and the panel accepted.
    func panelEvent(_ event: PanelEvent) {
        guard case .valueChanged(let change) = event, change.source == "feedback",
            let origin = origins[change.control]
        else { return }
        relay(change.control, from: origin)
    }

    /// Sends the panel's value to the engines that do not have it, except to the one that reported
    /// it.
    private func relay(_ control: String, from origin: Int) {
        guard peers.count > 1, let binding = bindings[control],
            let value = bridge.value(of: control)
        else { return }
        for peer in peers where isReady(peer) && peer.number != origin {
            if !peer.has(value, of: control, binding) {
                send([control], to: peer, isRelay: true)
            }
        }
    }

    func readAll() {
        guard let leader else { return }
        if settings.dialect.read != nil {
            readAll(from: leader)
        } else if !leader.isGreeted {
            greet(leader)
        }
    }

    /// An engine that cannot be asked sends all that it has after a greeting.
    private func greet(_ peer: OSCPeer) {
        peer.noteGreeting()
        network?.greet(peer.number)
    }

    private func readAll(from peer: OSCPeer) {
        for control in bindings.keys.sorted() { ask(control, peer) }
    }

    private func ask(_ control: String, _ peer: OSCPeer) {
        guard let question = bindings[control].flatMap(settings.dialect.question) else { return }
        peer.ask(control, question)
    }

    /// Compares everything with an engine that may have lost packets.
    private func verify(_ peer: OSCPeer) {
        guard settings.dialect.readsBack, isReady(peer) else { return }
        readAll(from: peer)
        if peer === leader { askForTitles() }
    }

    private func askForTitles() {
        guard settings.dialect.read != nil, let leader else { return }
        for address in receivers.titles {
            guard let question = OSCMessage(words: address) else { continue }
            leader.ask(address, question)
        }
    }

    /// Asks for the titles after a reload, or those of another leader. An engine that cannot be
    /// asked is greeted again.
    private func askForTitlesAgain() {
        guard settings.dialect.read == nil else { return askForTitles() }
        guard !settings.dialect.hello.isEmpty, !receivers.titles.isEmpty, let leader else { return }
        greet(leader)
        if settings.dialect.helloTime > .zero { dump(leader) }
    }

    // MARK: From the engine

    private func receive(_ message: OSCMessage, from peer: OSCPeer) {
        let dialect = settings.dialect
        if [dialect.answer, dialect.fresh].contains(message.address) { return }
        if message.address == settings.dialect.appears { return appears(message, at: peer) }
        let addresses = receivers.addresses(matching: message.address)
        guard !addresses.isEmpty else {
            return bridge.log.logOnce(
                "messages for nothing",
                "dropped \(message.text.prefix(100)): nothing is bound to it")
        }
        var isUsed = false
        for address in addresses {
            let message = OSCMessage(address, message.arguments)
            for target in receivers.targets[address] ?? [] {
                isUsed = receive(message, for: target, from: peer) || isUsed
            }
        }
        if !isUsed {
            bridge.log.logOnce(
                "messages that do not fit",
                "dropped \(message.text.prefix(100)): other arguments were expected")
        }
    }

    /// Handles one use of a message. Returns whether the message is fit for it.
    private func receive(
        _ message: OSCMessage, for target: OSCReceivers.Target, from peer: OSCPeer
    ) -> Bool {
        // The engines have the same strips: the panel shows those of one.
        let isShown = peer === leader
        switch target {
        case .value(let control):
            return receive(message, control, from: peer)
        case .meter(let control, let binding, let rule):
            guard let values = binding.values(in: message) else { return false }
            let levels = rule.levels(in: values, channels: binding.control.channels)
            if isShown, !levels.isEmpty { bridge.engineReportedLevels([control: levels]) }
        case .blob(let blob):
            let levels = blob.levels(in: message)
            guard !levels.isEmpty else { return false }
            if isShown { bridge.engineReportedLevels(levels) }
        case .label(let strip, let leading):
            guard let text = message.arguments(after: leading)?.first?.text else { return false }
            peer.answered(OSCMessage(message.address, leading).text)
            if isShown { bridge.engineReportedTitle(of: strip, label: text) }
        case .color(let strip, let leading, let colors):
            guard let color = message.arguments(after: leading)?.first?.color(colors) else {
                return false
            }
            peer.answered(OSCMessage(message.address, leading).text)
            if isShown { bridge.engineReportedTitle(of: strip, color: color) }
        }
        return true
    }

    /// A new object in the engine has no values yet, or other ones.
    private func appears(_ message: OSCMessage, at peer: OSCPeer) {
        guard let name = message.arguments.first else { return }
        for (control, binding) in bindings.sorted(by: { $0.key < $1.key })
        where binding.leading.first?.matches(name) == true {
            if decides(peer) { ask(control, peer) } else { send([control], to: peer) }
        }
    }

    /// Handles a value of a control. Returns whether the message has one.
    private func receive(_ message: OSCMessage, _ control: String, from peer: OSCPeer) -> Bool {
        guard let binding = bindings[control], let values = binding.values(in: message),
            let value = binding.scale.engineValue(of: values, for: binding.control)
        else { return false }
        guard !peer.isDumping else { return true }
        let numbers = binding.numbers(in: values)
        guard !numbers.isEmpty else {
            // The name of a colour, which the panel never sends.
            peer.answered(control)
            adopt(numbers, value, control, from: peer)
            return true
        }
        let panel = bridge.value(of: control)
        switch peer.receive(numbers, of: control, binding, panel: panel) {
        case .confirms:
            bridge.engineConfirmed(control, by: peer.number)
            if decides(peer) { relay(control, from: peer.number) }
        case .misses: send([control], to: peer)
        case .isLate: break
        case .repeats:
            bridge.engineRepeated(control, by: peer.number) { [weak self] in
                self?.adopt(numbers, value, control, from: peer)
            }
        case .own: adopt(numbers, value, control, from: peer)
        }
        return true
    }

    /// An engine has another value than the panel.
    private func adopt(
        _ numbers: [Double], _ value: EngineValue, _ control: String, from peer: OSCPeer
    ) {
        peer.adopt(numbers, of: control)
        origins[control] = peer.number
        bridge.engineReported(value, of: control)
    }
}
