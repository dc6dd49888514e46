import GlassfaderBridge
import GlassfaderClient

/// A control and its address in the engine.
struct OSCBinding {
    let control: PanelControl
    let address: String
    /// The arguments before the value.
    let leading: [OSCMessage.Argument]
    let scale: EngineScale

    /// The message that sets a value; `nil` if the engine cannot have it.
    func message(_ value: BridgeValue) -> OSCMessage? {
        let arguments = scale.arguments(of: value)
        return arguments.isEmpty ? nil : OSCMessage(address, leading + arguments)
    }

    /// The message that asks for the value, by the dialect's form.
    func question(_ form: String) -> OSCMessage? {
        let text = form.substituting("{address}", address)
        let own = text.substituting("{arguments}", "")
        guard var message = OSCMessage(words: own) else { return nil }
        if text.contains("{arguments}") { message.arguments += leading }
        return message
    }

    /// The values in a message to the address; `nil` if it is about something else.
    func values(in message: OSCMessage) -> ArraySlice<OSCMessage.Argument>? {
        message.arguments(after: leading)
    }

    /// The numbers of a value: one for each part. That of a word is its index among the options,
    /// and that of a colour its red, green and blue.
    func numbers(in values: ArraySlice<OSCMessage.Argument>) -> [Double] {
        (control.parts.count > 1 ? values : values.suffix(1)).compactMap(number)
    }

    private func number(of argument: OSCMessage.Argument) -> Double? {
        guard let word = argument.text else { return argument.number }
        if let index = control.options.firstIndex(of: word) { return Double(index) }
        guard word.utf8.count == 7, word.hasPrefix("#") else { return nil }
        return UInt32(word.dropFirst(), radix: 16).map(Double.init)
    }

    /// Whether numbers in the engine are a value of the panel, as far as both are rounded.
    func isSame(_ numbers: [Double], _ value: BridgeValue) -> Bool {
        let sent = self.numbers(in: scale.arguments(of: value)[...])
        if sent.isSame(as: numbers, within: scale.tolerance) { return true }
        guard let step = control.step, numbers.count == 1, let own = panelNumber(numbers[0]),
            let panel = value.number
        else { return false }
        return abs(own - panel) <= step / 2 + 1e-9
    }

    /// Whether an engine may have made these numbers of some between two that it was sent, by
    /// rounding: they differ by at most a fiftieth of the control's range.
    func isRounding(_ numbers: [Double], of sent: ClosedRange<Double>) -> Bool {
        guard !control.isDiscrete, let minimum = control.minimum, let maximum = control.maximum,
            numbers.count == 1, let own = panelNumber(numbers[0]),
            let one = panelNumber(sent.lowerBound), let other = panelNumber(sent.upperBound)
        else { return false }
        let most = (maximum - minimum) / 50
        return own >= min(one, other) - most && own <= max(one, other) + most
    }

    /// The panel's number for one of the engine's.
    private func panelNumber(_ number: Double) -> Double? {
        guard
            case .number(let own)? = scale.engineValue(of: [.float(Float(number))], for: control)?
                .value(for: control)
        else { return nil }
        return own
    }

    /// As a person would write it: `/strip/gain 1 as db`.
    var text: String { OSCMessage(address, leading).text }
}

extension OSCBinding {
    /// Reads `/strip/gain 1`, and after ` as ` the name of a scale. Without one, it is the
    /// dialect's for this address, or else for this kind of control.
    init(
        _ text: String, of control: PanelControl, dialect: Dialect, scale preset: EngineScale? = nil
    ) throws(BridgeProblem) {
        let (address, name) = text.splittingScale
        var scale = preset
        if let name {
            guard let written = EngineScale(name) else {
                throw Self.problem(control, text, EngineScale.mistake(in: name))
            }
            scale = written
        }
        guard let message = OSCMessage(words: address) else {
            throw Self.problem(
                control, text, "expected an address such as /ch/01/mix/fader, and perhaps ' as LAW'"
            )
        }
        self.control = control
        self.address = message.address
        leading = message.arguments
        self.scale =
            scale ?? dialect.scale(ofAddress: address)
            ?? (control.unit == "dB" && control.parts.count < 2
                ? dialect.level : control.isToggle ? dialect.toggle : dialect.other)
        if let problem = self.scale.problem(with: control) {
            throw Self.problem(control, text, "the control \(problem)")
        }
    }

    private static func problem(
        _ control: PanelControl, _ text: String, _ reason: String
    ) -> BridgeProblem {
        BridgeProblem("\(control.name): bind.osc = \"\(text)\": \(reason)")
    }
}
