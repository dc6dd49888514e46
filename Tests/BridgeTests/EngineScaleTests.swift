import GlassfaderBridge
import GlassfaderClient
import Testing

@testable import glassfader_osc

@Suite struct EngineScaleTests {
    private func sent(_ scale: String, _ control: PanelControl) throws -> Double? {
        let scale = try #require(EngineScale(scale))
        return control.bridgeValue.flatMap { scale.arguments(of: $0).first?.number }
    }

    private func shown(_ scale: String, _ number: Float, _ control: PanelControl) throws
        -> PanelValue?
    {
        let scale = try #require(EngineScale(scale))
        return scale.engineValue(of: [.float(number)], for: control)?.value(for: control)
    }

    @Test(arguments: [("x32", 0.6), ("cubic", 0.794328), ("ardour", 0.606968), ("gain", 0.501187)])
    func `minus six dB are where each engine has them`(_ scale: String, _ position: Double) throws {
        let number = try #require(try sent(scale, TestControl.fader(at: -6)))
        #expect(abs(number - position) < 1e-5)
        let value = try shown(scale, Float(position), TestControl.fader())
        guard case .number(let level) = value else {
            Issue.record("\(scale): \(String(describing: value))")
            return
        }
        #expect(abs(level + 6) < 1e-3)
    }

    @Test func `silence is silence in every scale`() throws {
        let off = try TestControl.fader(at: -90)
        #expect(try sent("x32", off) == 0)
        #expect(try sent("gain", off) == 0)
        #expect(try sent("db", off) == -200)
        #expect(try sent("db -193", off) == -193)
        for (scale, number) in [("x32", Float(0)), ("gain", 0), ("db -193", -193), ("ardour", 0)] {
            #expect(try shown(scale, number, TestControl.fader()) == .number(-90))
        }
    }

    @Test func `a colour moves both ways as a word`() throws {
        let color = try TestControl.control(
            ##""control":"k.col","type":"color","value":"#123456","norm":0"##)
        let scale = try #require(EngineScale("value"))
        #expect(color.bridgeValue.map { scale.arguments(of: $0) } == [.string("#123456")])
        let value = scale.engineValue(of: [.string("#00ff00")], for: color)?.value(for: color)
        #expect(value == .text("#00ff00"))
        #expect(try scale.engineValue(of: [.string("loud")], for: TestControl.fader()) == nil)
    }

    @Test func `a mute is inverted where the engine has a channel that is on`() throws {
        #expect(try sent("off", TestControl.mute(on: true)) == 0)
        #expect(try sent("on", TestControl.mute(on: true)) == 1)
        #expect(try shown("off", 0, TestControl.mute()) == .number(1))
        #expect(try shown("on", 0, TestControl.mute()) == .number(0))
    }

    @Test func `pan goes from one end to the other`() throws {
        #expect(try sent("range", TestControl.knob(at: 0)) == 0.5)
        #expect(try sent("range -1 1", TestControl.knob(at: -100)) == -1)
        #expect(try shown("range 1 0", 0.25, TestControl.knob()) == .number(50))
    }

    @Test func `words are sent as they are, or by their numbers`() throws {
        let choice = try TestControl.choice()
        let value = try #require(choice.bridgeValue)
        #expect(EngineScale.value.arguments(of: value) == [.string("low")])
        #expect(EngineScale.index.arguments(of: value) == [.integer(1)])
        #expect(
            EngineScale.value.engineValue(of: [.string("high")], for: choice)
                == .value(.text("high")))
        #expect(EngineScale.value.engineValue(of: [.string("loud")], for: choice) == nil)
    }

    @Test func `a scale reports the controls that cannot have it`() throws {
        #expect(try EngineScale("x32")?.problem(with: TestControl.knob()) == "is not in dB")
        #expect(try EngineScale("on")?.problem(with: TestControl.choice()) == "is not on or off")
        #expect(try EngineScale("index")?.problem(with: TestControl.fader()) == "has no options")
        #expect(
            try EngineScale("log 20 200")?.problem(with: TestControl.knob())
                == "has values of 0 and below")
        #expect(try EngineScale("x32")?.problem(with: TestControl.fader()) == nil)
    }

    @Test(arguments: ["range 0 127", "x32", "log 20 200"])
    func `the numbers of a pad are too many for a law, although each has a range`(
        law: String
    ) throws {
        let pad = try TestControl.control(
            #""control":"pad.xy","type":"xy","parts":["x","y"],"axes":{"#
                + #""x":{"unit":"","min":0,"max":1},"y":{"unit":"","min":0,"max":1}}"#)
        #expect(EngineScale(law)?.problem(with: pad) == "has 2 values: the law needs one")
    }

    @Test func `a trim goes through dB, whatever the range of the control`() throws {
        let law = "db -18 18 145"
        #expect(try sent(law, TestControl.fader(at: 0)) == 0.5)
        #expect(try shown(law, 0.5, TestControl.fader()) == .number(0))
        // The lowest level is silence only where there is silence.
        #expect(try shown(law, 0, TestControl.fader()) == .number(-90))
        let gain = try TestControl.control(
            #""control":"ch1.gain","type":"knob","unit":"dB","min":-24,"max":60,"value":0,"norm":0.3"#
        )
        #expect(try shown(law, 0, gain) == .number(-18))
        #expect(try shown(law, 1, gain) == .number(18))
        #expect(try sent(law, gain) == 0.5)
    }

    @Test func `a law with wrong numbers is still known`() {
        #expect(
            EngineScale.mistake(in: "x32 1") == "'x32 1': the law x32 does not take these numbers")
        #expect(EngineScale.mistake(in: "log") == "the law log needs numbers")
        #expect(
            EngineScale.mistake(in: "loud").hasPrefix("'loud' is not a law: expected value"))
    }

    @Test(arguments: [
        "value", "db", "db -193.0", "gain", "x32", "x32 161", "range", "range -1.0 1.0", "on",
        "off", "db -18.0 18.0", "db -18.0 18.0 145", "log 20.0 400.0 101", "log 20.0 20000.0",
    ])
    func `a scale is written as it is read`(_ text: String) throws {
        #expect(EngineScale(text).map(\.description) == text)
    }

    @Test func `a fader with fewer places rounds more`() throws {
        let exact = try #require(EngineScale("x32")?.tolerance)
        let coarse = try #require(EngineScale("x32 161")?.tolerance)
        #expect(exact < 0.5 / 160 && coarse > 0.5 / 160 && coarse < 1.0 / 160)
    }

    @Test(arguments: [
        "", "loud", "x32 1", "x32 1.5", "x32 -1", "x32 161 1", "range 1", "range 1 1", "log 0 10",
        "log 10 5", "db a", "db 6 -6", "db 0 6 1", "log 1 10 1",
    ])
    func `an unknown scale is not read`(_ text: String) {
        #expect(EngineScale(text) == nil)
    }
}
