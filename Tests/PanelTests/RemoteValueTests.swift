import Controls
import Drawing
import PanelProtocol
import Testing

@testable import Panel

/// A fader on a panel, a finger, and a client.
private final class SingleFader {
    let panel: Panel
    private(set) var told: [String] = []
    private let contact = Window.Contact(device: 1, number: 1, slot: 0)
    private var contacts = 0
    private var isAsking = false

    private static func text(_ options: String) -> String {
        """
        version = 1
        name = "desk"
        [[pages]]
        id = "main"
        strips = [{ id = "ch1", controls = [
          { id = "level", type = "slider", min = 0, default = 50 \(options) },
        ] }]
        """
    }

    init(_ options: String = "") throws {
        let file = PanelFile(text: Self.text(", max = 100" + options), name: "desk.toml")
        let description = try #require(file.panel, "\(file.errors)")
        panel = try Panel(description, width: 400, height: 800, fonts: FontCollection())
        panel.onValueChanged = { [unowned self] event in
            switch event.source {
            case .touch: told.append(event.phase.rawValue)
            // What a client sets at once has an answer.
            case .client where isAsking: break
            default: told.append("\(event.source) \(panel[event.control]?.valueText ?? "")")
            }
        }
        panel.window.layoutIfNeeded()
    }

    var value: Double? { panel["ch1.level"]?.state?.value.number }

    private func touch(_ phase: Window.ContactPhase, by offset: Double, _ milliseconds: Int) {
        guard let frame = panel["ch1.level"]?.view.frameInWindow else { return }
        panel.window.handleTouch(
            phase, Window.Contact(device: 1, number: contacts, slot: 0),
            at: Point(x: frame.midX, y: frame.midY + offset), time: .milliseconds(milliseconds))
    }

    func land(at milliseconds: Int) {
        contacts += 1
        touch(.began, by: 0, milliseconds)
    }

    func drag(by offset: Double, at milliseconds: Int) { touch(.moved, by: offset, milliseconds) }
    func cancel(at milliseconds: Int) { touch(.cancelled(.palm), by: 0, milliseconds) }
    func lift(at milliseconds: Int) { touch(.ended, by: 0, milliseconds) }

    @discardableResult
    func set(_ value: Double, at milliseconds: Int) throws -> String? {
        isAsking = true
        defer { isAsking = false }
        return try panel.apply(
            SetRequest(control: "ch1.level", change: .value(.number(value))),
            from: .client("c1", name: nil), at: .milliseconds(milliseconds)
        ).reason
    }

    /// Reads the file again, with another range.
    func reload(max: Int, at milliseconds: Int) throws {
        let text = Self.text(", max = \(max)")
        let file = try #require(PanelFile(text: text, name: "desk.toml").panel)
        panel.reload(file, from: nil, at: .milliseconds(milliseconds))
    }

    func wait(until milliseconds: Int) {
        while let deadline = panel.nextDeadline, deadline <= .milliseconds(milliseconds) {
            panel.advance(to: deadline)
        }
    }
}

@Suite struct RemoteValueTests {
    @Test func `a value set while a finger rests is applied after the release`() throws {
        let desk = try SingleFader()
        desk.land(at: 0)
        #expect(try desk.set(20, at: 100) == "touched")
        #expect(try desk.set(30, at: 200) == "touched")
        #expect(desk.value == 50)
        desk.lift(at: 1000)
        #expect(desk.value == 30, "the newest one")
        #expect(desk.told.last == "client(\"c1\", name: nil) 30")
    }

    @Test(arguments: [false, true])
    func `a bridge receives an event when its deferred value is applied, and acts on it`(
        _ isFeedback: Bool
    ) throws {
        let desk = try PanelDesk()
        let finger = try desk.touch("ch1.level")
        desk.wait(300)
        var request = SetRequest(control: "ch1.level", change: .value(.number(20)))
        request.isFeedback = isFeedback
        let source = isFeedback ? desk.client.asFeedback : desk.client
        #expect(
            try desk.panel.apply(request, from: source, at: desk.glass.now).reason == "touched")
        desk.wait(1000)
        finger.lift()
        let events = desk.events.filter { $0.control == "ch1.level" }
        #expect(events.map(\.phase) == [.began, .ended, .set])
        let last = try #require(events.last)
        #expect(last.reason == .deferred && last.source == desk.client)
        #expect(last.state.value == .number(20))
        #expect(Subscription().includes(last, for: last.source.client ?? ""))
    }

    @Test func `steps of a client while a finger rests, and right after its release, add up`()
        throws
    {
        let desk = try PanelDesk()
        func step() throws -> String? {
            try desk.panel.apply(
                SetRequest(control: "ch1.level", change: .delta(.number(5))), from: desk.client,
                at: desk.glass.now
            ).reason
        }
        let finger = try desk.touch("ch1.level")
        desk.wait(100)
        #expect(try step() == "touched")
        #expect(try step() == "touched")
        desk.wait(1000)
        finger.lift()
        #expect(desk.value("ch1.level") == 60)

        try desk.touch("ch1.level").drag(up: 20).lift()
        let end = try #require(desk.value("ch1.level"))
        #expect(try step() == "settling")
        #expect(try step() == "settling")
        desk.wait(1000)
        #expect(desk.value("ch1.level") == end + 10)
    }

    @Test(arguments: [("x", 10.0), ("y", 80.0)])
    func `a spring takes its own axis along, not a client's value of the other`(
        _ part: String, _ expected: Double
    ) throws {
        let desk = try PanelDesk(
            """
            [[pages]]
            id = "bend"
            strips = [{ id = "s", controls = [
              { id = "p", type = "xy", x = { max = 20, default = 10, spring = true }, y = { max = 100 } },
            ] }]
            """)
        desk.panel.show(page: "bend")
        let finger = try desk.touch("s.p")
        finger.drag(right: 40)
        desk.wait(400)
        let request = SetRequest(control: "s.p", change: .value(.parts([.init(part, 80)])))
        let reply = try desk.panel.apply(request, from: desk.client, at: desk.glass.now)
        #expect(reply.reason == "touched")
        desk.wait(1000)
        finger.lift()
        desk.wait(1000)
        let value = desk.panel["s.p"]?.value
        #expect(value?[part: part] == expected, "its spring, or what the client wanted")
        #expect(value?[part: "x"] == 10)
    }

    @Test func `a value older than the finger's last move is discarded`() throws {
        let desk = try SingleFader()
        desk.land(at: 0)
        try desk.set(20, at: 100)
        desk.drag(by: -40, at: 200)
        let moved = desk.value
        desk.lift(at: 1000)
        desk.wait(until: 5000)
        #expect(desk.value == moved)
    }

    @Test func `an echo right after the release does not move the fader`() throws {
        let desk = try SingleFader()
        desk.land(at: 0)
        desk.drag(by: -40, at: 100)
        let moved = try #require(desk.value)
        desk.lift(at: 200)
        #expect(try desk.set(55, at: 250) == "settling")
        #expect(desk.value == moved)
        #expect(try desk.set(moved, at: 300) == nil, "the engine has confirmed")
        #expect(try desk.set(70, at: 310) == nil, "so what comes next is news")
        #expect(desk.value == 70)
    }

    @Test func `an engine's last value stands when nothing confirms the finger's value`() throws {
        let desk = try SingleFader()
        desk.land(at: 0)
        desk.drag(by: -40, at: 100)
        desk.lift(at: 200)
        try desk.set(40, at: 260)
        #expect(desk.panel.nextDeadline == .milliseconds(450))
        desk.wait(until: 450)
        #expect(desk.value == 40)
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `a reload right after the release lets no echo in, and drops no value that waits`()
        throws
    {
        for wanted in [40.0, 90] {
            let desk = try SingleFader()
            desk.land(at: 0)
            desk.drag(by: -40, at: 100)
            let moved = try #require(desk.value)
            desk.lift(at: 200)
            try desk.set(wanted, at: 210)
            try desk.reload(max: 80, at: 250)
            #expect(desk.value == moved)
            #expect(desk.panel.nextDeadline == .milliseconds(450))
            desk.wait(until: 450)
            #expect(desk.value == min(wanted, 80), "as far as the new range allows")
        }
        let desk = try SingleFader()
        desk.land(at: 0)
        desk.drag(by: -40, at: 100)
        let moved = try #require(desk.value)
        desk.lift(at: 200)
        try desk.reload(max: 80, at: 250)
        #expect(try desk.set(55, at: 260) == "settling")
        #expect(desk.value == moved)
        #expect(try desk.set(moved, at: 300) == nil)
        #expect(try desk.set(55, at: 310) == nil)
    }

    @Test func `a value that waits for a finger outlives a reload that takes the finger's touch`()
        throws
    {
        let desk = try SingleFader()
        desk.land(at: 0)
        try desk.set(40, at: 100)
        try desk.reload(max: 80, at: 150)
        #expect(desk.value == 50)
        desk.lift(at: 500)
        desk.wait(until: 5000)
        #expect(desk.value == 40)
    }

    @Test func `settle_ms sets how long an echo counts as late`() throws {
        let desk = try SingleFader(", settle_ms = 50")
        desk.land(at: 0)
        desk.drag(by: -40, at: 100)
        desk.lift(at: 200)
        #expect(try desk.set(10, at: 251) == nil)
        #expect(desk.value == 10)
    }

    @Test func `a control that ignores clients during a touch discards their values`() throws {
        let desk = try SingleFader(", on_remote = \"ignore\"")
        desk.land(at: 0)
        #expect(try desk.set(20, at: 100) == "touched")
        desk.lift(at: 1000)
        desk.wait(until: 5000)
        #expect(desk.value == 50)
        #expect(try desk.set(20, at: 1001) == nil)
    }

    @Test func `a control that allows it moves under the finger, which continues from there`()
        throws
    {
        let desk = try SingleFader(", on_remote = \"allow\"")
        desk.land(at: 0)
        #expect(try desk.set(20, at: 100) == nil)
        #expect(desk.value == 20)
        desk.drag(by: 0, at: 150)
        #expect(desk.value == 20)
        desk.drag(by: -40, at: 200)
        #expect(try #require(desk.value) > 20)
    }

    @Test(arguments: [("", false), (", revert_on_cancel = true", true)])
    func `a cancelled touch keeps its value or restores the previous one`(
        options: String, reverts: Bool
    ) throws {
        let desk = try SingleFader(options)
        desk.land(at: 0)
        desk.drag(by: -40, at: 100)
        #expect(desk.value != 50)
        desk.cancel(at: 200)
        #expect((desk.value == 50) == reverts)
        #expect(desk.told.last == "cancelled")
    }

    @Test func `two quick taps restore the default`() throws {
        let desk = try SingleFader(", double_tap = \"default\"")
        try desk.set(80, at: 0)
        for start in [1000, 1150] {
            desk.land(at: start)
            desk.lift(at: start + 60)
        }
        #expect(desk.value == 50)
        #expect(desk.told == ["reset 50"], "no gesture was begun")
    }

    @Test(arguments: [", enabled = false", ", access = \"w\""])
    func `two quick taps restore nothing that fingers may not move`(options: String) throws {
        let desk = try SingleFader(", double_tap = \"default\"" + options)
        try desk.set(80, at: 0)
        for start in [1000, 1150] {
            desk.land(at: start)
            desk.lift(at: start + 60)
        }
        #expect(desk.value == 80)
        #expect(desk.told == [])
    }

    @Test func `a single tap sets an absolute fader, although two taps reset it`() throws {
        let desk = try SingleFader(", touch = \"absolute\", double_tap = \"default\"")
        try desk.set(90, at: 0)
        desk.land(at: 1000)
        #expect(desk.told == [], "it may be the first of two")
        desk.lift(at: 1060)
        #expect(abs(try #require(desk.value) - 50) < 1)
        #expect(desk.told == ["began", "ended"])
        desk.land(at: 1150)
        desk.lift(at: 1210)
        #expect(desk.value == 50)
    }

    @Test func `a value set during the second tap is not applied after the reset`() throws {
        let desk = try SingleFader(", double_tap = \"default\"")
        try desk.set(80, at: 0)
        desk.land(at: 1000)
        desk.lift(at: 1060)
        desk.land(at: 1150)
        #expect(try desk.set(20, at: 1180) == "touched")
        desk.lift(at: 1210)
        desk.wait(until: 5000)
        #expect(desk.value == 50)
        #expect(desk.told == ["reset 50"])
    }

    @Test func `an echo right after a reset does not undo it`() throws {
        let desk = try SingleFader(", double_tap = \"default\"")
        try desk.set(80, at: 0)
        for start in [1000, 1150] {
            desk.land(at: start)
            desk.lift(at: start + 60)
        }
        #expect(try desk.set(80, at: 1250) == "settling")
        #expect(desk.value == 50)
        #expect(try desk.set(50, at: 1260) == nil, "the engine has confirmed")
        desk.wait(until: 5000)
        #expect(desk.value == 50)
        #expect(try desk.set(80, at: 5000) == nil)
    }

    @Test func `a value set during a tap that moves nothing is applied`() throws {
        let desk = try SingleFader(", double_tap = \"default\"")
        desk.land(at: 0)
        #expect(try desk.set(80, at: 30) == "touched")
        desk.lift(at: 60)
        desk.wait(until: 60)
        #expect(desk.value == 80)
    }

    // MARK: What the end of a touch does

    private func desk(_ options: String, groups: String = "") throws -> PanelDesk {
        try PanelDesk(
            groups,
            panel: """
                [[pages]]
                id = "main"
                strips = [{ id = "x", controls = [{ id = "a", \(options) }] }]
                [[pages]]
                id = "other"
                strips = [{ id = "y", controls = [{ id = "b", type = "knob" }] }]

                """)
    }

    @Test func `a talk key that its engine has confirmed stays off after the page was changed`()
        throws
    {
        let desk = try desk("type = \"button\", mode = \"momentary\", label = \"Talk\"")
        _ = try desk.touch("x.a")
        desk.wait(300)
        #expect(try desk.set("x.a", 1).reason == "touched")
        desk.wait(500)
        _ = try desk.panel.perform(page: "other", from: desk.client, at: desk.glass.now)
        #expect(desk.value("x.a") == 0)
        #expect(desk.events.last?.time == desk.glass.now, "not the time of its last movement")
        #expect(try desk.set("x.a", 1).reason == "settling")
        _ = try desk.set("x.a", 0)
        desk.wait(2000)
        #expect(desk.value("x.a") == 0)
    }

    @Test(arguments: [
        (", spring = true", true), (", revert_on_cancel = true", false),
        (", report = \"release\"", true), (", report = \"release\"", false),
    ])
    func `a value that came before the finger's end does not undo what the end has done`(
        options: String, lifts: Bool
    ) throws {
        let desk = try desk("type = \"slider\", max = 100, default = 50" + options)
        let finger = try desk.touch("x.a")
        if options.contains("release") { _ = try desk.set("x.a", 10) }
        finger.drag(up: 60)
        desk.wait(100)
        if !options.contains("release") {
            _ = try desk.set("x.a", try #require(desk.value("x.a")))
        }
        desk.wait(500)
        if lifts { finger.lift() } else { finger.cancel() }
        let end = try #require(desk.value("x.a"))
        #expect(options.contains("release") ? end > 60 : end == 50)
        desk.wait(3000)
        #expect(desk.value("x.a") == end)
    }

    @Test func `an engine that confirms a key late does not switch its radio group back`() throws {
        let desk = try PanelDesk(
            """
            [groups.rad]
            type = "radio"

            """,
            panel: """
                [[pages]]
                id = "main"
                strips = [{ id = "x", controls = [
                  { id = "a", type = "switch", groups = ["rad"] },
                  { id = "b", type = "switch", groups = ["rad"], default = true },
                ] }]

                """)
        let finger = try desk.touch("x.a")
        #expect(try desk.set("x.a", 1).reason == "touched")
        finger.lift()
        desk.wait(100)
        try desk.touch("x.b").lift()
        desk.wait(3000)
        #expect(desk.value("x.a") == 0 && desk.value("x.b") == 1)
    }

    @Test func `a tap that moves nothing leaves a value that waits`() throws {
        let desk = try PanelDesk()
        try desk.touch("ch1.level").drag(up: 20).lift()
        #expect(try desk.set("ch1.level", 77).reason == "settling")
        try desk.touch("ch1.level").lift()
        desk.wait(1000)
        #expect(desk.value("ch1.level") == 77)
    }
}
