import GlassfaderClient
import Glibc

// midi-bridge: links controls of a Glassfader panel to MIDI controllers.
//
//     midi-bridge [--channel 1...16] [--surface] [--socket PATH] DEVICE CONTROL=CONTROLLER[:14]...
//     midi-bridge /dev/snd/midiC1D0 ch1.level=7 ch1.pan=10 master.level=1:14
//
// DEVICE is a raw MIDI device of ALSA. With :14, a control has 14 bits: seven of the controller,
// whose number is below 32, and seven of the one 32 above it.
// Members of VCAs are sent with their effective levels, which a mixer needs. With --surface, the
// device has faders of its own, and gets the positions of those on the panel.

/// Ends the program with an error message.
func fail(_ reason: String, status: Int32 = 1) -> Never {
    report(reason)
    exit(status)
}

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    let port = try MIDIPort(path: options.device)
    let panel = try PanelSession(
        following: PanelSubscription(to: options.assignments.map(\.control)),
        path: options.socket, name: "midi-bridge")
    let bridge = Bridge(
        panel: panel, port: port, assignments: options.assignments, channel: options.channel,
        isSurface: options.isSurface)
    try await bridge.run()
} catch let error as Options.UsageError {
    fail(
        "\(error.problem)\nusage: midi-bridge [--channel 1...16] [--surface] [--socket PATH] "
            + "DEVICE CONTROL=CONTROLLER[:14]...", status: 2)
} catch {
    fail("\(error)")
}
