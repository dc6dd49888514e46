import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Actions of controls that a client performs as assistive software does.
struct AccessibilityRequestTests {
    private static let keys = """
        [[pages]]
        id = "main"
        strips = [{ id = "s", controls = [
          { id = "hold", type = "button" },
          { id = "tap", type = "button", mode = "tap" },
          { id = "a", type = "switch", groups = ["g"], default = true },
          { id = "b", type = "switch", groups = ["g"] },
          { id = "off", type = "switch", enabled = false },
          { id = "name", type = "label", text = "Name" },
          { id = "turn", type = "pages" },
        ] }]
        [[pages]]
        id = "more"
        strips = [{ id = "t", controls = [{ id = "k", type = "knob" }] }]
        [groups.g]
        type = "radio"
        """

    private func perform(
        _ action: AccessibilityRequest.Action, _ control: String, on desk: PanelDesk
    ) throws(RequestError) -> PanelReply {
        try desk.panel.perform(
            AccessibilityRequest(control: control, action: action), from: desk.client,
            at: desk.glass.now)
    }

    @Test func `a fader moves by a step, and all clients get the event`() throws {
        let desk = try PanelDesk()
        let reply = try perform(.increment, "ch1.level", on: desk)
        #expect(
            reply == .accessibility(control: "ch1.level", desk.panel["ch1.level"]?.stateWithoutText)
        )
        #expect(desk.read() == ["ch1.level 51 set client"])
        _ = try perform(.decrement, "ch1.level", on: desk)
        _ = try perform(.decrement, "ch1.level", on: desk)
        #expect(desk.read() == ["ch1.level 50 set client", "ch1.level 49 set client"])
    }

    @Test func `a step is reported also if it leads to the value of the step before`() throws {
        let desk = try PanelDesk()
        _ = try perform(.increment, "ch1.level", on: desk)
        try desk.set("ch1.level", 50)
        _ = try perform(.increment, "ch1.level", on: desk)
        #expect(
            desk.read() == [
                "ch1.level 51 set client", "ch1.level 50 set client", "ch1.level 51 set client",
            ])
    }

    @Test func `an unsupported action does not stop the control's fade`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 100, over: 1000)
        _ = desk.read()
        #expect(throws: RequestError.self) { try perform(.activate, "ch1.level", on: desk) }
        #expect(desk.read() == [])
        desk.wait(1000)
        #expect(desk.value("ch1.level") == 100)
    }

    private static let parts = """
        [[pages]]
        id = "main"
        strips = [{ id = "s", controls = [
          { id = "band", type = "range", max = 100, step = 1, default = { low = 20, high = 80 }, \(hint) },
          { id = "pad", type = "xy", x = \(axis), y = \(axis) },
          { id = "level", type = "knob", title = "Level" },
        ] }]
        """
    private static let hint = "hint = \"Sets what passes the filter.\""
    private static let axis = "{ max = 10, step = 1, default = 5 }"

    @Test func `one end of a range moves, whatever another client has selected`() throws {
        let desk = try PanelDesk(panel: Self.parts)
        func perform(
            _ action: AccessibilityRequest.Action, _ control: String, _ part: String? = nil
        ) throws -> String? {
            let reply = try desk.panel.perform(
                AccessibilityRequest(control: control, action: action, part: part),
                from: desk.client, at: desk.glass.now)
            guard case .accessibility(_, _, _, let part) = reply else { throw Unexpected() }
            return part
        }
        #expect(try perform(.activate, "s.band") == "low")
        #expect(desk.panel["s.band"]?.info.accessibility?.part == "low")
        #expect(try perform(.increment, "s.band", "high") == "high")
        #expect(desk.panel["s.band"]?.value == .range(low: 20, high: 81))
        #expect(try perform(.increment, "s.band") == "low")
        #expect(desk.panel["s.band"]?.value == .range(low: 21, high: 81))
        #expect(try perform(.increment, "s.band", "both") == "both")
        #expect(desk.panel["s.band"]?.value == .range(low: 22, high: 82))
        #expect(try perform(.decrement, "s.pad", "y") == "y")
        #expect(desk.panel["s.pad"]?.value == .parts([.init("x", 5), .init("y", 4)]))
        #expect(try perform(.decrement, "s.pad") == "x")
        #expect(desk.panel["s.pad"]?.value == .parts([.init("x", 4), .init("y", 4)]))
        let problems = [
            ("s.band", "x", "s.band has no part 'x': expected low, high, both"),
            ("s.pad", "low", "s.pad has no part 'low': expected x, y, both"),
            ("s.level", "low", "s.level has no part 'low'"),
        ]
        for (control, part, message) in problems {
            let error = #expect(throws: RequestError.self) {
                try perform(.increment, control, part)
            }
            #expect(error?.message == message && error?.field == "part")
        }
        #expect(desk.panel["s.band"]?.value == .range(low: 22, high: 82))
    }

    @Test func `a hint of the panel file is listed for assistive software`() throws {
        let desk = try PanelDesk(panel: Self.parts)
        #expect(
            desk.panel["s.band"]?.info.accessibility?.hint == "Sets what passes the filter.")
        #expect(desk.panel["s.pad"]?.info.accessibility?.hint == nil)
        #expect(desk.panel["s.level"]?.info.accessibility?.label == "s Level")
    }

    @Test func `a linked fader follows`() throws {
        let desk = try PanelDesk(
            "[[links]]\nname = \"stereo\"\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        _ = try perform(.increment, "ch1.level", on: desk)
        #expect(desk.value("ch2.level") == 51)
        #expect(desk.read() == ["ch1.level 51 set client", "ch2.level 51 set link ch1.level"])
    }

    @Test func `an action on a key does what a tap does`() throws {
        let desk = try PanelDesk(panel: Self.keys)
        _ = try perform(.activate, "s.hold", on: desk)
        #expect(desk.read() == ["s.hold 1 set client", "s.hold 0 set client"])
        _ = try perform(.activate, "s.tap", on: desk)
        #expect(desk.read() == ["s.tap 0 set client"])
        _ = try perform(.activate, "s.b", on: desk)
        #expect(desk.value("s.a") == 0 && desk.value("s.b") == 1)
        #expect(desk.read().first == "s.b 1 set client")
    }

    @Test func `the page control turns the pages`() throws {
        let desk = try PanelDesk(panel: Self.keys)
        _ = try perform(.increment, "s.turn", on: desk)
        #expect(desk.panel.page == "more" && desk.readNotices().count == 1)
    }

    @Test func `a finger that holds the control has priority`() throws {
        let desk = try PanelDesk()
        let finger = try desk.touch("ch1.level").drag(up: 20)
        let held = desk.value("ch1.level")
        _ = desk.read()
        let reply = try perform(.increment, "ch1.level", on: desk)
        guard case .accessibility(_, _, let reason, _) = reply else { throw Unexpected() }
        #expect(reason == "touched" && desk.value("ch1.level") == held && desk.read() == [])
        finger.lift()
    }

    @Test func `a finger has priority on the faders that follow its own, too`() throws {
        let desk = try PanelDesk("[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        let finger = try desk.touch("ch1.level").drag(up: 20)
        let held = desk.value("ch2.level")
        _ = desk.read()
        let reply = try perform(.increment, "ch2.level", on: desk)
        guard case .accessibility(_, _, let reason, _) = reply else { throw Unexpected() }
        #expect(reason == "touched" && desk.value("ch2.level") == held && desk.read() == [])
        finger.lift()
    }

    @Test(arguments: [
        (AccessibilityRequest.Action.activate, "s.off", "s.off is disabled"),
        (.activate, "s.name", "s.name has no action activate"),
        (.increment, "s.a", "s.a has no action increment"),
        (.activate, "s.c", "no control 's.c'"),
    ])
    func `an action that cannot be performed is an error`(
        action: AccessibilityRequest.Action, control: String, message: String
    ) throws {
        let desk = try PanelDesk(panel: Self.keys)
        let error = #expect(throws: RequestError.self) {
            try perform(action, control, on: desk)
        }
        #expect(error?.message.contains(message) == true, "\(String(describing: error))")
        #expect(desk.read() == [])
    }

    @Test func `a lock that covers clients also covers actions`() throws {
        let desk = try PanelDesk()
        _ = try desk.panel.perform(
            LockRequest(isOn: true, coversClients: true), from: desk.client, at: desk.glass.now)
        let error = #expect(throws: RequestError.self) {
            try perform(.increment, "ch1.level", on: desk)
        }
        #expect(error?.code == .locked && desk.value("ch1.level") == 50)
    }

    private struct Unexpected: Error {}
}
