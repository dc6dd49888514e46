import GlassfaderBridge
import GlassfaderClient
import PanelProtocol
import Testing

/// Controls of a panel, as `list` has them.
enum MIDITestControl {
    static let level =
        #"{"control":"ch1.level","type":"slider","unit":"dB","min":-90,"max":10,"value":-12,"norm":0.5,"gain":0.25}"#
    static let mute =
        #"{"control":"ch1.mute","type":"switch","values":[{"value":0,"label":"off"},{"value":1,"label":"on"}],"value":0,"norm":0}"#
    static let boost =
        #"{"control":"ch1.boost","type":"switch","values":[{"value":0,"label":"off"},{"value":1,"label":"on"}],"value":0,"norm":0}"#
    static let source =
        #"{"control":"ch1.source","type":"segmented","options":["mic","line"],"value":"mic","norm":0}"#
    static let percent =
        #"{"control":"ch1.gain","type":"slider","min":0,"max":100,"value":0,"norm":0}"#
}

extension PanelControl {
    static func named(_ json: String) throws -> PanelControl {
        try #require(PanelControl(JSON.object(parsing: Array(json.utf8)[...])))
    }
}

extension BridgeValue {
    /// A level of a fader in dB.
    static func level(_ level: Double) throws -> BridgeValue {
        let control = try PanelControl.named(MIDITestControl.level)
        let isSilent = level == -.infinity
        let reading = PanelReading(
            value: .number(isSilent ? -90 : level), norm: .number(0), gain: isSilent ? 0 : 1)
        return BridgeValue(reading, of: control)
    }

    /// A number between its ends.
    static func share(_ share: Double) throws -> BridgeValue {
        let control = try PanelControl.named(MIDITestControl.percent)
        return BridgeValue(
            PanelReading(value: .number(100 * share), norm: .number(share)), of: control)
    }
}
