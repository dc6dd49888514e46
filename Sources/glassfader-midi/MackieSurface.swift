import EventLoop
import FaderLaws
import GlassfaderBridge
import GlassfaderClient

/// A Mackie Control that the panel is to a program: its first eight strips are the channels.
///
/// The program moves the faders and lights the lamps. A key only asks it to.
final class MackieSurface: MIDIRole {
    var output: ([MIDIMessage]) -> Void = { _ in } {
        didSet { others.output = output }
    }

    private unowned let bridge: Bridge
    private let law: FaderLaw
    private let bank: MackieBank
    /// What is bound by addresses: the keys of banks and of the transport.
    private let others: BoundRole

    private var known = Known()
    private var frame: [MackieMessage] = []
    /// Says that the controller is ready, until the program sends something: a program connects the
    /// ports before it reads them.
    private var greeting: EventSource?
    private var greetings = 0
    /// Lets keys be pressed, once the program has lit the lamps of those that are on.
    private var settling: EventSource?

    /// What is known of the program.
    private struct Known {
        var display = MackieDisplay()
        /// The position of each fader that was sent or received last.
        var positions: [Int: Int] = [:]
        var echoes = [EchoFilter](repeating: EchoFilter(), count: MackieMessage.faders)
        var lamps: [UInt8: Bool] = [:]
        /// Whether the program has lit a lamp, as one does that says what its keys have done.
        var hasLamps = false
        /// Whether the program has had time to say which lamps are lit, and where its pots are.
        var isSettled = false
        /// The keys and pots that wait for that.
        var waiting: Set<String> = []
        /// Where the program's pots are, 0...1.
        var pots: [Int: Double] = [:]
        var potEchoes = [EchoFilter](repeating: EchoFilter(), count: MackieMessage.channels)
        /// The faders that fingers have left in this frame.
        var released: [Int] = []
    }

    private static let mostGreetings = 30
    private static let greetingInterval = Duration.seconds(1)
    /// How long after its first message a program may take to light the lamps, and how long to its
    /// first message.
    private static let settleTime = Duration.milliseconds(500)
    private static let silentTime = Duration.seconds(2)
    /// Programs round positions to the ten bits of the faders.
    private static let tolerance = 16
    /// The steps of a pot from one end to the other: those of Ardour.
    private static let potSteps = 63.0
    /// How far a pot may be from the middle of the lamp of its ring: there are eleven.
    private static let ringTolerance = 0.075

    init(_ bridge: Bridge, _ panel: BridgePanel, law: FaderLaw) {
        self.bridge = bridge
        self.law = law
        bank = MackieBank(panel)
        let served = Set(bank.report(limit: MackieMessage.channels).controls.map(\.name))
        others = BoundRole(
            bridge, panel, isController: false, except: served, use: MackieMessage.use)
        greeting = try? bridge.loop.timer(at: nil, accuracy: .milliseconds(50)) {
            [unowned self] _ in greet()
        }
        settling = try? bridge.loop.timer(at: nil, accuracy: .milliseconds(20)) {
            [unowned self] _ in settle()
        }
    }

    var report: Bindings {
        var report = bank.report(limit: MackieMessage.channels)
        report.controls += others.report.controls
        report.problems += others.report.problems
        return report
    }

    func takeOver(from role: any MIDIRole) {
        guard let old = role as? MackieSurface else { return }
        others.takeOver(from: old.others)
        known = old.known
        greetings = old.greetings
        if old.greeting?.isArmed == true { greet() }
        if old.settling?.isArmed == true { settle(after: Self.settleTime) }
    }

    func connected() {
        known = Known()
        others.connected()
        greetings = 0
        greet()
        settle(after: Self.silentTime)
    }

    private func greet() {
        transmit(MackieHandshake.controllerReady)
        greetings += 1
        guard greetings < Self.mostGreetings else { return }
        try? greeting?.fire(at: bridge.loop.now + Self.greetingInterval)
    }

    private func settle(after time: Duration) {
        try? settling?.fire(at: bridge.loop.now + time)
    }

    private func settle() {
        known.isSettled = true
        for control in known.waiting.sorted() { bridge.sendAgain(control) }
        known.waiting.removeAll()
    }

    func disconnected() {
        try? greeting?.disarm()
        try? settling?.disarm()
        known = Known()
        others.disconnected()
    }

    private func transmit(_ message: MackieMessage) { output([message.midi]) }

    // MARK: To the program

    func send(_ value: BridgeValue, of control: String) {
        if others.serves(control) { return others.send(value, of: control) }
        guard let channel = bank.channel(of: control), let strip = bank[channel] else { return }
        if strip.fader?.name == control {
            move(value, channel)
        } else if !known.isSettled {
            // A key that is pressed only because its lamp is not known yet would switch it off, and
            // a pot would be turned from where it is not.
            known.waiting.insert(control)
        } else if strip.pan?.name == control {
            turn(value, channel)
        } else {
            for (key, found) in strip.keys where found.name == control {
                press(key, channel, value.number ?? 0 > 0.5, control)
            }
        }
    }

    private func position(_ value: BridgeValue) -> Int? {
        value.decibels.map { MackieMessage.position(ofDecibels: $0, law: law) }
    }

    private func move(_ value: BridgeValue, _ fader: Int) {
        guard let position = position(value), position != known.positions[fader] else { return }
        known.positions[fader] = position
        known.echoes[fader].noteSent(Double(position), at: bridge.loop.now)
        frame.append(.fader(fader, position: position))
    }

    private func turn(_ value: BridgeValue, _ channel: Int) {
        guard let share = value.share else { return }
        // Where the program's pot is, is known from its ring. Without one, it is where the panel's
        // is.
        guard let start = known.pots[channel] else {
            known.pots[channel] = share
            return
        }
        let steps = Int(((share - start) * Self.potSteps).rounded())
        guard steps != 0 else { return }
        let end = start + Double(steps) / Self.potSteps
        known.pots[channel] = end
        known.potEchoes[channel].noteSent(end, at: bridge.loop.now)
        frame.append(.pot(channel, steps: steps))
    }

    private func press(_ key: MackieKey, _ channel: Int, _ isOn: Bool, _ control: String) {
        let note = key.rawValue + UInt8(channel)
        guard known.lamps[note] ?? false != isOn else { return }
        // Not pressed again while the program switches the lamp.
        known.lamps[note] = isOn
        frame += [.key(key, channel, true), .key(key, channel, false)]
        guard known.hasLamps else { return }
        // A program that does not do it leaves its lamp as it is.
        bridge.engineRepeated(control) { [weak self] in
            self?.known.lamps[note] = !isOn
            self?.show(.number(isOn ? 0 : 1), control)
        }
    }

    func messagesDropped() {
        known.positions.removeAll()
        others.messagesDropped()
    }

    func endFrame() {
        frame += known.released.map { .touch($0, false) }
        known.released.removeAll()
        output(frame.map(\.midi))
        frame.removeAll(keepingCapacity: true)
        others.endFrame()
    }

    func panelEvent(_ event: PanelEvent) {
        guard case .valueChanged(let change) = event,
            let fader = bank.channel(of: change.control),
            bank[fader]?.fader?.name == change.control, change.source != "feedback"
        else { return }
        switch change.phase {
        case "began":
            known.released.removeAll { $0 == fader }
            transmit(.touch(fader, true))
        case "ended", "cancelled":
            // After the last position.
            if !known.released.contains(fader) { known.released.append(fader) }
            bridge.sendAgain(change.control)
        default: break
        }
    }

    // MARK: From the program

    func receive(_ message: MIDIMessage) {
        if greeting?.isArmed == true {
            try? greeting?.disarm()
            if !known.isSettled { settle(after: Self.settleTime) }
        }
        switch MackieMessage(message) {
        case .fader(let fader, let position): take(fader, position)
        case .key(let key, let channel, let isLit):
            known.hasLamps = true
            known.lamps[key.rawValue + UInt8(channel)] = isLit
            if let control = bank[channel]?.keys[key] {
                bridge.engineConfirmed(control.name)
                show(.number(isLit ? 1 : 0), control.name)
            }
        case .ring(let channel, let ring): take(channel, ring)
        case .meter(let channel, let step):
            guard let meter = bank[channel]?.meter, let level = MackieMeter.level(step) else {
                return
            }
            let levels = [Double](repeating: level, count: max(meter.channels, 1))
            bridge.engineReportedLevels([meter.name: levels])
        case .display(let place, let text):
            for channel in known.display.take(place, text) {
                let title = known.display.title(channel)
                guard let strip = bank[channel] else { continue }
                bridge.engineReportedTitle(of: strip.name, label: title)
            }
        case .command(let code, _):
            if let reply = MackieHandshake.controllerReply(to: code) { transmit(reply) }
        case .touch, .pot: break
        case .button, nil: others.receive(message)
        }
    }

    private func take(_ fader: Int, _ position: Int) {
        guard let control = bank[fader]?.fader else { return }
        let panel = bridge.value(of: control.name).flatMap { self.position($0) }
        if let panel, abs(panel - position) <= Self.tolerance {
            known.positions[fader] = panel
            return bridge.engineConfirmed(control.name)
        }
        let isEcho = known.echoes[fader].takeConfirmation(
            Double(position), within: Double(Self.tolerance), at: bridge.loop.now)
        if isEcho {
            bridge.engineRepeated(control.name) { [weak self] in
                self?.adopt(position, fader, control.name)
            }
        } else {
            adopt(position, fader, control.name)
        }
    }

    /// The program has another position than the panel.
    private func adopt(_ position: Int, _ fader: Int, _ control: String) {
        known.positions[fader] = position
        known.echoes[fader].reset()
        bridge.engineReported(
            .decibels(MackieMessage.decibels(at: position, law: law)), of: control)
    }

    private func take(_ channel: Int, _ ring: MackieRing) {
        guard let share = ring.share, let control = bank[channel]?.pan else { return }
        let panel = bridge.value(of: control.name)?.share ?? 0.5
        // Eleven lamps cannot show what a finger can set.
        if abs(panel - share) <= Self.ringTolerance {
            if known.pots[channel].map({ abs($0 - share) > Self.ringTolerance }) ?? true {
                known.pots[channel] = panel
            }
            return bridge.engineConfirmed(control.name)
        }
        // The panel's pots are pushed once all rings are known.
        guard known.isSettled || bridge.isPull else {
            known.pots[channel] = share
            return
        }
        let isEcho = known.potEchoes[channel].takeConfirmation(
            share, within: Self.ringTolerance, at: bridge.loop.now)
        if isEcho {
            bridge.engineRepeated(control.name) { [weak self] in
                self?.adopt(share, ofPot: channel, control.name)
            }
        } else {
            adopt(share, ofPot: channel, control.name)
        }
    }

    /// The program has turned a pot.
    private func adopt(_ share: Double, ofPot channel: Int, _ control: String) {
        known.pots[channel] = share
        known.potEchoes[channel].reset()
        show(.share(share), control)
    }

    private func show(_ value: EngineValue, _ control: String) {
        if case .number(let number) = value, bridge.value(of: control)?.number == number { return }
        bridge.engineReported(value, of: control)
    }
}
