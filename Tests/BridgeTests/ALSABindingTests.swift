import GlassfaderBridge
import GlassfaderClient
import PanelProtocol
import Testing

@testable import glassfader_alsa

struct ALSABindingTests {
    @Test(arguments: [
        (TestControl.level, "Master", "Master as db"),
        (TestControl.level, "Master as gain", "Master as gain"),
        (TestControl.mute, "Master", "Master as off"),
        (TestControl.mute, "Master as on", "Master as on"),
        (TestControl.boost, "Mic Boost", "Mic Boost as on"),
        (TestControl.source, "Input Source,1", "Input Source,1 as index"),
        (TestControl.percent, "Capture capture", "Capture capture as range"),
    ])
    func `what of an element is set follows from the control`(
        json: String, text: String, binding: String
    ) throws {
        #expect(try ALSABinding(text, of: try .named(json)).text == binding)
    }

    @Test(arguments: [
        (TestControl.level, "", "expected the name of an element"),
        (TestControl.level, "Master as loud", "'loud' is not a law"),
        (TestControl.percent, "Master as db", "is not in dB"),
        (TestControl.percent, "Master as value", "a mixer has no 'value'"),
        (TestControl.level, "Master as index", "has no options"),
    ])
    func `a mistake names the control, the text and what was expected`(
        json: String, text: String, message: String
    ) throws {
        let control: PanelControl = try .named(json)
        #expect {
            _ = try ALSABinding(text, of: control)
        } throws: { error in
            let problem = "\(error)"
            return problem.hasPrefix(control.name) && problem.contains("\"\(text)\"")
                && problem.contains(message)
        }
    }

    @Test func `settings have a card, and no other keys than they know`() throws {
        #expect(try ALSASettings([:]).card == "default")
        #expect(try ALSASettings(["card": .text("hw:0")]).card == "hw:0")
        #expect(try ALSASettings(["on_connect": .text("pull")]).isPull)
        #expect(throws: BridgeProblem.self) { try ALSASettings(["card": .number(0)]) }
        #expect {
            _ = try ALSASettings(["crad": .text("hw:0")])
        } throws: {
            "\($0)".contains("did you mean 'card'?")
        }
    }
}
