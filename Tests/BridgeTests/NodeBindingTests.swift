import GlassfaderBridge
import GlassfaderClient
import Testing

@testable import glassfader_pipewire

@Suite struct NodeBindingTests {
    @Test func `the type of a control decides what it sets`() throws {
        #expect(try NodeBinding("mixer.ch1", of: TestControl.fader()).property == .volume)
        #expect(try NodeBinding("mixer.ch1", of: TestControl.mute()).property == .mute)
        #expect(try NodeBinding("mixer.ch1 as on", of: TestControl.mute()).property == .on)
        #expect(try NodeBinding("mixer.ch1", of: TestControl.knob()).property == .balance)
        #expect(try NodeBinding("mixer.ch1", of: TestControl.meter()).property == .meter)
    }

    @Test func `a key with a title for each state mutes like any other`() throws {
        let key = try PanelControl.named(TestControl.titledMute)
        #expect(try NodeBinding("mixer.ch1", of: key).property == .mute)
        #expect(try NodeBinding("mixer.ch1 as on", of: key).property == .on)
    }

    @Test func `a control that cannot set it is named`() throws {
        for (text, control) in [
            ("a as volume", try TestControl.knob()), ("a as mute", try TestControl.fader()),
            ("", try TestControl.fader()), ("=b", try TestControl.fader()),
            ("a as meter", try TestControl.knob()), ("default.nope", try TestControl.fader()),
        ] {
            #expect(throws: BridgeProblem.self) { try NodeBinding(text, of: control) }
        }
    }

    @Test func `a misspelt property is no part of the name`() throws {
        for text in ["mixer.ch1 as volum", "default.sink as volum", "mixer.ch1 as "] {
            #expect {
                _ = try NodeBinding(text, of: TestControl.fader())
            } throws: {
                "\($0)".contains("is not a property: expected volume, mute, on, balance, meter")
            }
        }
        let odd = try NodeBinding("play as loud as volume", of: TestControl.fader())
        #expect(odd.pattern == .property("node.name", "play as loud"))
    }

    @Test func `nodes are found by their name, a property, or as the default`() {
        let node = ["node.name": "mixer.ch1", "media.name": "Fire=fox"]
        let defaults = ["default.audio.sink": "mixer.ch1"]
        for text in ["mixer.ch1", "media.name=Fire=fox", "default.sink"] {
            #expect(NodePattern(text)?.matches(node, defaults: defaults) == true)
        }
        for text in ["mixer", "media.name=fox", "default.source"] {
            #expect(NodePattern(text)?.matches(node, defaults: defaults) == false)
        }
        #expect(NodePattern("default.sink")?.matches([:], defaults: [:]) == false)
    }

    @Test func `a level keeps the differences of the channels, unless there is a balance`() {
        var node = PipeWireNode(id: 1, settled: .zero)
        node.volumes = [1, 0.5]
        #expect(node.decibels == 0)
        #expect(node.balance == -0.5)
        let quieter = node.volumes(at: -20, balance: nil)
        #expect(abs(quieter[0] - 0.1) < 1e-6 && abs(quieter[1] - 0.05) < 1e-6)
        #expect(node.volumes(at: 0, balance: 1) == [0, 1])
        #expect(node.volumes(at: 0, balance: 0) == [1, 1])
        #expect(node.volumes(at: -.infinity, balance: nil) == [0, 0])
        node.volumes = [0, 0]
        #expect(node.decibels == -.infinity && node.balance == nil)
        #expect(node.volumes(at: 0, balance: nil) == [1, 0.5], "as it was")
    }
}
