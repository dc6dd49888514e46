import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// What is kept of a panel, as JSON, and what comes of it in a panel that may be another.
struct PanelStateTests {
    private func state(_ json: String) throws -> (state: PanelState, invalid: [String]) {
        var invalid: [String] = []
        let state = try PanelState(json: Array(json.utf8), invalid: &invalid)
        return (state, invalid)
    }

    @Test func `a state is read as it was written, to the last bit`() throws {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<300 {
            var state = PanelState()
            for number in 0..<Int.random(in: 0..<20, using: &random) {
                let value = Double.random(in: -1e3...1e3, using: &random)
                state.values["ch\(number).é\"\\level"] =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: .number(value)
                    case 1: .range(low: value, high: value.nextUp)
                    case 2: .text("\u{1F39B} \(number)\n")
                    default: .number(Double.random(in: 0..<1, using: &random) * 1e-9)
                    }
            }
            if Bool.random(using: &random) { state.page = "dyn" }
            if Bool.random(using: &random) {
                state.lock = PanelLock(except: [Glob("ch*.mute")], coversClients: true)
            }
            state.scenes = (0..<Int.random(in: 0..<4, using: &random)).map {
                PanelScene(name: "scene \($0)", values: state.values)
            }
            state.links = (0..<Int.random(in: 0..<3, using: &random)).map {
                LinkRequest(
                    name: "link \($0)", controls: ["a\"\($0)", "b"],
                    mode: Bool.random(using: &random) ? .relative : .absolute, in: .value)
            }
            var invalid: [String] = []
            #expect(try PanelState(json: state.json, invalid: &invalid) == state)
            #expect(invalid.isEmpty)
        }
    }

    @Test func `a link of one control is no link`() throws {
        let (state, invalid) = try state(#"{"links":[{"name":"q","controls":["a.l"]}]}"#)
        #expect(invalid == ["a link"] && state.links.isEmpty)
    }

    @Test func `a state that version 1 wrote is read with the same meaning`() throws {
        let (state, invalid) = try state(
            #"{"page":"main","lock":{"except":["*.mute"],"clients":false},"values":{"ch1.gate":{"low":-48.0,"high":-23.5},"ch1.level":-6.1,"ch1.mute":1.0,"gone.level":-12.5},"scenes":[{"name":"intro","values":{"ch1.level":-90.0,"ch1.mute":0.0}}]}"#
        )
        #expect(invalid.isEmpty)
        #expect(state.page == "main")
        #expect(state.lock == PanelLock(except: [Glob("*.mute")]))
        #expect(
            state.values == [
                "ch1.gate": .range(low: -48, high: -23.5), "ch1.level": .number(-6.1),
                "ch1.mute": .number(1), "gone.level": .number(-12.5),
            ])
        #expect(
            state.scenes == [
                PanelScene(
                    name: "intro", values: ["ch1.level": .number(-90), "ch1.mute": .number(0)])
            ])
    }

    @Test func `invalid values are rejected one by one`() throws {
        let (state, invalid) = try state(
            #"{"values":{"a":1e300,"b":null,"c":[1],"d":true,"e":{},"f":{"low":"x"},"g":-1e300,"h":5},"scenes":[{},{"name":""},7,{"name":"s","values":{"a":1e20,"b":2}},{"name":"s"}],"page":7,"lock":"yes","more":1}"#
        )
        #expect(
            invalid == [
                "page", "lock", "more", "a", "b", "c", "d", "e", "f", "g", "a scene", "a scene",
                "a scene", "a", "a scene",
            ])
        #expect(state.values == ["h": .number(5)])
        #expect(state.scenes == [PanelScene(name: "s", values: ["b": .number(2)])])
        #expect(state.page == nil && state.lock == nil)
    }

    @Test(arguments: ["", "[]", "{", "{\"values\":{\"a\":1e999}}", "{\"a\":1,\"a\":2}", "\u{0}"])
    func `text that is not a JSON object is rejected as a whole`(json: String) {
        #expect(throws: JSONSyntaxError.self) { try state(json) }
    }

    @Test func `no bytes make the reader trap`() throws {
        var random = SeededGenerator(seed: 23)
        let good = Array(
            #"{"page":"main","lock":{"except":["*"],"clients":true},"values":{"ch1.level":7,"ch1.gate":{"low":-48,"high":-6}},"scenes":[{"name":"s","values":{"a":1}}]}"#
                .utf8)
        let desk = try PanelDesk()
        for _ in 0..<3000 {
            var bytes = good
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...127, using: &random)
            }
            var invalid: [String] = []
            guard let state = try? PanelState(json: bytes, invalid: &invalid) else { continue }
            desk.panel.restore(state, at: .zero)
            // What was put back is kept as it is.
            let kept = desk.panel.state
            desk.panel.restore(kept, at: .zero)
            #expect(desk.panel.state == kept)
        }
    }

    @Test func `a control that is removed keeps its value until it returns`() throws {
        let desk = try PanelDesk()
        desk.panel.restore(
            try state(#"{"values":{"ch1.level":30,"ch9.level":12,"ch9.gate":{"low":1,"high":2}}}"#)
                .state, at: .zero)
        #expect(desk.value("ch1.level") == 30)
        // And over any number of saves.
        var kept = desk.panel.state
        for _ in 0..<3 {
            let next = try PanelDesk()
            next.panel.restore(
                try state(String(decoding: kept.json, as: UTF8.self)).state, at: .zero)
            kept = next.panel.state
        }
        #expect(kept.values["ch9.level"] == .number(12))
        #expect(kept.values["ch9.gate"] == .range(low: 1, high: 2))
    }

    @Test func `a value that waits for a finger is saved, until the finger moves the control`()
        throws
    {
        let desk = try PanelDesk()
        var saved: Double? { desk.panel.state.values["ch1.level"]?.number }
        let finger = try desk.touch("ch1.level")
        let revision = desk.panel.revision
        #expect(try desk.set("ch1.level", 20).reason == "touched")
        #expect(desk.panel.revision != revision)
        #expect(saved == 20 && desk.value("ch1.level") == 50)
        finger.drag(up: 40)
        #expect(saved == desk.value("ch1.level") && saved != 50)
        finger.lift()
    }

    @Test func `a waiting value that another drops without an event is not saved any more`() throws
    {
        let desk = try PanelDesk()
        var saved: Double? { desk.panel.state.values["ch1.level"]?.number }
        desk.hold("ch1.level")
        try desk.set("ch1.level", 20)
        #expect(saved == 20)
        let revision = desk.panel.revision
        // Who holds it sets what it has already.
        let request = SetRequest(control: "ch1.level", change: .value(.number(50)))
        _ = try desk.panel.apply(request, from: .client("c2", name: nil), at: desk.glass.now)
        desk.panel.noteDeferredValues()
        #expect(saved == 50 && desk.panel.revision != revision)
        // Its turn does not come while programs are locked out.
        try desk.set("ch1.level", 20)
        #expect(saved == 20)
        desk.panel.setLock(
            PanelLock(except: [], coversClients: true), from: desk.client, at: desk.glass.now)
        #expect(saved == 50)
    }

    @Test func `a value that waits and would move others, or is an engine's, is not saved`() throws
    {
        let desk = try PanelDesk()
        try desk.link()
        desk.hold("ch1.level")
        try desk.set("ch1.level", 20)
        #expect(desk.panel.state.values["ch1.level"] == .number(50))
        let other = try PanelDesk()
        other.hold("ch1.level")
        let request = SetRequest(control: "ch1.level", change: .value(.number(20)))
        let result = try other.panel.apply(
            request, from: .feedback("c1", name: nil), at: other.glass.now)
        #expect(result.reason == "touched")
        #expect(other.panel.state.values["ch1.level"] == .number(50))
    }

    @Test func `values are fitted to the current range and parts of a control`() throws {
        let desk = try PanelDesk()
        let found = try state(
            #"{"values":{"ch1.level":700,"ch2.level":"loud","ch1.mute":1,"ch1.gate":{"low":-90,"high":-10},"ch2.mute":{"low":1}}}"#
        )
        desk.panel.restore(found.state, at: .zero)
        #expect(desk.value("ch1.level") == 100)
        #expect(desk.value("ch2.level") == 50)
        #expect(desk.value("ch1.mute") == 1 && desk.value("ch2.mute") == 0)
        #expect(desk.panel["ch1.gate"]?.state?.value == .range(low: -60, high: -10))
    }

    @Test func `links made by clients are restored, and values are restored before them`() throws {
        let desk = try PanelDesk(
            "[[links]]\nname = \"file\"\ncontrols = [\"ch1.mute\", \"ch2.mute\"]\n")
        try desk.set("ch1.level", 10)
        let revision = desk.panel.revision
        try desk.link()
        #expect(desk.panel.revision != revision)
        try desk.set("ch1.level", 0)
        let state = desk.panel.state
        #expect(state.links.map(\.name) == ["stereo"])

        let other = try PanelDesk()
        other.panel.restore(state, at: .zero)
        // Each has its own value, and not one that the other has moved.
        #expect(other.value("ch1.level") == 0 && other.value("ch2.level") == 40)
        try other.set("ch1.level", 20)
        #expect(other.value("ch2.level") == 60)
        #expect(other.panel.state.links == state.links)
        // What cannot be linked any more is left out, and so is a name that the file has taken.
        let taken = try PanelDesk(
            "[[links]]\nname = \"stereo\"\ncontrols = [\"ch1.mute\", \"ch2.mute\"]\n")
        taken.panel.restore(state, at: .zero)
        #expect(taken.panel.state.links.isEmpty)
        #expect(taken.panel["ch1.level"]?.info.group == nil)
        // An import is all there is.
        _ = try other.panel.unlink("stereo", from: other.client, at: .zero)
        #expect(other.panel.state.links.isEmpty)
        other.panel.replace(with: state, at: .zero)
        #expect(other.panel["ch1.level"]?.info.group == "stereo")
        other.panel.replace(with: PanelState(), at: .zero)
        #expect(other.panel["ch1.level"]?.info.group == nil)
    }

    @Test func `invalid links are rejected one by one`() throws {
        let (state, invalid) = try state(
            #"{"links":[{},7,{"name":"a","controls":["x","y"],"mode":"relative","in":"norm"},{"name":"a","controls":["x"]},{"name":"b","controls":["x"],"mode":"odd"}]}"#
        )
        #expect(invalid == ["a link", "a link", "a link", "a link"])
        #expect(state.links == [LinkRequest(name: "a", controls: ["x", "y"])])
    }

    @Test func `an imported state replaces everything, and the rest is as in the panel file`()
        throws
    {
        let desk = try PanelDesk()
        desk.panel.restore(
            try state(#"{"page":"dyn","values":{"ch1.level":30,"ch2.level":20,"x.y":1}}"#).state,
            at: .zero)
        desk.panel.replace(with: try state(#"{"values":{"ch2.level":10}}"#).state, at: .zero)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") == 10)
        #expect(desk.panel.page == "main")
        desk.panel.replace(with: PanelState(), at: .zero)
        let fresh = try PanelDesk()
        #expect(desk.panel.state == fresh.panel.state)
    }
}
