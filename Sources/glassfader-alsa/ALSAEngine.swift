import EventLoop
import GlassfaderBridge
import GlassfaderClient
import PanelProtocol

/// The mixer of a sound card.
final class ALSAEngine: BridgeEngine {
    private unowned let bridge: Bridge
    private let mode: BridgeMode

    private var settings = ALSASettings()
    private var bindings: [String: BoundElement] = [:]
    private var mixer: ALSAMixer?
    private var sources: [EventSource] = []
    private var retry: EngineRetry?
    private var settling: EventSource?

    /// A control and what its element has.
    private struct BoundElement {
        let binding: ALSABinding
        /// The driver's number that was set or read last.
        var known: Int?
        /// When it was set last.
        var sent: Duration?
    }

    /// A sound server may report an earlier value for so long after it was set.
    private static let settlingTime = Duration.milliseconds(100)

    init(_ bridge: Bridge, mode: BridgeMode) throws {
        self.bridge = bridge
        self.mode = mode
        retry = try EngineRetry(bridge) { [unowned self] in connect() }
        settling = try bridge.loop.timer(at: nil, accuracy: .milliseconds(20)) {
            [unowned self] _ in readChanges()
        }
    }

    // MARK: The panel file

    func configure(_ panel: BridgePanel) throws(BridgeProblem) -> Bindings {
        let settings = try ALSASettings(panel.settings)
        var report = Bindings()
        var bindings: [String: BoundElement] = [:]
        for control in panel.controls {
            guard let text = control.bind["alsa"] else { continue }
            do throws(BridgeProblem) {
                guard control.reading != nil else {
                    throw BridgeProblem("\(control.name): bind.alsa: the control has no value")
                }
                let binding = try ALSABinding(text, of: control)
                bindings[control.name] = BoundElement(binding: binding)
                report.controls.append(.init(control.name, binding.text, origin: "bind"))
            } catch {
                report.problems.append(error)
            }
        }
        self.bindings = bindings
        let isSameCard = settings == self.settings
        self.settings = settings
        switch mode {
        case .check: report.problems += problemsOfCard()
        case .dryRun: bridge.engineConnected()
        case .run:
            if mixer == nil || !isSameCard {
                disconnect()
                connect()
            } else {
                for name in bindings.keys { learn(name) }
                reportMissing()
            }
        }
        return report
    }

    /// Opens the card. Returns why it cannot be opened, or which bound elements it lacks.
    private func problemsOfCard() -> [BridgeProblem] {
        do throws(ALSAError) {
            mixer = try ALSAMixer(card: settings.card)
        } catch {
            return [BridgeProblem("\(error)")]
        }
        return bindings.values.map(\.binding).sorted { $0.control.name < $1.control.name }
            .compactMap { problem(with: $0).map { BridgeProblem($0) } }
    }

    private func problem(with binding: ALSABinding) -> String? {
        guard let mixer else { return nil }
        let name = "\(binding.control.name): bind.alsa: "
        guard let element = mixer.element(binding.element) else {
            let known = mixer.elements
            return name + "the card '\(settings.card)' has no '\(binding.element)'"
                + Suggestions.question(for: binding.element.description, among: known)
        }
        let lacking =
            switch binding.part {
            case .decibels, .volume: element.scale == nil ? "volume" : nil as String?
            case .toggle: element.isOn == nil ? "switch" : nil
            case .choice: element.words.isEmpty ? "words" : nil
            }
        return lacking.map { name + "'\(binding.element)' has no \($0)" }
    }

    private func reportMissing() {
        for bound in bindings.values {
            guard let problem = problem(with: bound.binding) else { continue }
            bridge.log.logOnce(problem, problem)
        }
    }

    // MARK: The card

    private func connect() {
        do {
            let mixer = try ALSAMixer(card: settings.card)
            sources = try mixer.descriptors.map { descriptor in
                try bridge.loop.ready(descriptor, for: .readable) { [unowned self] ready in
                    handleEvents(ready)
                }
            }
            self.mixer = mixer
        } catch {
            return lost("\(error)")
        }
        retry?.succeeded("card '\(settings.card)'")
        for name in bindings.keys { learn(name) }
        reportMissing()
        bridge.engineConnected()
    }

    private func lost(_ reason: String) {
        disconnect()
        retry?.failed("card '\(settings.card)'", reason)
    }

    private func disconnect() {
        retry?.stop()
        sources = []
        mixer = nil
        for name in bindings.keys {
            bindings[name]?.known = nil
            bindings[name]?.sent = nil
        }
        bridge.engineLost()
    }

    func panelLost() {}

    func close() {
        sources = []
        mixer = nil
    }

    // MARK: To the card

    func send(_ value: BridgeValue, of control: String) {
        guard let bound = bindings[control] else { return }
        if mode == .dryRun { return printValue(value, bound.binding) }
        guard let element = mixer?.element(bound.binding.element),
            let number = number(for: value, bound.binding, element), number != bound.known
        else { return }
        let isSet =
            switch bound.binding.part {
            case .decibels, .volume: element.setStep(number)
            case .toggle: element.setOn(number != 0)
            case .choice: element.choose(number)
            }
        guard isSet else {
            return bridge.log.logOnce(
                "rejected values",
                "\(control): the card rejects \(number) of '\(bound.binding.element)'")
        }
        bindings[control]?.known = number
        bindings[control]?.sent = bridge.loop.now
    }

    func endFrame() {}

    private func printValue(_ value: BridgeValue, _ binding: ALSABinding) {
        let text: String? =
            switch binding.part {
            case .decibels: value.decibels.map { "\($0) dB" }
            case .volume(let scale): scale.number(of: value).map { "\($0)" }
            case .toggle(let isInverted):
                value.number.map { ($0 > 0.5) != isInverted ? "on" : "off" }
            case .choice: value.index.map { binding.control.options[$0] }
            }
        if let text { bridge.printLine("\(binding.element) \(text)") }
    }

    /// The driver's number for a value.
    private func number(
        for value: BridgeValue, _ binding: ALSABinding, _ element: ALSAElement
    ) -> Int? {
        switch binding.part {
        case .decibels, .volume: element.scale?.step(for: value, binding.part)
        case .toggle(let isInverted): value.number.map { ($0 > 0.5) != isInverted ? 1 : 0 }
        case .choice: value.index.flatMap { choice($0, binding, element) }
        }
    }

    /// The element's index of a word of the control: by name, or by place if it has other names.
    private func choice(_ index: Int, _ binding: ALSABinding, _ element: ALSAElement) -> Int? {
        let words = element.words
        return words.firstIndex(of: binding.control.options[index])
            ?? (words.indices.contains(index) ? index : nil)
    }

    // MARK: From the card

    private func handleEvents(_ ready: Readiness) {
        do throws(ALSAError) {
            try mixer?.handleEvents()
        } catch {
            return lost("the card '\(settings.card)' is gone: \(error)")
        }
        if ready.contains(.failed) || ready.contains(.hungUp) {
            return lost("the card '\(settings.card)' is gone")
        }
        readChanges()
    }

    private func readChanges() {
        for name in bindings.keys.sorted() { read(name) }
    }

    func readAll() {
        for name in bindings.keys.sorted() {
            guard let number = present(name) else { continue }
            bindings[name]?.known = number
            show(number, name)
        }
    }

    /// The driver's number now.
    private func present(_ control: String) -> Int? {
        guard let binding = bindings[control]?.binding,
            let element = mixer?.element(binding.element)
        else { return nil }
        switch binding.part {
        case .decibels, .volume: return element.step
        case .toggle: return element.isOn.map { $0 ? 1 : 0 }
        case .choice: return element.choice
        }
    }

    /// Notes what the card has.
    private func learn(_ control: String) {
        let number = present(control)
        bindings[control]?.known = number
    }

    private func read(_ control: String) {
        let known = bindings[control]?.known
        let number = present(control)
        guard let number, number != known else {
            if number == nil { bindings[control]?.known = nil }
            return
        }
        if known == nil, !settings.isPull {
            // An element that came back, as that of a headset.
            return bridge.sendAgain(control)
        }
        // For a while, the card may still report values from before the last one that was sent. A
        // value that remains after that is from another program.
        if let sent = bindings[control]?.sent, bridge.loop.now - sent < Self.settlingTime {
            try? settling?.fire(at: sent + Self.settlingTime)
            return
        }
        bindings[control]?.known = number
        show(number, control)
    }

    private func show(_ number: Int, _ control: String) {
        guard let binding = bindings[control]?.binding,
            let element = mixer?.element(binding.element)
        else { return }
        // The panel has this value already, within a step of the driver.
        if let value = bridge.value(of: control),
            self.number(for: value, binding, element) == number
        {
            return
        }
        switch binding.part {
        case .decibels, .volume:
            guard let value = element.scale?.engineValue(of: number, binding.part) else { return }
            bridge.engineReported(value, of: control)
        case .toggle(let isInverted):
            bridge.engineReported(.number((number != 0) != isInverted ? 1 : 0), of: control)
        case .choice:
            let words = element.words
            guard words.indices.contains(number) else { return }
            let isKnown = binding.control.options.contains(words[number])
            bridge.engineReported(
                isKnown ? .value(.text(words[number])) : .number(Double(number)), of: control)
        }
    }
}
