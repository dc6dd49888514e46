import EventLoop
import GlassfaderBridge
import GlassfaderClient

/// An instrument, a program or a plain controller: each control has an address of its own.
final class BoundRole: MIDIRole {
    let report: Bindings
    var output: ([MIDIMessage]) -> Void = { _ in }

    private unowned let bridge: Bridge
    /// Whether the other end is a person's hand, and not what the panel controls.
    private let isController: Bool
    private var bindings: [String: BoundNumber] = [:]
    private var receivers: [MIDIAddress: [String]] = [:]
    private var assembler = MIDIAssembler()
    private var patience: EventSource?
    private var frame: [MIDIMessage] = []

    /// A control and the number that the other end has.
    private struct BoundNumber {
        let binding: MIDIBinding
        /// What was sent or received last.
        var known: Int?
        var echoes = EchoFilter()
    }

    /// Reads the binds of a panel, except those of controls that are served otherwise.
    ///
    /// - Parameter use: What an address is used for otherwise; `nil` for nothing.
    init(
        _ bridge: Bridge, _ panel: BridgePanel, isController: Bool, except others: Set<String> = [],
        use: (MIDIAddress) -> String? = { _ in nil }
    ) {
        self.bridge = bridge
        self.isController = isController
        var report = Bindings()
        for control in panel.controls {
            guard let text = control.bind["midi"], !others.contains(control.name) else { continue }
            do throws(BridgeProblem) {
                guard control.reading != nil else {
                    throw BridgeProblem("\(control.name): bind.midi: the control has no value")
                }
                let binding = try MIDIBinding(text, of: control)
                if let use = use(binding.address) {
                    throw BridgeProblem(
                        "\(control.name): bind.midi = \"\(text)\": the address is that of \(use)")
                }
                bindings[control.name] = BoundNumber(binding: binding)
                receivers[binding.address, default: []].append(control.name)
                report.controls.append(.init(control.name, binding.text, origin: "bind"))
            } catch {
                report.problems.append(error)
            }
        }
        self.report = report
        assembler.wanted = Set(receivers.keys)
        patience = try? bridge.loop.timer(at: nil) { [unowned self] now in
            for reading in assembler.takeDue(at: now) { take(reading) }
            wait()
        }
    }

    func takeOver(from role: any MIDIRole) {
        guard let old = role as? BoundRole else { return }
        for (name, bound) in old.bindings
        where bindings[name]?.binding.address == bound.binding.address {
            bindings[name]?.known = bound.known
            bindings[name]?.echoes = bound.echoes
        }
    }

    func connected() {
        for name in bindings.keys { bindings[name]?.known = nil }
    }

    func messagesDropped() { connected() }

    func disconnected() {
        for name in bindings.keys {
            bindings[name]?.known = nil
            bindings[name]?.echoes.reset()
        }
    }

    /// Whether a control is bound here.
    func serves(_ control: String) -> Bool { bindings[control] != nil }

    func panelEvent(_ event: PanelEvent) {
        // A controller shows all that the panel shows: also what an engine has reported.
        guard isController, case .valueChanged(let change) = event, change.source == "feedback"
        else { return }
        if serves(change.control) { bridge.sendAgain(change.control) }
    }

    // MARK: To MIDI

    func send(_ value: BridgeValue, of control: String) {
        guard let bound = bindings[control], let number = bound.binding.number(value),
            number != bound.known
        else { return }
        bindings[control]?.known = number
        bindings[control]?.echoes.noteSent(Double(number), at: bridge.loop.now)
        frame += bound.binding.address.messages(number)
    }

    func endFrame() {
        output(frame)
        frame.removeAll(keepingCapacity: true)
    }

    // MARK: From MIDI

    func receive(_ message: MIDIMessage) {
        for reading in assembler.readings(of: message, at: bridge.loop.now) { take(reading) }
        wait()
    }

    /// Waits for the other half of a number.
    private func wait() {
        guard let due = assembler.nextDue else { return }
        try? patience?.fire(at: due)
    }

    private func take(_ reading: MIDIAssembler.Reading) {
        for control in receivers[reading.address] ?? [] { take(reading.number, control) }
    }

    private func take(_ number: Int, _ control: String) {
        guard var bound = bindings[control], let value = bound.binding.engineValue(of: number)
        else { return }
        let panel = bridge.value(of: control)
        if bound.binding.isPress {
            guard number > 0 else { return }
            return move(.number(panel?.number ?? 0 > 0.5 ? 0 : 1), control)
        }
        // What was received before may be on its way to the panel.
        if let panel, bound.binding.number(panel) == number, bound.known ?? number == number {
            // The panel has this value: it is a confirmation, or somebody has set the same value.
            bindings[control]?.known = number
            return bridge.engineConfirmed(control)
        }
        // A hand confirms nothing.
        let tolerance = bound.binding.isRounded ? 1 : 0.5
        let isEcho = bound.echoes.takeConfirmation(
            Double(number), within: tolerance, at: bridge.loop.now)
        bindings[control]?.echoes = bound.echoes
        if isEcho, !isController, let panel, let sent = bound.binding.number(panel),
            abs(number - sent) <= Int(tolerance)
        {
            // The panel's value, as the other end rounds it.
            bindings[control]?.known = sent
            return bridge.engineConfirmed(control)
        }
        if isEcho, !isController {
            return bridge.engineRepeated(control) { [weak self] in
                self?.adopt(number, value, control)
            }
        }
        adopt(number, value, control)
    }

    /// The other end has another number than the panel.
    private func adopt(_ number: Int, _ value: EngineValue, _ control: String) {
        bindings[control]?.known = number
        bindings[control]?.echoes.reset()
        move(value, control)
    }

    private func move(_ value: EngineValue, _ control: String) {
        if isController {
            bridge.controllerChanged(value, of: control)
        } else {
            bridge.engineReported(value, of: control)
        }
    }
}
