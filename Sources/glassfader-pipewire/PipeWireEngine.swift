import EventLoop
import FaderLaws
import GlassfaderBridge
import GlassfaderClient
import PanelProtocol

/// The volumes of PipeWire.
final class PipeWireEngine: BridgeEngine {
    private unowned let bridge: Bridge
    private let mode: BridgeMode

    private var remote: String?
    private var isPull = false
    private var bindings: [String: NodeBinding] = [:]
    private var connection: PipeWireConnection?
    private var source: EventSource?
    private var retry: EngineRetry?
    private var settling: EventSource?
    private var meterTimer: EventSource?
    private var isReady = false
    private var nodes: [UInt32: PipeWireNode] = [:]
    /// The names of the default nodes, by their keys.
    private var defaults: [String: String] = [:]
    private var sent: [NodePattern: Sent] = [:]
    private var meters: [String: (node: UInt32, meter: PipeWireMeter)] = [:]

    /// What was sent to the nodes of a pattern.
    private struct Sent {
        var level: Double?
        var balance: Double?
        var isMuted: Bool?
        var levels = EchoFilter()
        var balances = EchoFilter()
        var mutes = EchoFilter()
    }

    /// How long the session manager may take to restore the volumes of new nodes.
    private static let settleTime = Duration.milliseconds(300)
    private static let meterInterval = Duration.milliseconds(33)
    private static let keys = ["remote"]

    /// An engine that does nothing yet.
    init(_ bridge: Bridge, mode: BridgeMode) throws {
        self.bridge = bridge
        self.mode = mode
        retry = try EngineRetry(bridge) { [unowned self] in connect() }
        settling = try bridge.loop.timer(at: nil) { [unowned self] now in try settle(now) }
        meterTimer = try bridge.loop.timer(at: nil) { [unowned self] _ in sendMeters() }
    }

    // MARK: The panel file

    func configure(_ panel: BridgePanel) throws(BridgeProblem) -> Bindings {
        try panel.settings.check("pipewire", keys: Self.keys)
        if let setting = panel.settings["remote"], setting.text == nil {
            throw BridgeProblem("[bridges.pipewire]: 'remote': expected a string")
        }
        isPull = try panel.settings.isPull()
        var report = Bindings()
        bindings = [:]
        for control in panel.controls {
            guard let text = control.bind["pipewire"] else { continue }
            do throws(BridgeProblem) {
                let binding = try NodeBinding(text, of: control)
                bindings[control.name] = binding
                let entry = Bindings.Entry(
                    control.name, "\(binding.pattern) as \(binding.property.rawValue)",
                    origin: "bind")
                if binding.property == .meter {
                    report.others.append(entry)
                } else {
                    report.controls.append(entry)
                }
            } catch {
                report.problems.append(error)
            }
        }
        for strip in panel.strips where strip.bind["pipewire"] != nil {
            report.problems.append(
                BridgeProblem(
                    "\(strip.name): bind.pipewire: only controls have nodes: bind its fader, its "
                        + "mute or its meter"))
        }
        guard mode != .check else { return report }
        let remote = panel.settings["remote"]?.text
        if mode == .dryRun {
            bridge.engineConnected()
        } else if connection == nil || remote != self.remote {
            self.remote = remote
            disconnect()
            retry?.start()
        } else {
            updateMeters()
        }
        return report
    }

    // MARK: The connection

    private func fire(_ timer: EventSource?, after delay: Duration) {
        do {
            try timer?.fire(at: bridge.loop.now + delay)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private func connect() {
        disconnect()
        do {
            let connection = try PipeWireConnection(remote: remote, handlers)
            source = try bridge.loop.readable(connection.descriptor) { [unowned self] in
                self.connection?.iterate()
                if !meters.isEmpty, meterTimer?.isArmed == false {
                    fire(meterTimer, after: Self.meterInterval)
                }
            }
            self.connection = connection
        } catch {
            return lost("\(error)")
        }
        connection?.iterate()
    }

    private var handlers: PipeWireConnection.Handlers {
        PipeWireConnection.Handlers(
            ready: { [unowned self] in
                isReady = true
                retry?.succeeded("PipeWire")
                bridge.engineConnected()
                updateMeters()
            },
            failed: { [unowned self] reason in lost(reason) },
            node: { [unowned self] id, properties in changed(id, properties) },
            nodeRemoved: { [unowned self] id in
                nodes[id] = nil
                updateMeters()
            },
            volume: { [unowned self] id, volumes, isMuted in changed(id, volumes, isMuted) },
            metadata: { [unowned self] key, value in changed(key, value) })
    }

    /// Called from within the connection, which a timer closes.
    private func lost(_ reason: String) {
        if isReady { bridge.engineLost() }
        isReady = false
        retry?.failed("PipeWire", reason)
    }

    private func disconnect() {
        if isReady { bridge.engineLost() }
        isReady = false
        meters.removeAll()
        source = nil
        connection = nil
        nodes.removeAll()
        defaults.removeAll()
        sent.removeAll()
    }

    func panelLost() {}

    func close() {
        disconnect()
    }

    // MARK: Nodes

    private func changed(_ id: UInt32, _ properties: [String: String]) {
        if nodes[id] == nil {
            let settled = bridge.loop.now + (isReady ? Self.settleTime : .zero)
            nodes[id] = PipeWireNode(id: id, settled: settled)
            if isReady { fire(settling, after: Self.settleTime) }
        }
        nodes[id]?.properties = properties
        if isReady { updateMeters() }
    }

    /// Sets the nodes that have come, or takes their values.
    private func settle(_ now: Duration) throws {
        for control in bindings.keys.sorted() where !isPull { bridge.sendAgain(control) }
        if isPull { readAll() }
        if let next = nodes.values.map(\.settled).filter({ $0 > now }).min() {
            try settling?.fire(at: next)
        }
    }

    private func changed(_ key: String, _ value: String?) {
        guard ["default.audio.sink", "default.audio.source"].contains(key) else { return }
        let json = value.flatMap { try? JSON.object(parsing: Array($0.utf8)[...]) }
        let name = json?["name"]?.string
        guard name != defaults[key] else { return }
        defaults[key] = name
        guard isReady else { return }
        // Another node is meant now. It has its own level, which the panel shows, or gets the
        // panel's.
        if isPull { readAll() } else { bindings.keys.sorted().forEach(bridge.sendAgain) }
        updateMeters()
    }

    private func nodes(_ pattern: NodePattern) -> [PipeWireNode] {
        nodes.values.filter { pattern.matches($0.properties, defaults: defaults) }
            .sorted { $0.id < $1.id }
    }

    // MARK: To PipeWire

    func send(_ value: BridgeValue, of control: String) {
        guard let binding = bindings[control] else { return }
        let pattern = binding.pattern
        let now = bridge.loop.now
        switch binding.property {
        case .volume:
            guard let level = value.decibels else { return }
            sent[pattern, default: Sent()].level = level
            sent[pattern]?.levels.noteSent(level.position, at: now)
            setVolumes(pattern)
        case .balance:
            guard let share = value.share else { return }
            sent[pattern, default: Sent()].balance = 2 * share - 1
            sent[pattern]?.balances.noteSent(2 * share - 1, at: now)
            setVolumes(pattern)
        case .mute, .on:
            guard let number = value.number else { return }
            let isMuted = (number > 0.5) == (binding.property == .mute)
            sent[pattern, default: Sent()].isMuted = isMuted
            sent[pattern]?.mutes.noteSent(isMuted ? 1 : 0, at: now)
            if mode == .dryRun { bridge.printLine("\(pattern) mute \(isMuted)") }
            for node in nodes(pattern) { connection?.setMute(isMuted, of: node.id) }
        case .meter:
            break
        }
    }

    func endFrame() {}

    private func setVolumes(_ pattern: NodePattern) {
        guard let sent = sent[pattern] else { return }
        if mode == .dryRun {
            let level = sent.level.map { "\($0) dB" } ?? "kept"
            let balance = sent.balance.map { ", balance \($0)" } ?? ""
            bridge.printLine("\(pattern) volume \(level)\(balance)")
        }
        for node in nodes(pattern) where !node.volumes.isEmpty {
            let volumes = node.volumes(
                at: sent.level ?? node.decibels, balance: sent.balance)
            nodes[node.id]?.volumes = volumes
            connection?.setVolumes(volumes, of: node.id)
        }
    }

    // MARK: From PipeWire

    func readAll() {
        for (control, binding) in bindings.sorted(by: { $0.key < $1.key }) {
            guard let node = nodes(binding.pattern).first, !node.volumes.isEmpty else { continue }
            show(node, control, binding)
        }
    }

    private func show(_ node: PipeWireNode, _ control: String, _ binding: NodeBinding) {
        switch binding.property {
        case .volume: bridge.engineReported(.decibels(node.decibels), of: control)
        case .balance:
            if let balance = node.balance {
                bridge.engineReported(.share((balance + 1) / 2), of: control)
            }
        case .mute: bridge.engineReported(.number(node.isMuted ? 1 : 0), of: control)
        case .on: bridge.engineReported(.number(node.isMuted ? 0 : 1), of: control)
        case .meter: break
        }
    }

    private func changed(_ id: UInt32, _ volumes: [Float], _ isMuted: Bool) {
        guard var node = nodes[id] else { return }
        let isFirst = node.volumes.isEmpty
        let isVolumeNew = volumes != node.reportedVolumes
        let isMuteNew = isMuted != node.isMuted
        node.volumes = volumes
        node.reportedVolumes = volumes
        node.isMuted = isMuted
        let now = bridge.loop.now
        // Its first volumes are those that it is made with, or that are being restored.
        if isFirst { node.settled = now + (isReady ? Self.settleTime : .zero) }
        nodes[id] = node
        guard isReady, now >= node.settled else {
            if isReady, isFirst { fire(settling, after: Self.settleTime) }
            return
        }
        let concerned = bindings.filter { _, binding in
            let isNew = [.mute, .on].contains(binding.property) ? isMuteNew : isVolumeNew
            return isNew && binding.pattern.matches(node.properties, defaults: defaults)
        }
        // Several controls may have one node: each learns of it.
        for (control, report) in concerned.mapValues({ report(node, $0, now) }) {
            switch report {
            case .confirms: bridge.engineConfirmed(control)
            case .own: adopt(id, control)
            case .repeats:
                bridge.engineRepeated(control) { [weak self] in self?.adopt(id, control) }
            }
        }
        updateMeters()
    }

    /// What it means that a node has another value than before.
    private enum Report {
        /// It has what was sent last.
        case confirms
        /// It has what was sent before that.
        case repeats
        /// It has a value of its own.
        case own
    }

    private func report(_ node: PipeWireNode, _ binding: NodeBinding, _ now: Duration) -> Report {
        guard var sent = sent[binding.pattern] else { return .own }
        defer { self.sent[binding.pattern] = sent }
        let isEcho: Bool
        let isNewest: Bool
        switch binding.property {
        case .volume:
            let position = node.decibels.position
            isEcho = sent.levels.takeConfirmation(position, within: 0.0005, at: now)
            isNewest = sent.level.map { abs($0.position - position) <= 0.0005 } ?? false
        case .balance:
            guard let balance = node.balance else { return .confirms }
            isEcho = sent.balances.takeConfirmation(balance, within: 0.005, at: now)
            isNewest = sent.balance.map { abs($0 - balance) <= 0.005 } ?? false
        case .mute, .on:
            isEcho = sent.mutes.takeConfirmation(node.isMuted ? 1 : 0, within: 0.5, at: now)
            isNewest = sent.isMuted == node.isMuted
        case .meter:
            return .confirms
        }
        return isNewest ? .confirms : isEcho ? .repeats : .own
    }

    /// The node has another value than the panel.
    private func adopt(_ id: UInt32, _ control: String) {
        guard let node = nodes[id], let binding = bindings[control] else { return }
        var sent = sent[binding.pattern] ?? Sent()
        switch binding.property {
        case .volume:
            sent.levels.reset()
            sent.level = node.decibels
        case .balance:
            sent.balances.reset()
            sent.balance = node.balance
        case .mute, .on:
            sent.mutes.reset()
            sent.isMuted = node.isMuted
        case .meter: break
        }
        self.sent[binding.pattern] = sent
        show(node, control, binding)
    }

    // MARK: Meters

    /// Measures the nodes that have meters, and no others.
    private func updateMeters() {
        for (control, binding) in bindings where binding.property == .meter {
            guard let node = nodes(binding.pattern).first else {
                meters[control] = nil
                continue
            }
            guard meters[control]?.node != node.id else { continue }
            meters[control] = nil
            if let meter = connection?.meter(node.id, channels: binding.control.channels) {
                meters[control] = (node.id, meter)
            }
        }
        for control in meters.keys where bindings[control]?.property != .meter {
            meters[control] = nil
        }
    }

    private func sendMeters() {
        var levels: [String: [Double]] = [:]
        for (control, entry) in meters {
            if let peaks = entry.meter.take() { levels[control] = peaks }
        }
        if !levels.isEmpty { bridge.engineReportedLevels(levels) }
    }
}

extension Double {
    /// The position of a level in dB on PipeWire's cubic scale, on which all steps sound alike.
    fileprivate var position: Double { FaderLaw.cubic.position(ofDecibels: self) }
}
