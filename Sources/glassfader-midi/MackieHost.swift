import FaderLaws
import GlassfaderBridge
import GlassfaderClient
import PanelProtocol

/// The host of a Mackie Control beside the panel: its motors, lamps and displays follow the panel,
/// and its hands are fingers.
final class MackieHost: MIDIRole {
    var output: ([MIDIMessage]) -> Void = { _ in } {
        didSet { others.output = output }
    }

    private unowned let bridge: Bridge
    private let law: FaderLaw
    private var bank: MackieBank
    /// What is bound by addresses: keys for the transport.
    private let others: BoundRole

    /// What the controller shows.
    private var shown = Shown()
    /// The faders with a hand on them, and the controls they had when it came.
    private var touched: [Int: String] = [:]
    /// Where pots are that were turned, before the panel confirms it.
    private var pots: [String: (share: Double, time: Duration)] = [:]
    private var frame: [MackieMessage] = []

    private struct Shown {
        var display = MackieDisplay()
        /// What the motors, lamps and rings were sent last.
        var positions: [Int: Int] = [:]
        var lamps: [UInt8: Bool] = [:]
        var rings: [Int: MackieRing] = [:]
    }

    /// The steps of a pot from one end to the other.
    private static let potSteps = 100.0
    private static let potMemory = Duration.milliseconds(300)

    init(_ bridge: Bridge, _ panel: BridgePanel, law: FaderLaw) {
        self.bridge = bridge
        self.law = law
        bank = MackieBank(panel)
        let served = Set(bank.report().controls.map(\.name))
        others = BoundRole(bridge, panel, isController: true, except: served) { address in
            if case .note(let note) = address.kind, MackieKey.Bank.all.contains(note),
                address.channel == 0
            {
                return "a key that moves the bank"
            }
            return MackieMessage.use(of: address)
        }
    }

    var report: Bindings {
        var report = bank.report()
        report.controls += others.report.controls
        report.problems += others.report.problems
        return report
    }

    var events: [String] { [EventKind.meters.rawValue] }

    func takeOver(from role: any MIDIRole) {
        guard let old = role as? MackieHost else { return }
        others.takeOver(from: old.others)
        shown = old.shown
        pots = old.pots
        _ = bank.move(by: old.bank.offset)
        let served = Set(bank.report().controls.map(\.name))
        // A hand whose control is gone moves nothing until it leaves.
        touched = old.touched
        for control in touched.values where !served.contains(control) {
            bridge.controllerReleased(control)
        }
        showAll()
    }

    func connected() {
        shown = Shown()
        others.connected()
        transmit(MackieHandshake.hostQuery)
        showAll()
    }

    func disconnected() {
        sourceLost()
        others.disconnected()
        shown = Shown()
    }

    func sourceLost() {
        // The hands on it have left.
        for control in touched.values { bridge.controllerReleased(control) }
        touched.removeAll()
    }

    func messagesDropped() {
        shown = Shown()
        others.messagesDropped()
        showAll()
    }

    func panelLost() {
        touched.removeAll()
    }

    private func transmit(_ message: MackieMessage) { output([message.midi]) }

    // MARK: From the controller

    func receive(_ message: MIDIMessage) {
        switch MackieMessage(message) {
        case .fader(let fader, let position): move(fader, position)
        case .touch(let fader, let isTouched): touch(fader, isTouched)
        case .key(let key, let channel, true):
            guard let control = bank[channel]?.keys[key] else { return }
            bridge.controllerChanged(.number(isOn(control) ? 0 : 1), of: control.name)
        case .pot(let channel, let steps): turn(channel, steps)
        case .button(MackieKey.Bank.left, true): moveBank(-MackieMessage.channels)
        case .button(MackieKey.Bank.right, true): moveBank(MackieMessage.channels)
        case .button(MackieKey.Bank.channelLeft, true): moveBank(-1)
        case .button(MackieKey.Bank.channelRight, true): moveBank(1)
        case .command(let code, let data):
            if let reply = MackieHandshake.hostReply(to: code, data) { transmit(reply) }
            if MackieHandshake.isReady(code) {
                // It was switched on, and shows nothing.
                shown = Shown()
                showAll()
            }
        case .key, .ring, .meter, .display: break
        case .button, nil: others.receive(message)
        }
    }

    private func isOn(_ control: PanelControl) -> Bool {
        bridge.value(of: control.name)?.number ?? 0 > 0.5
    }

    private func touch(_ fader: Int, _ isTouched: Bool) {
        if isTouched {
            guard touched[fader] == nil, let control = bank[fader]?.fader else { return }
            touched[fader] = control.name
            bridge.controllerTouched(control.name)
        } else if let control = touched.removeValue(forKey: fader) {
            bridge.controllerReleased(control)
            // The bank has moved under the hand.
            if bank[fader]?.fader?.name != control { showAll() }
        }
    }

    private func move(_ fader: Int, _ position: Int) {
        shown.positions[fader] = position
        let level = EngineValue.decibels(MackieMessage.decibels(at: position, law: law))
        if let control = touched[fader] {
            bridge.controllerMoved(control, to: level)
        } else if let control = bank[fader]?.fader {
            // A pen or a fingernail, or a controller without a sense of touch.
            bridge.controllerChanged(level, of: control.name)
        }
    }

    private func turn(_ channel: Int, _ steps: Int) {
        guard let control = bank[channel]?.pan,
            let share = bridge.value(of: control.name)?.share
        else { return }
        let now = bridge.loop.now
        var start = share
        if let last = pots[control.name], now - last.time < Self.potMemory { start = last.share }
        let next = min(max(start + Double(steps) / Self.potSteps, 0), 1)
        pots[control.name] = (next, now)
        bridge.controllerChanged(.share(next), of: control.name)
    }

    private func moveBank(_ count: Int) {
        if bank.move(by: count) { showAll() }
    }

    // MARK: To the controller

    func send(_ value: BridgeValue, of control: String) {
        if others.serves(control) { return others.send(value, of: control) }
        if let channel = bank.channel(of: control) { show(control, value, channel) }
    }

    func endFrame() {
        output(frame.map(\.midi))
        frame.removeAll(keepingCapacity: true)
        others.endFrame()
    }

    func panelEvent(_ event: PanelEvent) {
        switch event {
        case .valueChanged(let change):
            // All that the panel shows: also feedback, and what this controller has moved.
            if bank.channel(of: change.control) != nil { bridge.sendAgain(change.control) }
        case .stripChanged(let style):
            if let channel = bank.rename(style.strip, style.label) {
                write(style.label, channel, line: 0)
                endFrame()
            }
        case .meters(let levels): showMeters(levels)
        default: break
        }
        others.panelEvent(event)
    }

    private func showMeters(_ levels: [String: [Double]]) {
        let messages = levels.sorted { $0.key < $1.key }.compactMap {
            (name, levels) -> MIDIMessage? in
            guard let channel = bank.channel(of: name), channel < MackieMessage.channels,
                let level = levels.max()
            else { return nil }
            return MackieMessage.meter(channel, MackieMeter.step(level)).midi
        }
        if !messages.isEmpty { output(messages) }
    }

    private func showAll() {
        for channel in 0..<MackieMessage.faders { showAll(channel) }
        endFrame()
    }

    private func showAll(_ channel: Int) {
        let strip = bank[channel]
        write(strip?.label ?? "", channel, line: 0)
        if strip?.fader == nil { write("", channel, line: 1) }
        for key in MackieKey.allCases where strip?.keys[key] == nil { light(key, channel, false) }
        if strip?.pan == nil { light(channel, nil) }
        for control in strip?.controls ?? [] {
            guard let value = bridge.value(of: control.name) else { continue }
            show(control.name, value, channel)
        }
    }

    private func show(_ control: String, _ value: BridgeValue, _ channel: Int) {
        guard let strip = bank[channel] else { return }
        if strip.fader?.name == control {
            showLevel(value, channel)
        } else if strip.pan?.name == control {
            light(channel, value.share.map(MackieRing.init(share:)))
        }
        for (key, found) in strip.keys where found.name == control {
            light(key, channel, value.number ?? 0 > 0.5)
        }
    }

    private func showLevel(_ value: BridgeValue, _ channel: Int) {
        guard let level = value.decibels else { return }
        write(MackieHost.text(level), channel, line: 1)
        // A motor does not work against a hand.
        guard touched[channel] == nil else { return }
        let position = MackieMessage.position(ofDecibels: level, law: law)
        guard shown.positions[channel] != position else { return }
        shown.positions[channel] = position
        frame.append(.fader(channel, position: position))
    }

    private func write(_ text: String, _ channel: Int, line: Int) {
        guard channel < MackieMessage.channels,
            let message = shown.display.write(text, channel: channel, line: line)
        else { return }
        frame.append(message)
    }

    private func light(_ key: MackieKey, _ channel: Int, _ isOn: Bool) {
        guard channel < MackieMessage.channels else { return }
        let note = key.rawValue + UInt8(channel)
        guard shown.lamps[note] != isOn else { return }
        shown.lamps[note] = isOn
        frame.append(.key(key, channel, isOn))
    }

    private func light(_ channel: Int, _ ring: MackieRing?) {
        guard channel < MackieMessage.channels else { return }
        let ring = ring ?? MackieRing(byte: 0)
        guard shown.rings[channel] != ring else { return }
        shown.rings[channel] = ring
        frame.append(.ring(channel, ring))
    }

    /// A level in six characters: `-12.5`, `+3.0`, `-oo`.
    static func text(_ level: Double) -> String {
        guard level > -.infinity else { return "-oo" }
        let tenths = Int((abs(level) * 10).rounded())
        let sign = tenths == 0 ? "" : level < 0 ? "-" : "+"
        return "\(sign)\(tenths / 10).\(tenths % 10)"
    }
}
