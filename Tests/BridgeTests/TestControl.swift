import GlassfaderBridge
import GlassfaderClient
import PanelProtocol
import Testing

/// Controls of a panel, as `list` has them.
enum TestControl {
    static let level =
        #"{"control":"ch1.level","type":"slider","unit":"dB","min":-90,"max":10,"value":-12,"norm":0.5,"gain":0.25}"#
    static let mute =
        #"{"control":"ch1.mute","type":"switch","values":[{"value":0,"label":"off"},{"value":1,"label":"on"}],"value":0,"norm":0}"#
    static let titledMute =
        #"{"control":"ch1.mute","type":"switch","values":[{"value":0,"label":"Mute"},{"value":1,"label":"Muted"}],"value":0,"norm":0}"#
    static let boost =
        #"{"control":"ch1.boost","type":"switch","values":[{"value":0,"label":"off"},{"value":1,"label":"on"}],"value":0,"norm":0}"#
    static let source =
        #"{"control":"ch1.source","type":"segmented","options":["mic","line"],"value":"mic","norm":0}"#
    static let percent =
        #"{"control":"ch1.gain","type":"slider","min":0,"max":100,"value":0,"norm":0}"#

    static func control(_ members: String) throws -> PanelControl {
        try .named("{" + members + "}")
    }

    static func fader(
        _ name: String = "ch1.level", at level: Double = 0, bind: String? = nil
    ) throws -> PanelControl {
        let gain = level <= -90 ? 0 : 1
        return try control(
            #""control":"\#(name)","type":"slider","unit":"dB","min":-90,"max":10,"min_is_off":true,"#
                + #""step":0.1,"access":"rw","value":\#(level),"norm":0.75,"gain":\#(gain)"#
                + (bind.map { #","bind":{"osc":"\#($0)"}"# } ?? ""))
    }

    static func knob(
        _ name: String = "ch1.pan", at value: Double = 0, bind: String? = nil
    ) throws -> PanelControl {
        try control(
            #""control":"\#(name)","type":"knob","min":-100,"max":100,"access":"rw","#
                + #""value":\#(value),"norm":0.5"#
                + (bind.map { #","bind":{"osc":"\#($0)"}"# } ?? ""))
    }

    static func mute(_ name: String = "ch1.mute", on: Bool = false) throws -> PanelControl {
        try control(
            #""control":"\#(name)","type":"switch","min":0,"max":1,"access":"rw","#
                + #""values":[{"value":0,"label":"off"},{"value":1,"label":"on"}],"#
                + #""value":\#(on ? 1 : 0),"norm":\#(on ? 1 : 0)"#)
    }

    static func meter(_ name: String = "ch1.meter", bind: String? = nil) throws -> PanelControl {
        try control(
            #""control":"\#(name)","type":"meter","channels":2,"access":"w""#
                + (bind.map { #","bind":{"osc":"\#($0)"}"# } ?? ""))
    }

    static func choice() throws -> PanelControl {
        try control(
            #""control":"eq.mode","type":"segmented","options":["off","low","high"],"access":"rw","#
                + #""value":"low","norm":0.5"#)
    }

    static func strip(_ name: String, bind: String? = nil, controls: [String]) throws
        -> PanelStrip
    {
        let names = controls.map { "\"\($0)\"" }.joined(separator: ",")
        let line =
            #"{"strips":[{"strip":"\#(name)","label":"","visible":true,"pages":["main"],"controls":[\#(names)]"#
            + (bind.map { #","bind":{"osc":"\#($0)"}"# } ?? "") + "}]}"
        return PanelStrip.list(try JSON.object(parsing: Array(line.utf8)[...]))[0]
    }
}

extension PanelControl {
    /// The present value, as an engine gets it.
    var bridgeValue: BridgeValue? { reading.map { BridgeValue($0, of: self) } }

    static func named(_ json: String) throws -> PanelControl {
        try #require(PanelControl(JSON.object(parsing: Array(json.utf8)[...])))
    }
}

extension BridgeValue {
    /// A level of a fader in dB.
    static func level(_ level: Double) throws -> BridgeValue {
        let control = try PanelControl.named(TestControl.level)
        let isSilent = level == -.infinity
        let reading = PanelReading(
            value: .number(isSilent ? -90 : level), norm: .number(0), gain: isSilent ? 0 : 1)
        return BridgeValue(reading, of: control)
    }

    /// A number between its ends.
    static func share(_ share: Double) throws -> BridgeValue {
        let control = try PanelControl.named(TestControl.percent)
        return BridgeValue(
            PanelReading(value: .number(100 * share), norm: .number(share)), of: control)
    }
}
