import ArgumentParser
import GlassfaderBridge

// midi-bridge: links controls of a Glassfader panel to the controllers of a raw MIDI device.
//
// It is the example of a bridge of your own. The library connects to the panel and connects again,
// sends one value of a control in a frame, and has the options. What is left is this: how the
// addresses are written, and how the engine is reached. The panel file says
//
//     [bridges.rawmidi]
//     device = "/dev/snd/midiC1D0"
//     channel = 2
//
// and for each control `bind = { rawmidi = "7" }`, or "1:14" for fourteen bits, or "7 as x32" for
// another law than that of MIDI.

struct MIDIBridge: BridgeKind {
    static let configuration = CommandConfiguration(
        commandName: "midi-bridge", abstract: "Link a panel and a raw MIDI device.",
        subcommands: [RunCommand<Self>.self, CheckCommand<Self>.self],
        defaultSubcommand: RunCommand<Self>.self)

    static let bridge = "rawmidi"

    static func makeEngine(
        _ bridge: Bridge, _ mode: BridgeMode, _ options: NoOptions
    ) throws -> any BridgeEngine {
        try RawMIDI(bridge, mode)
    }
}

MIDIBridge.main()
