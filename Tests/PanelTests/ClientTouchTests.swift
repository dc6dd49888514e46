import Controls
import Fingers
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// Fingers elsewhere: a client holds a control, as a motor fader or a browser does.
struct ClientTouchTests {
    private static let keys = """
        [[pages]]
        id = "main"
        strips = [{ id = "ch{n}", count = 2, controls = [
          { id = "level", type = "slider", min = 0, max = 100, default = 50, step = 1 },
          { id = "late", type = "slider", min = 0, max = 100, default = 50, step = 1, report = "release", revert_on_cancel = true },
          { id = "talk", type = "button", label = "Talk" },
          { id = "mute", type = "switch", label = "M" },
          { id = "next", type = "button", mode = "tap", label = "Next", action = { page = "next" } },
        ] }]
        [[pages]]
        id = "other"
        strips = [{ id = "s", controls = [
          { id = "band", type = "range", min = 0, max = 100, step = 1, default = { low = 20, high = 80 } },
          { id = "fixed", type = "slider", access = "r" }, { id = "off", type = "slider", enabled = false },
        ] }]

        """

    private func desk(_ rest: String = "") throws -> PanelDesk {
        try PanelDesk(rest, panel: Self.keys)
    }

    /// What a client's finger does, with the result.
    @discardableResult
    private func touch(
        _ phase: TouchRequest.Phase, _ id: String, _ value: Double? = nil, part: String? = nil,
        of client: String = "c1", on desk: PanelDesk
    ) throws -> TouchResult {
        let change = value.map { value -> SetRequest.Change in
            .value(part.map { .parts([.init($0, value)]) } ?? .number(value))
        }
        let reply = desk.panel.perform(
            TouchRequest(phase, [TouchRequest.Item(id, change, part: part)]),
            from: .client(client, name: nil), at: desk.glass.now)
        guard case .touch(let results) = reply else { throw RequestError(.internal, "no result") }
        return try #require(results.first)
    }

    private func reason(_ result: TouchResult) -> String {
        switch result.problem {
        case nil: "applied"
        case .touched(let holder): "touched by " + (holder.map(PanelDesk.name) ?? "somebody")
        case .notHeld: "not held"
        case .error(let error): error.message
        }
    }

    @Test func `an error says what a value, a position or a difference has to be`() throws {
        let desk = try desk()
        let word = ControlValue.text("loud")
        let changes: [(String, SetRequest.Change, String)] = [
            ("ch1.level", .value(word), "a number in 0...100"),
            ("ch1.level", .norm(word), "a position in 0...1"),
            ("ch1.level", .deltaNorm(word), "a number"),
            ("s.band", .norm(word), "an object with low and high, each a position in 0...1"),
            ("s.band", .delta(.number(1)), "an object with low and high, each a number"),
        ]
        for (control, change, expected) in changes {
            let error = #expect(throws: RequestError.self) {
                try desk.panel.apply(
                    SetRequest(control: control, change: change), from: desk.client,
                    at: desk.glass.now)
            }
            #expect(error?.message == "\(control): expected \(expected)")
        }
    }

    @Test func `a momentary key that a client holds stays on until its end`() throws {
        let desk = try desk()
        #expect(
            reason(try touch(.began, "ch1.talk", 0, on: desk)) == "ch1.talk is on while it is held")
        #expect(try touch(.began, "ch1.talk", on: desk).problem == nil)
        #expect(
            reason(try touch(.changed, "ch1.talk", 0, on: desk))
                == "ch1.talk is on while it is held")
        #expect(desk.value("ch1.talk") == 1)
        #expect(try touch(.ended, "ch1.talk", 0, on: desk).problem == nil)
        #expect(desk.value("ch1.talk") == 0)
    }

    // MARK: Springs, parts and taps

    private static let others = """
        [[pages]]
        id = "main"
        strips = [{ id = "x", controls = [
          { id = "bend", type = "knob", min = 0, max = 100, default = 50, spring = true },
          { id = "pad", type = "xy", x = { spring = true, default = 0.5 }, y = { default = 0.5 } },
          { id = "band", type = "range", min = 0, max = 100, step = 1, default = { low = 20, high = 80 } },
          { id = "watch", type = "stopwatch" },
          { id = "wait", type = "knob", min = 0, max = 100, default = 50 },
        ] }]

        """

    @Test(arguments: [TouchRequest.Phase.ended, .cancelled])
    func `a control with a spring goes back when the client lets go`(phase: TouchRequest.Phase)
        throws
    {
        let desk = try PanelDesk(panel: Self.others)
        try touch(.began, "x.bend", 5, on: desk)
        try touch(phase, "x.bend", on: desk)
        #expect(desk.read() == ["x.bend 5 began client", "x.bend 50 \(phase.rawValue) client"])
        try touch(.began, "x.pad", 1, part: "x", on: desk)
        try touch(.changed, "x.pad", 0.25, part: "y", on: desk)
        try touch(phase, "x.pad", on: desk)
        #expect(desk.panel["x.pad"]?.value == .parts([.init("x", 0.5), .init("y", 0.25)]))
    }

    @Test func `an event names the part that the client has moved`() throws {
        let desk = try PanelDesk(panel: Self.others)
        var parts: [String?] = []
        desk.panel.onValueChanged = { parts.append($0.part) }
        try touch(.began, "x.band", on: desk)
        try touch(.changed, "x.band", 70, part: "high", on: desk)
        try touch(.changed, "x.band", 30, part: "low", on: desk)
        try touch(.ended, "x.band", on: desk)
        #expect(parts == [nil, "high", "low", "low"])
        for (id, part) in [("x.band", "mid"), ("x.bend", "low")] {
            let reason = reason(try touch(.began, id, part: part, on: desk))
            #expect(reason == "\(id) has no part '\(part)'")
            #expect(desk.panel[id]?.clientTouch == nil)
        }
    }

    @Test func `a tap of a client starts and stops a stopwatch`() throws {
        let desk = try PanelDesk(panel: Self.others)
        for isRunning in [true, false] {
            try touch(.began, "x.watch", on: desk)
            try touch(.ended, "x.watch", on: desk)
            let value = try #require(desk.panel["x.watch"]?.value)
            #expect(value[part: "running"] == (isRunning ? 1 : 0))
        }
        // One that sets the time is no tap.
        try touch(.began, "x.watch", 3, part: "seconds", on: desk)
        try touch(.ended, "x.watch", on: desk)
        #expect(desk.panel["x.watch"]?.value?[part: "running"] == 0)
    }

    @Test func `a tap of a client switches a band of a curve`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "main"
                strips = [{ id = "x", controls = [{ id = "eq", type = "curve" }] }]

                """)
        for isOn in [false, true] {
            try touch(.began, "x.eq.2.on", on: desk)
            try touch(.ended, "x.eq.2.on", on: desk)
            #expect(desk.value("x.eq.2.on") == (isOn ? 1 : 0))
        }
        try touch(.began, "x.eq.2.on", on: desk)
        try touch(.cancelled, "x.eq.2.on", on: desk)
        #expect(desk.value("x.eq.2.on") == 1)
        #expect(desk.read().suffix(2) == ["x.eq.2.on 0 set client", "x.eq.2.on 1 set client"])
    }

    @Test func `the late value of a scene has the number of its recall`() throws {
        let desk = try PanelDesk(panel: Self.others)
        let client = ValueChanged.Source.client("c2", name: nil)
        _ = try desk.panel.storeScene("a", [Glob("*")])
        _ = try desk.panel.apply(
            SetRequest(control: "x.wait", change: .value(.number(30))), from: client, at: .zero)
        try touch(.began, "x.wait", on: desk)
        let reply = try desk.panel.recallScene(named: "a", from: client, at: desk.glass.now)
        guard case .recalledScene(_, let transaction, _, let rejected, _) = reply else {
            throw RequestError(.internal, "no recall")
        }
        #expect(rejected.map(\.control) == ["x.wait"])
        var events: [ValueChanged] = []
        desk.panel.onValueChanged = { events.append($0) }
        try touch(.ended, "x.wait", on: desk)
        desk.wait(2000)
        #expect(events.map(\.transaction) == [nil, transaction])
        #expect(desk.value("x.wait") == 50)
    }

    @Test func `a value that waits is not applied when the panel has been locked meanwhile`() throws
    {
        let desk = try PanelDesk(panel: Self.others)
        try touch(.began, "x.wait", on: desk)
        _ = try desk.panel.apply(
            SetRequest(control: "x.wait", change: .value(.number(80))),
            from: .client("c2", name: nil), at: desk.glass.now)
        _ = try desk.panel.perform(
            LockRequest(isOn: true, coversClients: true), from: .client("c2", name: nil),
            at: desk.glass.now)
        desk.wait(2000)
        #expect(desk.value("x.wait") == 50)
    }

    // MARK: Gestures

    @Test func `a touch of a client is a gesture with a number`() throws {
        let desk = try desk()
        let result = try touch(.began, "ch1.level", on: desk)
        try touch(.changed, "ch1.level", 60, on: desk)
        try touch(.changed, "ch1.level", 60, on: desk)
        try touch(.ended, "ch1.level", 70, on: desk)
        #expect(result.gesture != nil && desk.events.allSatisfy { $0.gesture == result.gesture })
        #expect(
            desk.read() == [
                "ch1.level 50 began client", "ch1.level 60 changed client",
                "ch1.level 70 ended client",
            ])
        #expect(desk.value("ch1.level") == 70)
    }

    @Test func `it is seen who holds a control, and that nobody does`() throws {
        let desk = try desk()
        #expect(desk.panel["ch1.level"]?.info.holder == nil)
        try touch(.began, "ch1.level", on: desk)
        #expect(desk.panel["ch1.level"]?.info.holder == desk.client)
        #expect(desk.panel["ch1.level"]?.state?.isTouched == true)
        try touch(.ended, "ch1.level", on: desk)
        #expect(desk.panel["ch1.level"]?.info.holder == nil)
        let finger = try desk.touch("ch1.level")
        #expect(desk.panel["ch1.level"]?.info.holder == .touch(slot: 0))
        finger.lift()
        #expect(desk.panel["ch1.level"]?.info.holder == nil)
    }

    @Test func `the first client holds, and another hears who`() throws {
        let desk = try desk()
        try touch(.began, "ch1.level", on: desk)
        let other = try touch(.began, "ch1.level", 10, of: "c2", on: desk)
        #expect(other.problem == .touched(by: desk.client) && other.state?.value == .number(50))
        #expect(try reason(touch(.changed, "ch1.level", 10, of: "c2", on: desk)) == "not held")
        #expect(
            try reason(touch(.began, "ch1.level", 55, on: desk)) == "applied", "the same gesture")
        try touch(.ended, "ch1.level", on: desk)
        #expect(
            desk.read() == [
                "ch1.level 50 began client", "ch1.level 55 changed client",
                "ch1.level 55 ended client",
            ])
        #expect(try reason(touch(.began, "ch1.level", of: "c2", on: desk)) == "applied")
    }

    @Test func `a finger at the panel takes a control from a client`() throws {
        let desk = try desk()
        try touch(.began, "ch1.level", 80, on: desk)
        let finger = try desk.touch("ch1.level")
        #expect(
            desk.read() == [
                "ch1.level 80 began client", "ch1.level 80 cancelled client touch",
                "ch1.level 80 began touch",
            ])
        #expect(try reason(touch(.changed, "ch1.level", 10, on: desk)) == "not held")
        #expect(try reason(touch(.began, "ch1.level", 10, on: desk)) == "touched by touch")
        finger.lift()
        // Nothing of it is a late confirmation.
        #expect(try reason(touch(.began, "ch1.level", 10, on: desk)) == "applied")
        #expect(desk.value("ch1.level") == 10)
    }

    @Test func `what others set waits until the client lets go`() throws {
        let desk = try desk()
        let other = ValueChanged.Source.client("c2", name: nil)
        try touch(.began, "ch1.level", on: desk)
        let request = SetRequest(control: "ch1.level", change: .value(.number(20)))
        let result = try desk.panel.apply(request, from: other, at: desk.glass.now)
        #expect(result.reason == "touched" && desk.value("ch1.level") == 50)
        desk.wait(400)
        try touch(.ended, "ch1.level", on: desk)
        #expect(desk.value("ch1.level") == 20)
    }

    @Test func `the client that holds a control may set it, and does so at once`() throws {
        let desk = try desk()
        try touch(.began, "ch1.level", on: desk)
        #expect(try desk.set("ch1.level", 30).isApplied && desk.value("ch1.level") == 30)
        var request = SetRequest(control: "ch1.level", change: .value(.number(70)))
        request.fade = .seconds(1)
        let result = try desk.panel.apply(request, from: desk.client, at: desk.glass.now)
        #expect(result.target == nil && desk.value("ch1.level") == 70)
        #expect(
            desk.read() == [
                "ch1.level 50 began client", "ch1.level 30 set client", "ch1.level 70 set client",
            ])
    }

    @Test func `a touch stops a fade, as a finger does`() throws {
        let desk = try desk()
        try desk.set("ch1.level", 100, over: 1000)
        desk.wait(500)
        _ = desk.read()
        try touch(.began, "ch1.level", on: desk)
        let phases = desk.events.map(\.phase)
        #expect(phases == [.cancelled, .began] && desk.events[0].reason == .touch)
    }

    @Test func `each control of a request is decided by itself`() throws {
        let desk = try desk()
        let request = TouchRequest(
            .began,
            ["ch1.level", "ch9.level", "s.fixed", "s.off", "ch2.level"].map {
                TouchRequest.Item($0, .value(.number(40)))
            })
        guard
            case .touch(let results) = desk.panel.perform(
                request, from: desk.client, at: desk.glass.now)
        else { return }
        #expect(
            results.map(reason) == [
                "applied", "no control 'ch9.level'", "s.fixed is not moved by fingers",
                "s.off is disabled", "applied",
            ])
        #expect(desk.value("ch1.level") == 40 && desk.value("ch2.level") == 40)
    }

    @Test func `a value that is not valid moves nothing`() throws {
        let desk = try desk()
        let item = TouchRequest.Item("ch1.level", .value(.text("loud")))
        _ = desk.panel.perform(
            TouchRequest(.began, [item]), from: desk.client, at: desk.glass.now)
        #expect(desk.panel["ch1.level"]?.holder == nil && desk.events.isEmpty)
    }

    @Test func `a client holds one end of a range`() throws {
        let desk = try desk()
        let result = try touch(.began, "s.band", 30, part: "low", on: desk)
        try touch(.ended, "s.band", on: desk)
        #expect(reason(result) == "applied")
        #expect(desk.panel["s.band"]?.state?.value == .range(low: 30, high: 80))
        #expect(desk.events.map(\.part) == ["low", "low"])
    }

    // MARK: Options

    @Test func `a control that reports at the release does so for clients`() throws {
        let desk = try desk()
        try touch(.began, "ch1.late", on: desk)
        for value in 51...90 { try touch(.changed, "ch1.late", Double(value), on: desk) }
        try touch(.ended, "ch1.late", on: desk)
        #expect(desk.read() == ["ch1.late 50 began client", "ch1.late 90 ended client"])
    }

    @Test func `a cancelled touch goes back where the file says so`() throws {
        let desk = try desk()
        for id in ["ch1.late", "ch1.level"] {
            try touch(.began, id, on: desk)
            try touch(.changed, id, 90, on: desk)
            try touch(.cancelled, id, on: desk)
        }
        #expect(desk.value("ch1.late") == 50 && desk.value("ch1.level") == 90)
        #expect(desk.events.map(\.phase).suffix(2) == [.changed, .cancelled])
    }

    @Test func `linked controls are held as a finger holds them`() throws {
        let desk = try desk("[[links]]\nname = \"a\"\ncontrols = [\"ch1.level\", \"ch2.level\"]\n")
        try touch(.began, "ch1.level", on: desk)
        try touch(.changed, "ch1.level", 60, on: desk)
        #expect(desk.value("ch2.level") == 60)
        let other = SetRequest(control: "ch2.level", change: .value(.number(5)))
        let result = try desk.panel.apply(
            other, from: .client("c2", name: nil), at: desk.glass.now)
        #expect(result.reason == "touched")
        try touch(.ended, "ch1.level", on: desk)
        #expect(
            desk.read() == [
                "ch1.level 50 began client", "ch2.level 50 began link ch1.level",
                "ch1.level 60 changed client", "ch2.level 60 changed link ch1.level",
                "ch1.level 60 ended client", "ch2.level 60 ended link ch1.level",
            ])
    }

    @Test func `a gesture of a client is one change to undo`() throws {
        let desk = try desk()
        try touch(.began, "ch1.level", on: desk)
        for value in [60.0, 70, 80] { try touch(.changed, "ch1.level", value, on: desk) }
        #expect(throws: RequestError.self) {
            try desk.panel.perform(HistoryRequest.undo, from: desk.client, at: desk.glass.now)
        }
        try touch(.ended, "ch1.level", on: desk)
        _ = try desk.panel.perform(HistoryRequest.undo, from: desk.client, at: desk.glass.now)
        #expect(desk.value("ch1.level") == 50)
    }

    // MARK: Keys

    @Test func `a momentary key is on as long as a client holds it`() throws {
        let desk = try desk()
        let result = try touch(.began, "ch1.talk", on: desk)
        #expect(desk.value("ch1.talk") == 1 && result.gesture == nil)
        try touch(.ended, "ch1.talk", on: desk)
        #expect(desk.read() == ["ch1.talk 1 set client", "ch1.talk 0 set client"])
    }

    @Test func `a key that stays on is switched by a touch`() throws {
        let desk = try desk()
        for value in [1.0, 0] {
            try touch(.began, "ch1.mute", on: desk)
            #expect(desk.value("ch1.mute") == value)
            try touch(.ended, "ch1.mute", on: desk)
            #expect(desk.value("ch1.mute") == value)
        }
    }

    @Test func `a key for taps acts when the client lets go of it`() throws {
        let desk = try desk()
        try touch(.began, "ch1.next", on: desk)
        #expect(desk.panel.page == "main")
        try touch(.cancelled, "ch1.next", on: desk)
        #expect(desk.panel.page == "main")
        try touch(.began, "ch1.next", on: desk)
        try touch(.ended, "ch1.next", on: desk)
        #expect(desk.panel.page == "other")
    }

    @Test func `a finger takes a momentary key over without a gap`() throws {
        let desk = try desk()
        try touch(.began, "ch1.talk", on: desk)
        _ = desk.read()
        let finger = try desk.touch("ch1.talk")
        #expect(desk.value("ch1.talk") == 1)
        #expect(desk.read() == ["ch1.talk 1 set client touch"])
        #expect(try reason(touch(.ended, "ch1.talk", on: desk)) == "not held")
        #expect(desk.value("ch1.talk") == 1)
        finger.lift()
        #expect(desk.value("ch1.talk") == 0 && desk.read() == ["ch1.talk 0 set touch"])
    }

    // MARK: Ends that the client has not asked for

    @Test func `everything is let go when the connection ends`() throws {
        let desk = try desk()
        try touch(.began, "ch1.level", 90, on: desk)
        try touch(.began, "ch1.late", 90, on: desk)
        try touch(.began, "ch1.talk", on: desk)
        try touch(.began, "ch2.level", 20, of: "c2", on: desk)
        _ = desk.read()
        desk.panel.endTouches(ofClient: "c1", at: desk.glass.now)
        #expect(
            desk.read() == [
                "ch1.level 90 cancelled client client-lost",
                "ch1.late 50 cancelled client client-lost",
                "ch1.talk 0 set client client-lost",
            ])
        #expect(desk.panel["ch2.level"]?.holder == .client("c2", name: nil))
        desk.panel.endTouches(ofClient: "c1", at: desk.glass.now)
        #expect(desk.events.isEmpty)
    }

    @Test func `a lock ends touches and admits none`() throws {
        let desk = try desk()
        try touch(.began, "ch1.level", on: desk)
        _ = try desk.panel.perform(
            LockRequest(isOn: true, except: [Glob("ch2.*")]), from: desk.client, at: desk.glass.now)
        #expect(desk.events.last.map(PanelDesk.line) == "ch1.level 50 cancelled client lock")
        #expect(
            try reason(touch(.began, "ch1.level", on: desk))
                == "the panel is locked, including ch1.level")
        #expect(try reason(touch(.began, "ch2.level", on: desk)) == "applied")
    }

    @Test func `a control that is disabled is let go`() throws {
        let desk = try desk()
        try touch(.began, "ch1.level", on: desk)
        var request = StyleRequest(control: "ch1.level")
        request.isEnabled = false
        try desk.style(request)
        #expect(desk.events.last.map(PanelDesk.line) == "ch1.level 50 cancelled client disabled")
    }

    @Test func `a page turn lets go of keys, and not of faders`() throws {
        let desk = try desk()
        try touch(.began, "ch1.level", on: desk)
        try touch(.began, "ch1.talk", on: desk)
        _ = try desk.panel.perform(page: "other", from: desk.client, at: desk.glass.now)
        #expect(desk.value("ch1.talk") == 0)
        #expect(desk.events.last.map(PanelDesk.line) == "ch1.talk 0 set client page")
        #expect(desk.panel["ch1.level"]?.holder != nil)
    }

    @Test func `a key that was held where nobody saw it is let go when it is hidden again`() throws
    {
        let desk = try desk()
        let pages = { (page: String) in
            _ = try desk.panel.perform(page: page, from: desk.client, at: desk.glass.now)
        }
        try pages("other")
        try touch(.began, "ch1.talk", on: desk)
        var style = StyleRequest(control: "s.band")
        style.isVisible = false
        try desk.style(style)
        #expect(desk.value("ch1.talk") == 1)
        try pages("main")
        #expect(desk.value("ch1.talk") == 1)
        try pages("other")
        #expect(desk.value("ch1.talk") == 0)
    }

    @Test(arguments: [false, true])
    func `a reload keeps the touch of a control that stays as it is`(isChanged: Bool) throws {
        let desk = try desk()
        try touch(.began, "ch1.level", 60, on: desk)
        let text =
            isChanged
            ? Self.keys.replacing("max = 100, default = 50", with: "max = 90, default = 50")
            : Self.keys + "[theme]\nbase = \"light\"\n"
        _ = desk.panel.reload(
            try PanelDesk.description(text), from: .restore, at: desk.glass.now)
        #expect((desk.panel["ch1.level"]?.holder == nil) == isChanged)
        let ends = desk.events.filter { $0.phase == .cancelled }.map(PanelDesk.line)
        #expect(ends == (isChanged ? ["ch1.level 60 cancelled client reload"] : []))
        if !isChanged {
            try touch(.ended, "ch1.level", 70, on: desk)
            #expect(desk.value("ch1.level") == 70)
        }
    }

    // MARK: Storms

    @Test func `whatever clients and fingers do, gestures begin and end in pairs`() throws {
        var random = SeededGenerator(seed: 47)
        let ids = ["ch1.level", "ch1.late", "ch1.talk", "ch2.level", "ch2.mute", "s.band"]
        let desk = try desk("[[links]]\nname = \"a\"\ncontrols = [\"ch1.level\", \"ch2.level\"]\n")
        var fingers: [Finger] = []
        for step in 0..<600 {
            let id = try #require(ids.randomElement(using: &random))
            let phase = try #require(TouchRequest.Phase.allCases.randomElement(using: &random))
            let client = Bool.random(using: &random) ? "c1" : "c2"
            switch Int.random(in: 0..<20, using: &random) {
            case 0: desk.panel.endTouches(ofClient: client, at: desk.glass.now)
            case 1:
                let isOn = Int.random(in: 0..<4, using: &random) == 0
                _ = try desk.panel.perform(
                    LockRequest(isOn: isOn), from: desk.client, at: desk.glass.now)
            case 2: desk.panel.show(page: "main", from: desk.client, at: desk.glass.now)
            case 3 where fingers.count < 5 && desk.panel.page == "main" && id != "s.band":
                fingers.append(try desk.touch(id))
            case 4: fingers.popLast()?.lift()
            default:
                let value = id == "s.band" ? nil : Double(Int.random(in: 0...100, using: &random))
                try touch(
                    phase, id, id.contains("level") ? value : nil, of: client, on: desk)
            }
            if step.isMultiple(of: 10) { desk.wait(50) }
        }
        for finger in fingers.reversed() { finger.lift() }
        for client in ["c1", "c2"] {
            desk.panel.endTouches(ofClient: client, at: desk.glass.now)
        }
        #expect(desk.events.count > 100 && desk.isWellNested())
        #expect(desk.panel.controls.allSatisfy { $0.holder == nil && !$0.isTouched })
        #expect(desk.value("ch1.talk") == 0)
    }

    @Test(arguments: ["ch1", "ch1.talk"])
    func `a key that is hidden is not held any more`(hidden: String) throws {
        let desk = try desk()
        try touch(.began, "ch1.talk", on: desk)
        #expect(desk.value("ch1.talk") == 1)
        try desk.hide(
            hidden == "ch1" ? StyleRequest(strip: hidden) : StyleRequest(control: hidden))
        #expect(desk.value("ch1.talk") == 0)
        #expect(desk.panel["ch1.talk"]?.isTouched == false)
        #expect(desk.read().last == "ch1.talk 0 set client page")
    }

    // MARK: Links, fades and the end

    @Test func `a fade never moves what a client moves, also where clients move it under fingers`()
        throws
    {
        let desk = try PanelDesk(panel: PanelDesk.allowing)
        try touch(.began, "s.v", on: desk)
        var fade = SetRequest(control: "s.v", change: .value(.number(100)))
        fade.fade = .seconds(1)
        _ = try desk.panel.apply(fade, from: .client("c2", name: nil), at: desk.glass.now)
        desk.wait(100)
        try touch(.changed, "s.v", 10, on: desk)
        desk.wait(2000)
        #expect(desk.value("s.v") == 10)
        _ = try desk.panel.apply(fade, from: desk.client, at: desk.glass.now)
        #expect(desk.value("s.v") == 100, "its own is set at once")
        try touch(.ended, "s.v", on: desk)
        #expect(desk.isWellNested())
    }

    @Test func `a client takes no fader from the finger that moves it by a link`() throws {
        let desk = try desk("[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        let finger = try desk.touch("ch1.level").drag(up: 20)
        let result = try touch(.began, "ch2.level", on: desk)
        #expect(reason(result) == "touched by touch")
        finger.lift()
        #expect(reason(try touch(.began, "ch1.level", on: desk)) == "applied")
        #expect(reason(try touch(.began, "ch2.level", of: "c2", on: desk)) == "touched by client")
        #expect(reason(try touch(.began, "ch2.level", on: desk)) == "applied", "both are its own")
    }

    @Test func `a momentary key that is held cannot be off`() throws {
        let desk = try desk()
        #expect(
            reason(try touch(.began, "ch1.talk", 0, on: desk)) == "ch1.talk is on while it is held")
        #expect(desk.value("ch1.talk") == 0 && desk.read() == [])
    }

    @Test func `at the end of the panel, keys are let go and fades arrive`() throws {
        let desk = try desk()
        try touch(.began, "ch1.talk", on: desk)
        try touch(.began, "ch1.level", on: desk)
        try desk.set("ch2.level", 80, over: 5000)
        desk.wait(100)
        _ = desk.read()
        desk.panel.end(at: desk.glass.now)
        #expect(
            desk.read() == [
                "ch1.talk 0 set client shutdown", "ch1.level 50 cancelled client shutdown",
                "ch2.level 80 ended animation",
            ])
    }

    @Test func `the first of several unknown names gets suggestions`() throws {
        let desk = try desk()
        let items = ["ch1.levle", "ch2.levle"].map { TouchRequest.Item($0, nil, part: nil) }
        guard
            case .touch(let results) = desk.panel.perform(
                TouchRequest(.began, items), from: desk.client, at: desk.glass.now)
        else {
            Issue.record("no results")
            return
        }
        let near = results.map { result in
            if case .error(let error) = result.problem { error.near } else { ["no error"] }
        }
        #expect(near.first?.contains("ch1.level") == true && near.last == [])
    }
}
