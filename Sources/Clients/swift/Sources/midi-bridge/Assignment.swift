import GlassfaderBridge
import GlassfaderClient

/// A control of the panel and the MIDI controller that is assigned to it.
struct Assignment {
    /// The number of the controller: 0...119, or 0...31 with 14 bits.
    let controller: UInt8
    /// Whether the controller 32 above carries seven further bits.
    let hasFineBits: Bool
    /// How the value of the control is written as a position, 0...1.
    let scale: EngineScale

    /// Reads `7`, `1:14` or `7 as x32`.
    init(_ text: String, of control: PanelControl) throws(BridgeProblem) {
        func problem(_ reason: String) -> BridgeProblem {
            BridgeProblem("\(control.name): bind.rawmidi = \"\(text)\": \(reason)")
        }
        let words = text.split(separator: " ")
        let numbers = (words.first ?? "").split(separator: ":", omittingEmptySubsequences: false)
        guard let first = numbers.first, let controller = UInt8(first),
            numbers.count == 1 || numbers.dropFirst().elementsEqual(["14"]),
            controller < (numbers.count == 2 ? 32 : 120)
        else { throw problem("expected a controller such as 7, or 1:14 with fourteen bits") }
        self.controller = controller
        hasFineBits = numbers.count == 2
        switch words.dropFirst().first {
        case nil where control.isToggle: scale = .on
        case nil where control.unit == "dB": scale = .fader(.midiCC7)
        case nil: scale = .range(0, 1)
        case "as":
            let name = words.dropFirst(2).joined(separator: " ")
            guard let scale = EngineScale(name) else {
                throw problem(EngineScale.mistake(in: name))
            }
            self.scale = scale
        default: throw problem("expected 'as' and a law after the controller")
        }
        if let reason = scale.problem(with: control) { throw problem("the control \(reason)") }
    }

    /// The greatest number, at the end of the travel.
    private var greatest: Int { hasFineBits ? 16383 : 127 }

    /// The number that stands for a value; `nil` if the scale has none for it.
    func number(_ value: BridgeValue) -> Int? {
        scale.number(of: value).map { position in
            Int((min(max(position, 0), 1) * Double(greatest)).rounded())
        }
    }

    /// The value that a number stands for.
    func value(_ number: Int) -> EngineValue? {
        scale.engineValue(of: Double(number) / Double(greatest))
    }

    /// The messages for a number.
    func messages(_ number: Int, channel: UInt8) -> [UInt8] {
        let status = 0xB0 | channel
        guard hasFineBits else { return [status, controller, UInt8(number)] }
        return [
            status, controller, UInt8(number >> 7), status, controller + 32, UInt8(number & 127),
        ]
    }

    /// The number that a message completes; `nil` if it is for another control or incomplete.
    func number(in change: ControlChange, coarse: [UInt8: Int]) -> Int? {
        guard hasFineBits else {
            return change.controller == controller ? Int(change.value) : nil
        }
        guard change.controller == controller + 32 else { return nil }
        return coarse[controller, default: 0] << 7 | Int(change.value)
    }
}
