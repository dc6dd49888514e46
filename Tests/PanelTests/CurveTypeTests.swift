import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Curves of a panel file, and their values, which are controls of their own for clients.
struct CurveTypeTests {
    private static let desk = """
        [[pages]]
        id = "p"
        strips = [{ id = "ch{n}", count = 2, controls = [
          { id = "eq", type = "curve", bands = [
            { type = "low_cut", frequency = 80 }, { frequency = 1000, gain = 3, q = 2 } ] },
          { id = "read", type = "label", shows = "ch{n}.eq.2.gain" },
        ] }]

        """

    private func curve(_ desk: PanelDesk, _ id: String = "ch1.eq") throws -> EqualizerCurve {
        try #require(desk.panel[id]?.view as? EqualizerCurve)
    }

    private func touch(_ desk: PanelDesk, node: Int) throws -> Finger {
        let curve = try curve(desk)
        return desk.glass.touch(curve, at: curve.handleCenter(ofNode: node))
    }

    @Test func `each value of a band is a control`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        let names = desk.panel.controls.map(\.id).filter { $0.hasPrefix("ch1") }
        #expect(
            names == [
                "ch1.eq", "ch1.eq.1.frequency", "ch1.eq.1.q", "ch1.eq.1.on", "ch1.eq.2.frequency",
                "ch1.eq.2.gain", "ch1.eq.2.q", "ch1.eq.2.on", "ch1.read",
            ])
        let info = try #require(desk.panel["ch1.eq.1.frequency"]?.info)
        #expect(info.type == "value" && info.access == .readWrite && info.unit == "Hz")
        #expect(info.minimum == 20 && info.maximum == 20000 && info.taper == "log")
        #expect(info.state?.value == .number(80))
        #expect(desk.panel["ch1.eq"]?.state == nil)
        #expect(desk.panel["ch1.eq.2.gain"]?.info.taper == "db_linear")
        #expect(desk.panel.strips(matching: [Glob("ch2.eq.1.q")]).map(\.strip) == ["ch2"])
    }

    @Test func `a finger on a node sends the events of its values, with phases`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        let finger = try touch(desk, node: 1)
        #expect(
            desk.read() == [
                "ch1.eq.2.frequency 1000 began touch", "ch1.eq.2.gain 3 began touch",
            ])
        finger.drag(up: 4)
        let moved = desk.read()
        #expect(moved.count == 1 && moved[0].hasPrefix("ch1.eq.2.gain"), "\(moved)")
        finger.lift()
        #expect(desk.read().map { $0.suffix(11) } == ["ended touch", "ended touch"])
    }

    @Test func `a second finger sends the events of the width`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        let finger = try touch(desk, node: 1)
        _ = desk.read()
        let second = desk.glass.touch(try curve(desk), at: Point(x: 30, y: 30))
        second.drag(down: 4)
        second.lift()
        let told = desk.read()
        #expect(told.allSatisfy { $0.hasPrefix("ch1.eq.2.q") } && told.count == 3, "\(told)")
        #expect(told.first?.contains("began") == true && told.last?.contains("ended") == true)
        finger.lift()
    }

    @Test func `clients set values, except under a finger`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        try desk.set("ch1.eq.2.gain", -40)
        #expect(desk.value("ch1.eq.2.gain") == -15)
        #expect(desk.panel["ch1.read"]?.readout?.text == "-15.0 dB")
        try desk.set("ch1.eq.2.on", 0)
        let gain = try curve(desk).gain(at: 1000)
        #expect(abs(gain) < 0.1)
        let finger = try touch(desk, node: 1)
        let result = try desk.set("ch1.eq.2.frequency", 500)
        #expect(result.reason == "touched" && desk.value("ch1.eq.2.frequency") == 1000)
        try desk.set("ch1.eq.1.frequency", 100)
        #expect(desk.value("ch1.eq.1.frequency") == 100)
        finger.lift()
    }

    @Test func `links, scenes and the saved state have the values of a curve`() throws {
        let desk = try PanelDesk(
            panel: Self.desk + """
                [[links]]
                controls = ["ch1.eq.2.gain", "ch2.eq.2.gain"]
                mode = "absolute"
                [[scenes]]
                name = "flat"
                values = { "ch1.eq.2.gain" = 0, "ch1.eq.1.on" = false }
                """)
        let finger = try touch(desk, node: 1)
        finger.drag(up: 30)
        finger.lift()
        let gain = try #require(desk.value("ch1.eq.2.gain"))
        #expect(gain > 4 && desk.value("ch2.eq.2.gain") == gain)
        let state = desk.panel.state
        #expect(state.values["ch1.eq.2.gain"] == .number(gain))
        desk.wait(1000)
        try desk.panel.recallScene(named: "flat", from: desk.client, at: desk.glass.now)
        #expect(desk.value("ch1.eq.2.gain") == 0 && desk.value("ch1.eq.1.on") == 0)
        desk.panel.restore(state, at: desk.glass.now)
        #expect(desk.value("ch1.eq.2.gain") == gain && desk.value("ch1.eq.1.on") == 1)
    }

    @Test func `a reload keeps the values, and the finger on a node`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        let finger = try touch(desk, node: 1)
        finger.drag(up: 20)
        let gain = try #require(desk.value("ch1.eq.2.gain"))
        desk.panel.reload(
            try PanelDesk.description(
                Self.desk.replacing(
                    "type = \"curve\"", with: "type = \"curve\", color = \"danger\"")),
            from: nil, at: desk.glass.now)
        #expect(desk.value("ch1.eq.2.gain") == gain)
        finger.drag(up: 20)
        #expect(try #require(desk.value("ch1.eq.2.gain")) > gain)
        finger.lift()
        #expect(desk.isWellNested())
        desk.panel.reload(
            try PanelDesk.description(Self.desk.replacing("q = 2", with: "q = 3")), from: nil,
            at: desk.glass.now)
        #expect(try #require(desk.value("ch1.eq.2.gain")) > gain)
        #expect(desk.value("ch1.eq.2.q") == 2)
    }

    @Test func `two quick taps on a node switch its band`() throws {
        let desk = try PanelDesk(
            panel: Self.desk.replacing(
                "type = \"curve\"", with: "type = \"curve\", double_tap = \"switch\""))
        for _ in 0..<2 {
            try touch(desk, node: 1).lift()
            desk.wait(80)
        }
        #expect(desk.read() == ["ch1.eq.2.on 0 set touch"])
    }

    @Test func `the style of a value is that of its curve`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        var request = StyleRequest(control: "ch1.eq.2.gain")
        request.isVisible = false
        #expect(throws: RequestError.self) { try desk.style(request) }
        request = StyleRequest(control: "ch1.eq")
        request.isEnabled = false
        try desk.style(request)
        try touch(desk, node: 1).drag(up: 20).lift()
        #expect(desk.value("ch1.eq.2.gain") == 3)
        #expect(desk.panel["ch1.eq.2.gain"]?.info.isEnabled == false)
        desk.panel.reload(
            try PanelDesk.description(Self.desk), from: nil, at: desk.glass.now)
        #expect(desk.panel["ch1.eq.2.gain"]?.info.isEnabled == false)
    }

    @Test func `disabling a curve takes its values from the client that holds one`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        desk.hold("ch1.eq.2.gain", at: 5)
        var request = StyleRequest(control: "ch1.eq")
        request.isEnabled = false
        try desk.style(request)
        #expect(desk.read().last == "ch1.eq.2.gain 5 cancelled client disabled")
    }

    @Test func `a compressor takes levels, and has values of its own`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "ch1", controls = [
                  { id = "comp", type = "curve", mode = "compressor", ratio = 3 },
                  { id = "gate", type = "curve", mode = "gate", access = "r" },
                ] }]
                """)
        let names = desk.panel.controls.map(\.id).filter { $0.contains("comp") }
        #expect(names == ["ch1.comp", "ch1.comp.threshold", "ch1.comp.knee", "ch1.comp.ratio"])
        #expect(desk.value("ch1.comp.ratio") == 3)
        #expect(desk.panel["ch1.comp"]?.info.access == .writeOnly)
        try desk.panel.show(
            [MeterLevels(control: "ch1.comp", decibels: [-12, -3])], at: desk.glass.now)
        #expect(!desk.glass.nextFrame().isEmpty)
        #expect(desk.panel.nextDeadline != nil)
        #expect(throws: RequestError.self) {
            try desk.panel.show(
                [MeterLevels(control: "ch1.comp", decibels: [0, 0, 0])], at: desk.glass.now)
        }
        #expect(desk.panel["ch1.gate.range"]?.info.access == .readOnly)
        #expect(throws: RequestError.self) { try desk.set("ch1.gate.range", 3) }
    }

    @Test(arguments: [
        ("bands = 9", "'bands' is 9, outside 2…8"),
        ("bands = [{}]", "'bands': expected 2 to 8 tables"),
        ("bands = [{}, 3]", "'bands': expected a table, found a number"),
        ("bands = [{}, { type = \"bell\" }]", "unknown type 'bell'"),
        ("bands = [{}, { type = \"low_cut\", gain = 3 }]", "'gain' has no effect"),
        ("bands = [{}, { gain = 20 }]", "the gain 20 of a band is outside -15…15"),
        ("threshold = -20", "'threshold' is not in effect: 'mode' is \"eq\""),
        ("mode = \"gate\", knee = 3", "'knee' is not in effect"),
        ("mode = \"gate\", bands = 3", "'bands' is not in effect"),
        ("mode = \"gate\", range = 90", "'range' is 90, outside 0…80"),
        ("groups = [\"g\"]", "'groups' is not in effect"),
    ])
    func `a wrong curve is reported`(options: String, message: String) {
        let file = file(of: "{ id = \"c\", type = \"curve\", \(options) }")
        let notes = (file.errors + file.warnings).map(\.description)
        #expect(notes.contains { $0.contains(message) }, "\(notes)")
    }
}
