import GlassfaderBridge
import GlassfaderClient
import PanelProtocol

/// Controls as the daemon lists them.
enum Listed {
    static func control(_ members: String) throws -> PanelControl {
        let line = #"{"controls":[{"# + members + "}]}"
        let list = PanelControl.list(try JSON.object(parsing: Array(line.utf8)[...]))
        return list[0]
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
}
