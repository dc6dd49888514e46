import FaderLaws
import GlassfaderBridge
import GlassfaderClient

/// A control and its element in the mixer.
struct ALSABinding {
    let control: PanelControl
    let element: ElementAddress
    let part: Part

    /// The part of the element that a control sets.
    enum Part: Equatable, CustomStringConvertible {
        /// The volume in the driver's dB, or else by the scale of software mixers.
        case decibels
        /// The volume as the share of the driver's range that a scale has.
        case volume(EngineScale)
        /// The switch; inverted for a mute.
        case toggle(isInverted: Bool)
        /// One of the words of an enumerated element.
        case choice

        var description: String {
            switch self {
            case .decibels: "db"
            case .volume(let scale): scale.description
            case .toggle(let isInverted): isInverted ? "off" : "on"
            case .choice: "index"
            }
        }
    }

    /// The scale of a volume without dB: what PulseAudio, PipeWire and alsamixer have.
    static let software = EngineScale.fader(.cubic)

    /// As a person would write it: `Master as db`.
    var text: String { "\(element) as \(part)" }

    /// Reads `PCM,1`, and after ` as ` the name of a scale.
    init(_ text: String, of control: PanelControl) throws(BridgeProblem) {
        let (address, scale) = text.splittingScale
        guard let element = ElementAddress(address) else {
            throw Self.problem(control, text, "expected \(ElementAddress.form)")
        }
        self.control = control
        self.element = element
        part = try Self.part(control, text, scale)
    }

    private static func part(
        _ control: PanelControl, _ text: String, _ name: String?
    ) throws(BridgeProblem) -> Part {
        guard let name else { return try part(of: control, text) }
        guard let scale = EngineScale(name) else {
            throw problem(control, text, EngineScale.mistake(in: name))
        }
        if let reason = scale.problem(with: control) {
            throw problem(control, text, "the control \(reason)")
        }
        switch scale {
        case .decibels: return .decibels
        case .gain, .fader, .linear, .range(0, 1): return .volume(scale)
        case .on: return .toggle(isInverted: false)
        case .off: return .toggle(isInverted: true)
        case .index: return .choice
        case .value, .range, .logarithmic:
            throw problem(
                control, text,
                "a mixer has no '\(scale)': expected db, gain, range, on, off, index or a fader law"
            )
        }
    }

    private static func part(
        of control: PanelControl, _ text: String
    ) throws(BridgeProblem) -> Part {
        if control.isToggle {
            return .toggle(
                isInverted: control.name == "mute" || control.name.hasSuffix(".mute"))
        }
        if !control.options.isEmpty { return .choice }
        if control.unit == "dB", control.parts.count < 2 { return .decibels }
        guard control.minimum != nil, control.parts.count < 2 else {
            throw problem(control, text, "a control with one number is needed")
        }
        return .volume(.range(0, 1))
    }

    private static func problem(
        _ control: PanelControl, _ text: String, _ reason: String
    ) -> BridgeProblem {
        BridgeProblem("\(control.name): bind.alsa = \"\(text)\": \(reason)")
    }
}
