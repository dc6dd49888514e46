import PanelProtocol
import Testing

@testable import Panel

struct BatchTests {
    private func batch(
        _ desk: PanelDesk, _ values: [(String, SetRequest.Change)]
    ) throws -> (transaction: Int64, results: [SetResult]) {
        try batch(desk, values.map { SetRequest(control: $0.0, change: $0.1) })
    }

    private func batch(
        _ desk: PanelDesk, _ operations: [SetRequest]
    ) throws -> (transaction: Int64, results: [SetResult]) {
        let reply = try desk.panel.apply(
            BatchRequest(operations), from: desk.client, at: desk.glass.now)
        guard case .batch(let transaction, let results) = reply else {
            Issue.record("\(reply)")
            return (0, [])
        }
        return (transaction, results)
    }

    private func fade(
        _ control: String = "ch1.level", to value: Double, over duration: Duration
    ) -> SetRequest {
        var request = SetRequest(control: control, change: .value(.number(value)))
        request.fade = duration
        return request
    }

    @Test func `the values of a batch change together, as one transaction`() throws {
        let desk = try PanelDesk()
        let (transaction, results) = try batch(
            desk,
            [
                ("ch1.level", .value(.number(10))), ("ch2.level", .norm(.number(0.2))),
                ("ch1.mute", .value(.number(1))),
            ])
        #expect(results.allSatisfy { $0.isApplied })
        #expect(desk.events.map(\.transaction) == [transaction, transaction, transaction])
        #expect(
            desk.read() == [
                "ch1.level 10 set client", "ch2.level 20 set client", "ch1.mute 1 set client",
            ])
    }

    @Test func `a batch with a mistake changes nothing and names the mistake`() throws {
        let desk = try PanelDesk()
        let rejection = #expect(throws: RequestError.self) {
            try batch(
                desk,
                [("ch1.level", .value(.number(10))), ("ch2.level", .value(.text("loud")))])
        }
        #expect(rejection?.code == .badValue)
        #expect(rejection?.message == "ops[1]: ch2.level: expected a number in 0...100")
        #expect(rejection?.field == "ops[1].value")
        #expect(desk.value("ch1.level") == 50)
        #expect(desk.read() == [])
    }

    @Test func `a batch does not wait for a finger: it changes nothing and reports why`() throws {
        let desk = try PanelDesk()
        let finger = try desk.touch("ch2.level")
        _ = desk.read()
        let (_, results) = try batch(
            desk, [("ch1.level", .value(.number(10))), ("ch2.level", .value(.number(10)))])
        #expect(results.map(\.reason) == ["batch", "touched"])
        finger.lift()
        desk.wait(1000)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") == 50)
    }

    @Test func `relative changes in a batch add up and are reported once`() throws {
        let desk = try PanelDesk()
        let (_, results) = try batch(
            desk,
            [
                ("ch1.level", .value(.number(10))), ("ch1.level", .delta(.number(5))),
                ("ch1.level", .deltaNorm(.number(0.1))),
            ])
        #expect(results.last?.state.value == .number(25))
        #expect(desk.read() == ["ch1.level 25 set client"])
        // From where the control can be, as if they came one by one.
        let (_, more) = try batch(
            desk, [("ch1.level", .delta(.number(500))), ("ch1.level", .delta(.number(-10)))])
        #expect(more.last?.state.value == .number(90))
    }

    @Test func `keys of a radio group are reported once, as part of the batch`() throws {
        let desk = try PanelDesk(
            """
            [groups.g]
            type = "radio"
            [[pages]]
            id = "keys"
            strips = [{ id = "ch{n}", count = 3, controls = [
              { id = "k", type = "switch", groups = ["g"] } ] }]
            """)
        try desk.set("ch3.k", 1)
        _ = desk.read()
        let (transaction, results) = try batch(
            desk, [("ch1.k", .value(.number(1))), ("ch2.k", .value(.number(1)))])
        #expect(results.map(\.state.value) == [.number(0), .number(1)])
        #expect(desk.events.map(\.transaction) == [transaction, transaction])
        #expect(desk.read() == ["ch2.k 1 set client", "ch3.k 0 set link ch2.k"])
        _ = try desk.panel.perform(.undo, from: desk.client, at: desk.glass.now)
        #expect(desk.events.allSatisfy { $0.transaction == transaction + 1 })
        #expect(Set(desk.read()) == ["ch2.k 0 set undo", "ch3.k 1 set undo"])
    }

    @Test func `a key names the key that has switched it, also among other changes`() throws {
        let desk = try PanelDesk(
            """
            [groups.mutes]
            type = "mute"
            [groups.g]
            type = "radio"
            [[pages]]
            id = "keys"
            strips = [{ id = "s", controls = [
              { id = "a", type = "switch", groups = ["g"], default = true },
              { id = "all", type = "switch", groups = ["g"], master = "mutes" },
              { id = "m", type = "switch", groups = ["mutes"] },
            ] }]
            """)
        _ = try batch(desk, [("ch1.level", .value(.number(10))), ("s.all", .value(.number(1)))])
        #expect(
            desk.read() == [
                "ch1.level 10 set client", "s.all 1 set client", "s.m 1 set link s.all",
                "s.a 0 set link s.all",
            ])
        try desk.set("s.a", 1)
        #expect(
            desk.read() == ["s.a 1 set client", "s.all 0 set link s.a", "s.m 0 set link s.all"])
    }

    @Test func `a fade that a batch ends says where it was`() throws {
        let desk = try PanelDesk("[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        try desk.set("ch2.level", 90, over: 1000)
        desk.wait(500)
        let before = try #require(desk.value("ch2.level"))
        _ = desk.read()
        _ = try batch(
            desk, [("ch1.level", .value(.number(20))), ("ch2.level", .value(.number(30)))])
        #expect(
            desk.events.filter { $0.phase == .cancelled }.map(\.state.value)
                == [.number(before), .number(before)])
        #expect(desk.events.suffix(2).map(\.state.value) == [.number(20), .number(30)])
    }

    @Test func `a value after a fade in a batch ends the fade, and the reply has no target`()
        throws
    {
        let desk = try PanelDesk()
        let fade = fade(to: 90, over: .seconds(1))
        let value = SetRequest(control: "ch1.level", change: .value(.number(10)))
        let (_, results) = try batch(desk, [fade, value])
        #expect(results.map(\.target) == [nil, nil])
        #expect(results.map(\.state.value) == [.number(10), .number(10)])
        #expect(desk.panel.fades.isEmpty)
    }

    @Test func `linked faders that are both set in a batch get the values set for them`() throws {
        let desk = try PanelDesk("[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        _ = try batch(
            desk, [("ch1.level", .value(.number(10))), ("ch2.level", .value(.number(30)))])
        #expect(desk.value("ch1.level") == 10 && desk.value("ch2.level") == 30)
        try desk.set("ch1.level", 20)
        #expect(desk.value("ch2.level") == 40, "the new distance is kept")
    }

    @Test func `a control linked to one fader of a batch follows it`() throws {
        let desk = try PanelDesk("[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        let (transaction, _) = try batch(
            desk, [("ch1.level", .value(.number(60))), ("ch1.mute", .value(.number(1)))])
        #expect(desk.value("ch2.level") == 60)
        #expect(desk.events.allSatisfy { $0.transaction == transaction })
        try desk.set("ch1.level", 70)
        #expect(desk.value("ch2.level") == 70, "the distance is the same as before")
    }

    @Test func `among several linked faders in a batch, the others follow the last that changes`()
        throws
    {
        let desk = try PanelDesk(
            "[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\", \"ch3.level\"]",
            panel: PanelDesk.twoFaders.replacing("count = 2", with: "count = 3"))
        _ = try batch(
            desk,
            [
                ("ch1.level", .value(.number(60))), ("ch2.level", .value(.number(55))),
                ("ch1.level", .value(.number(60))), ("ch2.level", .delta(.number(0))),
            ])
        #expect(desk.value("ch3.level") == 55)
        try desk.set("ch1.level", 50)
        #expect(desk.value("ch2.level") == 45)
    }

    @Test func `linked faders in a batch fade to their own targets, and the others follow`() throws
    {
        let desk = try PanelDesk(
            "[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\", \"ch3.level\"]",
            panel: PanelDesk.twoFaders.replacing("count = 2", with: "count = 3"))
        _ = try batch(
            desk,
            [
                fade(to: 10, over: .milliseconds(300)),
                fade("ch2.level", to: 80, over: .milliseconds(300)),
            ])
        desk.wait(500)
        #expect(desk.value("ch1.level") == 10 && desk.value("ch2.level") == 80)
        #expect(desk.value("ch3.level") == 80)
        #expect(desk.isWellNested())
        #expect(!desk.events.contains { $0.phase == .cancelled })
    }

    @Test func `a batch sets a control and fades it from there, and goes back as a whole`() throws {
        let desk = try PanelDesk()
        let fade = fade(to: 90, over: .milliseconds(100))
        let (_, results) = try batch(
            desk, [SetRequest(control: "ch1.level", change: .value(.number(10))), fade])
        #expect(results.last?.target == .number(90))
        #expect(
            desk.read().prefix(2) == ["ch1.level 10 set client", "ch1.level 10 began animation"])
        desk.wait(200)
        #expect(desk.value("ch1.level") == 90)
        _ = try desk.panel.perform(HistoryRequest.undo, from: desk.client, at: desk.glass.now)
        #expect(desk.value("ch1.level") == 50)
    }

    @Test func `the last of several values says whose it is`() throws {
        let desk = try PanelDesk()
        var confirmed = SetRequest(control: "ch1.level", change: .value(.number(60)))
        confirmed.isFeedback = true
        let wanted = SetRequest(control: "ch1.level", change: .value(.number(70)))
        _ = try batch(desk, [confirmed, wanted])
        #expect(desk.read() == ["ch1.level 70 set client"])
    }

    @Test func `a client that holds a control may set it in a batch`() throws {
        let desk = try PanelDesk()
        desk.hold("ch1.level", of: "c1")
        let (_, results) = try batch(desk, [fade(to: 65, over: .seconds(1))])
        #expect(results.allSatisfy { $0.isApplied && $0.target == nil })
        #expect(desk.value("ch1.level") == 65)
    }
}
