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
    private var readBack: ReadBack?
    private var bindings: [String: BoundValue] = [:]
    private var receivers = OSCReceivers()
    /// The messages of the present frame.
    private var frame: [(control: String, message: OSCMessage)] = []
    /// The controls whose values an engine had no room for, and when they are sent again.
    private var unsent: Set<String> = []
    private var roomTimer: EventSource?
    /// Opens the sockets of the present settings.
    private var socketRetry: EngineRetry?
    /// In a push, when the engine has said all that it had: until then, its values are old ones.
    private var pushTimer: EventSource?
    private var isDumping = false

    /// The value of a control on its way.
    private struct BoundValue {
        let binding: OSCBinding
        var echoes = EchoFilter()
        /// The value that was sent last.
        var sent: BridgeValue?
        /// The numbers that were sent last, or received as the engine's own.
        var known: [Double]?
        /// Whether the engine has not confirmed what was sent.
        var isUnconfirmed = false
        /// How often the same value was sent again.
        var repeats = 0
    }

    /// Values that an engine does not take are not sent more often than this.
    private static let mostRepeats = 5
    private static let readBackDelay = Duration.milliseconds(250)
    private static let roomInterval = Duration.milliseconds(50)

    /// An engine that finds dialects in these folders.
    init(_ bridge: Bridge, mode: BridgeMode, folders: [String]) throws {
        self.bridge = bridge
        self.mode = mode
        self.folders = folders
        passed =
            mode == .run
            ? try ServiceManager().listenDescriptors.map {
                try DatagramSocket(passed: $0.descriptor)
            }
            : []
        readBack = try ReadBack(bridge.loop) { [unowned self] in send($0) }
        pushTimer = try bridge.loop.timer(at: nil) { [unowned self] _ in
            isDumping = false
            bridge.engineConnected()
        }
        roomTimer = try bridge.loop.timer(at: nil, accuracy: .milliseconds(10)) {
            [unowned self] _ in
            for control in unsent.sorted() { bridge.sendAgain(control) }
            unsent.removeAll()
        }
    }

    // MARK: The panel file

    func configure(_ panel: BridgePanel) throws(BridgeProblem) -> Bindings {
        let settings = try OSCSettings(panel.settings, folders: folders)
        var map = OSCMap(panel, dialect: settings.dialect)
        map.bind()
        receivers = map.receivers
        bindings = map.bindings.mapValues { BoundValue(binding: $0) }
        if mode == .check { return map.report }
        var changed = settings
        changed.meterRequests = map.meterRequests
        if mode == .dryRun {
            self.settings = changed
            bridge.engineConnected()
        } else if network == nil || changed != self.settings {
            self.settings = changed
            network = nil
            bridge.engineLost()
            do {
                socketRetry = try EngineRetry(bridge) { [unowned self] in openSockets() }
            } catch {
                throw BridgeProblem("\(error)")
            }
            openSockets()
        }
        askForTitles()
        return map.report
    }

    /// Opens the sockets, as often as it takes: another program may still have the address, or the
    /// network is not there yet.
    private func openSockets() {
        let network: OSCNetwork
        do {
            network = try OSCNetwork(
                bridge.loop, settings.network, passed: passed, log: bridge.log)
        } catch {
            socketRetry?.failed("OSC", "\(error)")
            return
        }
        socketRetry?.stop()
        network.onMessage = { [unowned self] in receive($0) }
        network.onConnected = { [unowned self] in engineIsThere() }
        network.onLost = { [unowned self] in engineIsGone() }
        network.onRenewed = { [unowned self] in verifyAll() }
        self.network = network
    }

    // MARK: The engine

    private func engineIsThere() {
        askForTitles()
        let pause = settings.dialect.helloTime
        if pause > .zero, !settings.isPull {
            isDumping = true
            try? pushTimer?.fire(at: bridge.loop.now + pause)
        } else {
            bridge.engineConnected()
        }
    }

    private func engineIsGone() {
        try? pushTimer?.disarm()
        unsent.removeAll()
        isDumping = false
        readBack?.removeAll()
        for name in bindings.keys {
            bindings[name]?.echoes.reset()
            bindings[name]?.known = nil
            bindings[name]?.isUnconfirmed = false
        }
        bridge.engineLost()
    }

    func panelLost() {}

    func close() {
        network = nil
    }

    // MARK: To the engine

    func send(_ value: BridgeValue, of control: String) {
        guard var bound = bindings[control], let message = bound.binding.message(value) else {
            return
        }
        let numbers = bound.binding.numbers(
            in: message.arguments.dropFirst(bound.binding.leading.count))
        if value != bound.sent { bound.repeats = 0 }
        bound.sent = value
        bound.isUnconfirmed = true
        if !numbers.isEmpty { bound.echoes.send(numbers, at: bridge.loop.now) }
        bindings[control] = bound
        frame.append((control, message))
        if settings.dialect.readsBack { ask(control, after: Self.readBackDelay) }
    }

    func endFrame() {
        if !send(frame.map(\.message)) {
            unsent.formUnion(frame.map(\.control))
            try? roomTimer?.fire(at: bridge.loop.now + Self.roomInterval)
        }
        frame.removeAll(keepingCapacity: true)
    }

    /// Sends messages. Returns false if an engine has no room for all.
    @discardableResult
    private func send(_ messages: [OSCMessage]) -> Bool {
        guard mode == .dryRun else { return network?.send(messages) ?? true }
        for message in messages { bridge.printLine(message.text) }
        return true
    }

    func readAll() {
        for control in bindings.keys.sorted() { ask(control) }
    }

    private func ask(_ control: String, after delay: Duration = .zero) {
        guard mode == .run, let form = settings.dialect.read,
            let question = bindings[control]?.binding.question(form)
        else { return }
        readBack?.ask(control, question, after: delay)
    }

    /// Compares everything with an engine that may have lost packets.
    private func verifyAll() {
        guard settings.dialect.readsBack else { return }
        readAll()
        askForTitles()
    }

    private func askForTitles() {
        guard settings.dialect.read != nil, mode == .run, network != nil else { return }
        for address in receivers.titles {
            guard let question = OSCMessage(words: address) else { continue }
            readBack?.ask(address, question)
        }
    }

    // MARK: From the engine

    private func receive(_ message: OSCMessage) {
        let dialect = settings.dialect
        if [dialect.answer, dialect.fresh].contains(message.address) { return }
        if message.address == settings.dialect.appears { return appears(message) }
        guard let targets = receivers.targets[message.address] else {
            return bridge.log.logOnce(
                "messages for nothing",
                "dropped \(message.text.prefix(100)): nothing is bound to it")
        }
        var isUsed = false
        for target in targets {
            switch target {
            case .value(let control): isUsed = receive(message, control) || isUsed
            case .meter(let control, let binding, let rule):
                guard let values = binding.values(in: message) else { continue }
                let levels = rule.levels(in: values, channels: binding.control.channels)
                if !levels.isEmpty { bridge.engineMeters([control: levels]) }
                isUsed = true
            case .blob(let blob):
                let levels = blob.levels(in: message)
                guard !levels.isEmpty else { continue }
                bridge.engineMeters(levels)
                isUsed = true
            case .label(let strip, let leading):
                guard let text = message.arguments(after: leading)?.first?.text else { continue }
                readBack?.answered(OSCMessage(message.address, leading).text)
                bridge.engineStrip(strip, label: text)
                isUsed = true
            case .color(let strip, let leading, let colors):
                guard let color = message.arguments(after: leading)?.first?.color(colors) else {
                    continue
                }
                readBack?.answered(OSCMessage(message.address, leading).text)
                bridge.engineStrip(strip, color: color)
                isUsed = true
            }
        }
        if !isUsed {
            bridge.log.logOnce(
                "messages that do not fit",
                "dropped \(message.text.prefix(100)): other arguments were expected")
        }
    }

    /// Something new has no values yet, or other ones.
    private func appears(_ message: OSCMessage) {
        guard let name = message.arguments.first else { return }
        for (control, bound) in bindings.sorted(by: { $0.key < $1.key })
        where bound.binding.leading.first?.matches(name) == true {
            if settings.isPull { ask(control) } else { bridge.sendAgain(control) }
        }
    }

    /// Takes the value of a control. The result is whether the message has one.
    private func receive(_ message: OSCMessage, _ control: String) -> Bool {
        guard var bound = bindings[control], let values = bound.binding.values(in: message),
            let value = bound.binding.law.engineValue(of: values, for: bound.binding.control)
        else { return false }
        guard !isDumping else { return true }
        let isAnswer = readBack?.answered(control) == true
        let numbers = bound.binding.numbers(in: values)
        guard !numbers.isEmpty else {
            bridge.engineHas(value, control)
            return true
        }
        let tolerance = bound.binding.law.tolerance
        if let panel = bridge.value(of: control), bound.binding.isSame(numbers, panel) {
            // What the panel has: a confirmation, or somebody has set it to the same.
            bindings[control]?.isUnconfirmed = false
            bindings[control]?.known = numbers
            bridge.engineConfirms(control)
            return true
        }
        // Before its first confirmation, an engine that is asked says what it had.
        let isOld = bound.known?.isSame(as: numbers, within: tolerance) ?? true
        // A console that confirms nothing sends its own changes, unless it was asked.
        let isEcho =
            (isAnswer || settings.dialect.confirms)
            && bound.echoes.receive(numbers, within: tolerance, at: bridge.loop.now)
        bindings[control]?.echoes = bound.echoes
        if bound.isUnconfirmed, isAnswer, isOld || isEcho {
            if bound.repeats < Self.mostRepeats {
                // The engine has not heard the last value.
                bindings[control]?.repeats += 1
                bridge.sendAgain(control)
                return true
            }
        } else if isEcho {
            // Where values are read back, the answer decides.
            if !settings.dialect.readsBack {
                bridge.engineRepeats(control) { [weak self] in self?.adopt(numbers, value, control)
                }
            }
            return true
        }
        adopt(numbers, value, control)
        return true
    }

    /// The engine has another value than the panel.
    private func adopt(_ numbers: [Double], _ value: EngineValue, _ control: String) {
        bindings[control]?.isUnconfirmed = false
        bindings[control]?.known = numbers
        bindings[control]?.echoes.reset()
        bridge.engineHas(value, control)
    }
}
