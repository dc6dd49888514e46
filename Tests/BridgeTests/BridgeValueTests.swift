import GlassfaderBridge
import GlassfaderClient
import Testing

@Suite struct BridgeValueTests {
    @Test func `a fader at its end is silence`() throws {
        #expect(try TestControl.fader(at: -90).bridgeValue?.decibels == -.infinity)
        #expect(try TestControl.fader(at: -6).bridgeValue?.decibels == -6)
    }

    @Test func `the engine's level moves the fader as far as it goes`() throws {
        let fader = try TestControl.fader()
        #expect(EngineValue.decibels(-6).value(for: fader) == .number(-6))
        #expect(EngineValue.decibels(40).value(for: fader) == .number(10))
        #expect(EngineValue.decibels(-.infinity).value(for: fader) == .number(-90))
        #expect(EngineValue.decibels(.nan).value(for: fader) == nil)
    }

    @Test func `a level in dB moves no control without dB`() throws {
        #expect(EngineValue.decibels(-6).value(for: try TestControl.knob()) == nil)
    }

    @Test func `a share is between the ends of the control`() throws {
        let knob = try TestControl.knob(at: 50)
        #expect(knob.bridgeValue?.share == 0.75)
        #expect(EngineValue.share(0.25).value(for: knob) == .number(-50))
        #expect(EngineValue.share(7).value(for: knob) == .number(100))
    }

    @Test func `the words of a control have numbers`() throws {
        let choice = try TestControl.choice()
        #expect(choice.bridgeValue?.index == 1)
        #expect(EngineValue.number(2).value(for: choice) == .text("high"))
        #expect(EngineValue.number(3).value(for: choice) == nil)
        #expect(EngineValue.number(-1).value(for: choice) == nil)
    }
}
