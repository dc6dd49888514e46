import FaderLaws
import GlassfaderBridge
import GlassfaderClient

/// A control and its address in MIDI.
struct MIDIBinding {
    let control: PanelControl
    let address: MIDIAddress
    let scale: EngineScale
    /// Whether each press of a key at the other end switches the control.
    let isPress: Bool

    /// Whether the scale was written with its ends: `range 0 1`.
    private let hasEnds: Bool

    /// As a person would write it: `cc 7 channel 1 as midi_cc7`.
    var text: String {
        let scale = hasEnds && scale == .range(0, 1) ? "range 0 1" : scale.description
        return "\(address) as \(isPress ? Self.press : scale)"
    }

    /// The scale of a control that is switched by each press.
    private static let press = "press"

    /// Reads `cc 7 channel 1`, and after ` as ` the name of a scale.
    init(_ text: String, of control: PanelControl) throws(BridgeProblem) {
        func problem(_ reason: String) -> BridgeProblem {
            BridgeProblem("\(control.name): bind.midi = \"\(text)\": \(reason)")
        }
        let (place, name) = text.splittingScale
        guard let address = MIDIAddress(place) else {
            throw problem("expected \(MIDIAddress.form)")
        }
        self.control = control
        self.address = address
        isPress = name == Self.press
        hasEnds = name?.contains(" ") ?? false
        guard let name else {
            guard let scale = Self.scale(of: control) else {
                throw problem("the control has several values or none: MIDI needs one")
            }
            self.scale = scale
            return
        }
        guard let scale = isPress ? .on : EngineScale(name) else {
            throw problem(EngineScale.mistake(in: name, others: [Self.press]))
        }
        if let reason = scale.problem(with: control) { throw problem("the control \(reason)") }
        if isPress, !control.isToggle {
            throw problem("'press' needs a control that is on or off")
        }
        if case .decibels = scale {
            throw problem("'db' needs a range for MIDI, such as db -70 0")
        }
        if control.parts.count > 1 {
            throw problem("the control has \(control.parts.count) values: MIDI needs one")
        }
        self.scale = scale
    }

    private static func scale(of control: PanelControl) -> EngineScale? {
        if control.isToggle { return .on }
        if !control.options.isEmpty { return .index }
        guard control.parts.count < 2 else { return nil }
        if control.unit == "dB" { return .fader(.midiCC7) }
        return control.minimum == nil ? nil : .range(0, 1)
    }

    /// Whether the scale's numbers are MIDI's own, and not parts of a whole.
    private var isAbsolute: Bool {
        switch scale {
        case .value, .index: true
        case .range: hasEnds
        default: false
        }
    }

    /// Whether the numbers are parts of a whole, which the other end may round otherwise than this
    /// one.
    var isRounded: Bool { !isAbsolute && scale != .on && scale != .off }

    /// The number that stands for a value; `nil` if it has none.
    func number(_ value: BridgeValue) -> Int? {
        guard let number = scale.number(of: value), number.isFinite else { return nil }
        let scaled = isAbsolute ? number : number * Double(address.greatest)
        return Int(min(max(scaled.rounded(.toNearestOrAwayFromZero), 0), Double(address.greatest)))
    }

    /// The value that a number stands for; `nil` if it is none.
    func engineValue(of number: Int) -> EngineValue? {
        if scale == .on || scale == .off {
            // A note is on however softly it is played.
            let isOn: Bool
            if case .note = address.kind {
                isOn = number > 0
            } else {
                isOn = number * 2 > address.greatest
            }
            return scale.engineValue(of: isOn ? 1 : 0)
        }
        guard !isAbsolute else { return scale.engineValue(of: Double(number)) }
        // 128 and 16384 numbers have no middle: 64 and 8192 stand for it.
        let isMiddle = scale == .range(0, 1) && number == (address.greatest + 1) / 2
        let position = isMiddle ? 0.5 : Double(number) / Double(address.greatest)
        return scale.engineValue(of: position)
    }
}
