import PanelProtocol
import Testing

@testable import Panel

struct SceneTests {
    private func scene(_ desk: PanelDesk, _ request: SceneRequest) throws -> PanelReply {
        try desk.panel.perform(request, from: desk.client, at: desk.glass.now)
    }

    private func store(_ desk: PanelDesk, _ name: String, _ match: String = "*") throws {
        _ = try scene(desk, .store(name: name, match: [Glob(match)]))
    }

    private func recall(
        _ desk: PanelDesk, _ name: String, _ match: String = "*", over milliseconds: Int = 0,
        except exceptions: [String] = []
    ) throws -> PanelReply {
        try scene(
            desk,
            .recall(
                name: name, match: [Glob(match)], fade: .milliseconds(milliseconds),
                except: exceptions.map(Glob.init)))
    }

    @Test func `a recall restores a scene as it was stored, in one transaction`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 10)
        try desk.set("ch1.mute", 1)
        try store(desk, "verse")
        try desk.set("ch1.level", 90)
        try desk.set("ch1.mute", 0)
        _ = desk.read()
        guard
            case .recalledScene("verse", let transaction, 5, let rejected, []) = try recall(
                desk, "verse")
        else {
            Issue.record("not recalled")
            return
        }
        #expect(rejected.isEmpty)
        #expect(desk.events.map(\.transaction) == [transaction, transaction])
        #expect(desk.read() == ["ch1.level 10 set scene verse", "ch1.mute 1 set scene verse"])
        #expect(desk.readNotices() == [.sceneRecalled(name: "verse", transaction: transaction)])
    }

    @Test func `a scene that is stored during a fade has the target values of the fade`() throws {
        let desk = try PanelDesk(
            "[[links]]\nname = \"st\"\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        try desk.set("ch2.level", 40)
        try desk.set("ch1.level", 80, over: 1000)
        var request = SetRequest(
            control: "ch1.gate", change: .value(.parts([.init("high", -10)])))
        request.fade = .milliseconds(1000)
        _ = try desk.panel.apply(request, from: desk.client, at: desk.glass.now)
        desk.wait(300)
        try store(desk, "verse")
        let scene = try #require(desk.panel.state.scenes.first)
        #expect(scene.values["ch1.level"] == .number(80))
        #expect(scene.values["ch1.gate"] == .range(low: -40, high: -10))
        #expect(desk.panel.state.values["ch1.level"] == .number(80), "as over a restart")
        desk.wait(1000)
        for control in ["ch1.level", "ch2.level"] {
            #expect(scene.values[control] == desk.panel[control]?.value, "\(control)")
        }
        #expect(desk.panel.state.values == scene.values)
        // A fade that a finger stops goes nowhere.
        try desk.set("ch1.level", 0, over: 1000)
        desk.wait(300)
        try desk.touch("ch1.level").lift()
        #expect(desk.panel.state.values["ch1.level"] == desk.panel["ch1.level"]?.value)
    }

    @Test func `a scene fades in, and a finger keeps control of its fader`() throws {
        let desk = try PanelDesk()
        try store(desk, "verse", "*.level")
        try desk.set("ch1.level", 90)
        try desk.set("ch2.level", 90)
        let finger = try desk.touch("ch2.level")
        guard case .recalledScene(_, _, 1, let rejected, []) = try recall(desk, "verse", over: 400)
        else {
            Issue.record("not recalled")
            return
        }
        #expect(rejected.map(\.control) == ["ch2.level"] && rejected.first?.reason == "touched")
        desk.wait(200)
        #expect(abs(try #require(desk.value("ch1.level")) - 70) <= 3)
        desk.wait(300)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") == 90)
        // It was put off.
        finger.lift()
        desk.wait(1000)
        #expect(desk.value("ch2.level") == 50)
    }

    @Test func `controls that the file or the request protects from scenes stay unchanged`() throws
    {
        let desk = try PanelDesk(
            "[strips.ch1]\nlevel.recall_safe = true\n")
        try store(desk, "verse")
        try desk.set("ch1.level", 90)
        try desk.set("ch2.level", 90)
        try desk.set("ch2.mute", 1)
        _ = try recall(desk, "verse", except: ["*.mute"])
        #expect(desk.value("ch1.level") == 90, "recall_safe")
        #expect(desk.value("ch2.level") == 50)
        #expect(desk.value("ch2.mute") == 1, "spared")
        #expect(desk.panel["ch1.level"]?.info.isRecallSafe == true)
    }

    @Test(arguments: [(", recall_safe = true", []), ("", ["s.b"])])
    func `a fader that is kept from scenes stays, also if it is linked`(
        option: String, except exceptions: [String]
    ) throws {
        let fader = #"type = "slider", default = 0.25"#
        let desk = try PanelDesk(linked: [fader, fader + option])
        try store(desk, "verse", "s.a")
        try desk.set("s.a", 0.75)
        try #require(desk.value("s.b") == 0.75)
        _ = try recall(desk, "verse", except: exceptions)
        #expect(desk.value("s.a") == 0.25)
        #expect(desk.value("s.b") == 0.75)
    }

    @Test func `a scene of nothing is not stored, and one of nothing else is not missed`() throws {
        let desk = try PanelDesk(
            """
            [[pages]]
            id = "texts"
            strips = [{ id = "title", controls = [{ id = "text", type = "label" }] }]
            """)
        let error = #expect(throws: RequestError.self) { try store(desk, "verse", "title.*") }
        #expect(error?.message == "no control with a value to store matches")
        #expect(error?.field == "match")
        #expect(desk.panel.scenes.isEmpty)
        try store(desk, "verse")
        desk.panel.reload(
            try PanelDesk.description(
                PanelDesk.twoFaders.replacing("count = 2", with: "count = 1")),
            from: nil, at: desk.glass.now)
        _ = try recall(desk, "verse", except: ["ch2.level"])
        guard case .sceneRecalled(_, _, let missing)? = desk.readNotices().last else {
            Issue.record("not recalled")
            return
        }
        #expect(missing == ["ch2.mute"])
    }

    @Test func `a pattern that matches nothing is an error, also beside others`() throws {
        let desk = try PanelDesk()
        let known = Glob("ch1.*")
        let unknown = Glob("ch9.*")
        try store(desk, "verse")
        for (request, field) in [
            (SceneRequest.store(name: "x", match: [known, unknown]), "match"),
            (.recall(name: "verse", match: [unknown, known], fade: .zero, except: []), "match"),
            (.recall(name: "verse", match: [known], fade: .zero, except: [unknown]), "safe"),
        ] {
            let error = #expect(throws: RequestError.self) { try scene(desk, request) }
            #expect(error?.message == "no control 'ch9.*'" && error?.field == field)
        }
        #expect(desk.panel.scenes.map(\.name) == ["verse"])
    }

    @Test func `a request recalls only a part of a scene`() throws {
        let desk = try PanelDesk(
            "[[links]]\nname = \"st\"\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        try store(desk, "verse")
        try desk.set("ch1.level", 90)
        try desk.set("ch1.mute", 1)
        try desk.set("ch2.mute", 1)
        guard case .recalledScene(_, _, 1, _, []) = try recall(desk, "verse", "ch1.level") else {
            Issue.record("not recalled")
            return
        }
        #expect(desk.value("ch1.level") == 50)
        #expect(desk.value("ch2.level") == 50, "by its link")
        #expect(desk.value("ch1.mute") == 1 && desk.value("ch2.mute") == 1)
        let isExact = desk.panel.currentScene?.isExact ?? false
        #expect(!isExact, "the rest is not that of the scene")
        #expect(throws: RequestError.self) { try recall(desk, "verse", "ch9.*") }
    }

    @Test(arguments: [false, true])
    func `a part of a scene moves a linked fader, also if a finger lets it wait`(waits: Bool) throws
    {
        let desk = try PanelDesk("[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        try store(desk, "verse")
        try desk.set("ch1.level", 90)
        let finger = waits ? try desk.touch("ch1.level") : nil
        _ = try recall(desk, "verse", "ch1.level")
        desk.wait(1000)
        finger?.lift()
        desk.wait(1000)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") == 50)
    }

    @Test func `a value of a scene that waits is not replaced by that of a linked fader`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "a", type = "slider", max = 100, default = 10, step = 1, settle_ms = 0 },
                  { id = "b", type = "slider", max = 100, default = 20, step = 1 },
                ] }]
                """)
        try store(desk, "verse")
        try desk.set("s.a", 50)
        try desk.set("s.b", 50)
        try desk.link("l", ["s.a", "s.b"])
        let finger = try desk.touch("s.b").drag(up: 20)
        finger.lift()
        guard case .recalledScene(_, _, 1, _, _) = try recall(desk, "verse") else {
            Issue.record("s.b does not wait")
            return
        }
        desk.wait(1000)
        #expect(desk.value("s.a") == 10 && desk.value("s.b") == 20)
    }

    @Test func `scenes in the file exist, can be overridden and cannot be deleted`() throws {
        let desk = try PanelDesk(
            """
            [[scenes]]
            name = "intro"
            values = { "ch1.level" = 20, ch1.gate = { low = -50, high = -30 }, ch2.mute = true }
            """)
        #expect(desk.panel.scenes == [SceneInfo(name: "intro", controls: 3, isInFile: true)])
        _ = try recall(desk, "intro")
        #expect(desk.value("ch1.level") == 20 && desk.value("ch2.mute") == 1)
        #expect(desk.panel["ch1.gate"]?.state?.value == .range(low: -50, high: -30))
        #expect(throws: RequestError.self) { try scene(desk, .delete(name: "intro")) }
        try store(desk, "intro", "ch1.level")
        #expect(desk.panel.scenes == [SceneInfo(name: "intro", controls: 1, isInFile: false)])
        _ = try scene(desk, .delete(name: "intro"))
        #expect(desk.panel.scenes.map(\.isInFile) == [true])
    }

    @Test func `a scene recalls what is there, and names what is gone`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 10)
        try desk.set("ch2.level", 20)
        try store(desk, "verse")
        // Without the second strip, and with a switch in place of the gate.
        let other = PanelDesk.twoFaders.replacing("count = 2", with: "count = 1").replacing(
            "type = \"range\", min = -60, max = 0, step = 1, min_gap = 6, default = { low = -40, high = -20 }",
            with: "type = \"switch\"")
        desk.panel.reload(try PanelDesk.description(other), from: nil, at: desk.glass.now)
        try desk.set("ch1.level", 90)
        _ = desk.readNotices()
        let gone = ["ch1.gate", "ch2.level", "ch2.mute"]
        guard case .recalledScene(_, let transaction, 2, [], gone) = try recall(desk, "verse")
        else {
            Issue.record("not recalled")
            return
        }
        #expect(desk.value("ch1.level") == 10)
        #expect(
            desk.readNotices() == [
                .sceneRecalled(name: "verse", transaction: transaction, missing: gone)
            ])
        // They are in the scene when they return.
        desk.panel.reload(
            try PanelDesk.description(PanelDesk.twoFaders), from: nil, at: desk.glass.now)
        try desk.set("ch2.level", 90)
        guard case .recalledScene(_, _, 5, [], []) = try recall(desk, "verse") else {
            Issue.record("not recalled")
            return
        }
        #expect(desk.value("ch2.level") == 20)
    }

    @Test func `an unknown scene is rejected with the scenes that may be meant`() throws {
        let desk = try PanelDesk()
        try store(desk, "verse")
        let rejection = #expect(throws: RequestError.self) { try recall(desk, "vers") }
        #expect(rejection?.near == ["verse"] && rejection?.code == .badValue)
    }

    @Test(arguments: [
        ("ch1.level = 101", "'ch1.level' is 101, outside 0…100"),
        ("ch1.level = -1", "'ch1.level' is -1, outside 0…100"),
        ("ch1.level = true", "'ch1.level': expected a number in 0...100"),
        ("ch1.mute = 2", "'ch1.mute': expected 0 or 1"),
        ("ch1.gate = { low = -61 }", "'ch1.gate' is -61, outside -60…0, in 'low'"),
        ("ch1.gate = { low = -50, high = 1 }", "'ch1.gate' is 1, outside -60…0, in 'high'"),
        (
            "ch1.gate = { low = -10, high = -30 }",
            "'ch1.gate' is -10…-30: the values must not descend"
        ),
        ("ch1.time = 86400", "'ch1.time' is 86400, outside 00:00:00…23:59:59"),
        ("ch1.time = \"24:00\"", "'ch1.time' is 24:00, outside 00:00:00…23:59:59"),
        ("ch1.level = 100, ch1.mute = true, ch1.time = \"23:59:59\"", nil),
        ("ch1.gate = { low = -60, high = 0 }", nil),
    ])
    func `a scene value that its control cannot have is a mistake`(
        value: String, message: String?
    ) {
        let time = """
            [[pages]]
            id = "time"
            strips = [{ id = "ch1", controls = [{ id = "time", type = "time" }] }]

            """
        let file = PanelFile(
            text: PanelDesk.twoFaders + time
                + "[[scenes]]\nname = \"a\"\nvalues = { \(value) }\n", name: "t.toml")
        #expect(file.errors.map(\.message) == (message.map { [$0] } ?? []))
    }

    @Test func `a scene in the file with a wrong value is reported with its position`() {
        let file = PanelFile(
            text: PanelDesk.twoFaders + """
                [[scenes]]
                name = "a"
                values = { ch1.level = "loud", ch9.level = 1 }
                """, name: "t.toml")
        #expect(
            file.errors.map(\.message) == [
                "'ch1.level': expected a number in 0...100",
                "no control 'ch9.level'; did you mean 'ch2.level'?",
            ])
    }
}
