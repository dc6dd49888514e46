import FaderLaws
import GlassfaderBridge
import GlassfaderClient

/// The table `[bridges.midi]`.
struct MIDISettings: Equatable {
    /// Where MIDI comes from and goes to.
    enum System: String, CaseIterable {
        /// ALSA's sequencer where there is one, and JACK otherwise.
        case auto
        case alsa
        case jack
    }

    /// Who is at the other end.
    enum Mode: String, CaseIterable {
        /// A device or program that the panel controls. The panel also shows its own changes.
        case engine
        /// A controller that moves the panel's controls, as fingers do.
        case controller
        /// A Mackie Control that follows the panel.
        case mackie
        /// A program that expects a Mackie Control: the panel is one.
        case mackieController = "mackie-controller"
    }

    var system = System.auto
    var mode = Mode.engine
    /// From the positions of Mackie faders to dB.
    var law = FaderLaw.x32
    /// The ports to connect to; `nil` for none.
    var port: PortPattern?
    /// The scene of each program, 0...127.
    var programs: [UInt8: String] = [:]
    /// The channel of program changes, 0...15.
    var programChannel: UInt8 = 0

    private static let keys = [
        "system", "mode", "port", "law", "programs", "program_channel",
    ]

    init() {}

    /// Reads the table.
    init(_ table: [String: BridgeSetting]) throws(BridgeProblem) {
        try table.check("midi", keys: Self.keys)
        system = try Self.word("system", table) ?? .auto
        mode = try Self.word("mode", table) ?? .engine
        // Ardour is the program of this kind that runs where the panel does.
        law = try Self.word("law", table) ?? (mode == .mackieController ? .ardour : .x32)
        if let setting = table["port"] {
            guard let text = setting.text, !text.isEmpty else {
                throw BridgeProblem(
                    "[bridges.midi]: 'port': expected a part of a port's name, such as \"nanoKONTROL\""
                )
            }
            port = PortPattern(text)
        }
        if let setting = table["program_channel"] {
            guard let number = setting.number, let channel = UInt8(exactly: number),
                (1...16).contains(channel)
            else { throw BridgeProblem("[bridges.midi]: 'program_channel': expected 1 to 16") }
            programChannel = channel - 1
        }
        guard let setting = table["programs"] else { return }
        guard let scenes = setting.table else {
            throw BridgeProblem(
                "[bridges.midi]: 'programs': expected a table such as { \"5\" = \"Scene name\" }")
        }
        for (key, scene) in scenes {
            guard let program = UInt8(key), program < 128, let name = scene.text else {
                throw BridgeProblem(
                    "[bridges.midi]: 'programs': '\(key)': expected a program from 0 to 127, and "
                        + "the name of a scene")
            }
            programs[program] = name
        }
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ table: [String: BridgeSetting]
    ) throws(BridgeProblem) -> Word? where Word.RawValue == String {
        guard let setting = table[key] else { return nil }
        guard let word = setting.text.flatMap(Word.init(rawValue:)) else {
            let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw BridgeProblem("[bridges.midi]: '\(key)': expected one of \(words)")
        }
        return word
    }
}
