import EventLoop
import GlassfaderBridge
import GlassfaderClient
import PanelProtocol

/// What speaks MIDI: instruments, programs and controllers.
final class MIDIEngine: BridgeEngine {
    private unowned let bridge: Bridge
    private let mode: BridgeMode

    private var settings = MIDISettings()
    private var role: (any MIDIRole)?
    private let scenes: ProgramScenes
    private var port: MIDIPort?
    private var isConnected = false
    /// Whether a program was connected just now, and has not received its values yet.
    private var isStarting = false
    private var settling: EventSource?
    /// Sends everything again, after messages were dropped.
    private var repair: EventSource?

    /// A program that has just been started makes one port after the other, and sends its values.
    private static let settleTime = Duration.milliseconds(100)
    /// How long a full queue may take to become empty.
    private static let repairTime = Duration.milliseconds(500)

    init(_ bridge: Bridge, mode: BridgeMode) throws {
        self.bridge = bridge
        self.mode = mode
        scenes = ProgramScenes(bridge)
        settling = try bridge.loop.timer(at: nil) { [unowned self] _ in connected() }
        repair = try bridge.loop.timer(at: nil) { [unowned self] _ in
            guard isConnected else { return }
            role?.messagesDropped()
            bridge.sendAllAgain()
        }
    }

    // MARK: The panel file

    func configure(_ panel: BridgePanel) throws(BridgeProblem) -> Bindings {
        let settings = try MIDISettings(panel.settings)
        let isSamePort =
            port != nil
            && (settings.system, settings.port) == (self.settings.system, self.settings.port)
        let isSameRole = settings.mode == self.settings.mode
        self.settings = settings
        let role: any MIDIRole =
            switch settings.mode {
            case .engine: BoundRole(bridge, panel, isController: false)
            case .controller: BoundRole(bridge, panel, isController: true)
            case .mackie: MackieHost(bridge, panel, law: settings.law)
            case .mackieController: MackieSurface(bridge, panel, law: settings.law)
            }
        role.output = { [unowned self] in send($0) }
        let old = self.role
        self.role = role
        scenes.configure(settings)
        var report = role.report
        report.others += scenes.entries
        switch mode {
        case .check: break
        case .dryRun: connected()
        case .run:
            if isSamePort, isSameRole, let old {
                role.takeOver(from: old)
            } else {
                old?.disconnected()
                if !isSamePort { try openPort() } else if isConnected { role.connected() }
            }
        }
        return report
    }

    private func openPort() throws(BridgeProblem) {
        port = nil
        disconnected()
        do {
            port = try MIDIPort(
                bridge.loop, settings.system, pattern: settings.port, log: bridge.log
            ) { [unowned self] in portEvent($0) }
        } catch {
            throw BridgeProblem("\(error)")
        }
    }

    private func portEvent(_ event: MIDIPortEvent) {
        switch event {
        case .received(let message): receive(message)
        case .connected: if settings.mode == .engine { settle() } else { connected() }
        // A program with a surface knows its strips, and asks for what it needs.
        case .grown: if settings.mode == .engine { settle() }
        // Hands that were on a controller have left.
        case .disconnected: role?.disconnected()
        case .sourceLost: role?.sourceLost()
        case .lost: disconnected()
        }
    }

    /// Waits until the connected program receives messages and has sent its initial values.
    private func settle() {
        isStarting = true
        try? settling?.fire(at: bridge.loop.now + Self.settleTime)
    }

    private func connected() {
        isConnected = true
        isStarting = false
        role?.connected()
        bridge.engineConnected()
    }

    private func disconnected() {
        isConnected = false
        isStarting = false
        try? settling?.disarm()
        role?.disconnected()
        bridge.engineLost()
    }

    func close() {
        role?.disconnected()
        port = nil
    }

    // MARK: The panel

    var events: [String] { (role?.events ?? []) + scenes.events }

    var isMovedByHands: Bool { settings.mode == .controller || settings.mode == .mackie }

    func panelEvent(_ event: PanelEvent) {
        if let message = scenes.message(after: event) { send([message]) }
        role?.panelEvent(event)
    }

    func panelLost() { role?.panelLost() }

    func send(_ value: BridgeValue, of control: String) { role?.send(value, of: control) }

    func endFrame() { role?.endFrame() }

    /// MIDI cannot ask. The other end sends its values when they change.
    func readAll() {}

    // MARK: Messages

    private func send(_ messages: [MIDIMessage]) {
        if mode == .dryRun {
            for message in messages { bridge.printLine("\(message)") }
        } else {
            guard let port, !port.send(messages), repair?.isArmed == false else { return }
            try? repair?.fire(at: bridge.loop.now + Self.repairTime)
        }
    }

    private func receive(_ message: MIDIMessage) {
        if scenes.receive(message) { return }
        // Ignore the engine's initial values: it is about to get those of the panel.
        if isStarting, !bridge.isPull { return }
        role?.receive(message)
    }
}
