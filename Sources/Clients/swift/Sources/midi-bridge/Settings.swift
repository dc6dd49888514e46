import GlassfaderBridge
import GlassfaderClient

/// The table `[bridges.rawmidi]`.
struct Settings: Equatable {
    /// The path of the device.
    var device: String
    /// 0...15.
    var channel: UInt8 = 0

    init(_ table: [String: BridgeSetting]) throws(BridgeProblem) {
        try table.check("rawmidi", keys: ["device", "channel"])
        guard case .text(let device)? = table["device"] else {
            throw BridgeProblem(
                "[bridges.rawmidi]: 'device': expected a path such as \"/dev/snd/midiC1D0\"")
        }
        self.device = device
        guard let setting = table["channel"] else { return }
        guard case .number(let number) = setting, let channel = UInt8(exactly: number),
            (1...16).contains(channel)
        else { throw BridgeProblem("[bridges.rawmidi]: 'channel': expected 1 to 16") }
        self.channel = channel - 1
    }
}
