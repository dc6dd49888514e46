import Controls
import PanelProtocol
import Testing

@testable import Panel

struct LinkTests {
    @Test
    func `a client's value stops the fade of an equal fader, also where that is there already`()
        throws
    {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "fine", type = "slider", max = 100, step = 1 },
                  { id = "coarse", type = "slider", max = 100, step = 10 },
                ] }]

                """)
        try desk.link("both", ["s.fine", "s.coarse"], mode: .absolute)
        try desk.set("s.coarse", 100, over: 1000)
        desk.wait(500)
        let coarse = try #require(desk.value("s.coarse"))
        try desk.set("s.fine", coarse + 2)
        desk.wait(1000)
        #expect(desk.value("s.fine") == coarse + 2 && desk.value("s.coarse") == coarse)
        #expect(desk.isWellNested())
    }

    @Test func `a finger that has not moved leaves the value that waits for the other fader`()
        throws
    {
        let desk = try PanelDesk()
        try desk.set("ch2.level", 50)
        try desk.link(mode: .absolute)
        let finger = try desk.touch("ch1.level")
        #expect(try !desk.set("ch2.level", 20).isApplied)
        finger.lift()
        desk.wait(1000)
        #expect(desk.value("ch2.level") == 20 && desk.value("ch1.level") == 20)
        #expect(desk.isWellNested())
    }

    @Test func `linked faders keep their distance during a touch, as one gesture`() throws {
        let desk = try PanelDesk()
        try desk.set("ch2.level", 30)
        try desk.link()
        _ = desk.read()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 40)
        finger.lift()
        let moved = try #require(desk.value("ch1.level"))
        #expect(moved > 50)
        #expect(desk.value("ch2.level") == moved - 20)
        #expect(desk.isWellNested())
        let gestures = Set(desk.events.map(\.gesture))
        #expect(gestures.count == 1)
        for pair in zip(desk.events.filter { $0.control == "ch1.level" }, desk.events.dropFirst()) {
            #expect(pair.0.transaction != nil)
        }
        let linked = desk.events.filter { $0.control == "ch2.level" }
        #expect(linked.first?.phase == .began && linked.last?.phase == .ended)
        #expect(linked.allSatisfy { $0.source == .link(of: "ch1.level") })
        #expect(
            linked.contains { event in
                desk.events.contains {
                    $0.control == "ch1.level" && $0.phase == .changed
                        && $0.transaction == event.transaction
                }
            })
    }

    @Test func `a fader that reports its last value only still shows and hands on each movement`()
        throws
    {
        let fader = #"type = "slider", max = 100, default = 50, step = 1"#
        let desk = try PanelDesk(linked: [#"\#(fader), report = "release""#, fader])
        let finger = try desk.touch("s.a")
        finger.drag(up: 40)
        _ = desk.glass.nextFrame()
        let reached = try #require(desk.value("s.a"))
        #expect(reached > 50 && desk.value("s.b") == reached)
        #expect(desk.panel["s.a"]?.readouts.first?.text == "\(Int(reached))")
        let own = { desk.events.filter { $0.control == "s.a" }.map(\.phase) }
        #expect(own() == [.began])
        #expect(desk.events.contains { $0.control == "s.b" && $0.phase == .changed })
        finger.lift()
        #expect(own() == [.began, .ended])
        #expect(desk.isWellNested())
        _ = try desk.panel.perform(.undo, from: desk.client, at: desk.glass.now)
        #expect(desk.value("s.a") == 50 && desk.value("s.b") == 50)
    }

    @Test(arguments: ["wrap = true", "wrap = false"])
    func `a knob that is turned past its end takes a linked one along, and does not throw it`(
        _ options: String
    ) throws {
        let knob = #"type = "knob", max = 360"#
        let desk = try PanelDesk(linked: [
            "\(knob), default = 350, wrap = true", "\(knob), default = 180, \(options)",
            "\(knob), default = 355, wrap = true",
        ])
        desk.panel.layOutIfNeeded()
        let finger = desk.glass.touch(try #require(desk.panel["s.a"]?.view as? Knob))
        for _ in 0..<8 { finger.turn(.degrees(5)) }
        let turned = try #require(desk.value("s.a"))
        #expect((10...60).contains(turned), "past the end")
        let moved = turned + 10
        #expect(desk.value("s.b").map { abs($0 - 180 - moved) < 1e-6 } == true)
        #expect(desk.value("s.c").map { abs($0 - 355 + 360 - moved) < 1e-6 } == true)
        // And back.
        for _ in 0..<8 { finger.turn(.degrees(-5)) }
        finger.lift()
        #expect(desk.value("s.a").map { abs($0 - 350) < 1e-6 } == true)
        #expect(desk.value("s.b").map { abs($0 - 180) < 1e-6 } == true)
        #expect(desk.value("s.c").map { abs($0 - 355) < 1e-6 } == true)
    }

    @Test
    func `a stepper that goes from its last value to the first takes a linked one a step along`()
        throws
    {
        let stepper = #"type = "stepper", min = 1, max = 12, step = 1"#
        let desk = try PanelDesk(linked: [
            "\(stepper), wrap = true, default = 12", "\(stepper), default = 5",
        ])
        desk.panel.layOutIfNeeded()
        let own = try #require(desk.panel["s.a"]?.view as? Stepper)
        desk.glass.touch(own, at: own.incrementRect.center).lift()
        #expect(desk.value("s.a") == 1 && desk.value("s.b") == 6)
        desk.glass.touch(own, at: own.decrementRect.center).lift()
        #expect(desk.value("s.a") == 12 && desk.value("s.b") == 5)
    }

    @Test func `of two linked faders that report their last values only, both do`() throws {
        let fader = #"type = "slider", max = 100, default = 50, report = "release""#
        let desk = try PanelDesk(linked: [fader, fader])
        let phases = { id in desk.events.filter { $0.control == id }.map(\.phase) }
        let finger = try desk.touch("s.a")
        for _ in 0..<4 { finger.drag(up: 10) }
        #expect(phases("s.b") == [.began])
        finger.lift()
        #expect(phases("s.a") == [.began, .ended] && phases("s.b") == [.began, .ended])
        #expect(desk.events.last { $0.control == "s.b" }?.state.value.number == desk.value("s.b"))
        _ = desk.read()
        // A fade is no hand's movement.
        try desk.set("s.a", 10, over: 200)
        desk.wait(300)
        #expect(phases("s.a").contains(.changed) && phases("s.b").contains(.changed))
    }

    @Test func `a fader that is taken from its link and follows again has a gesture for each`()
        throws
    {
        let desk = try PanelDesk()
        try desk.link()
        let first = try desk.touch("ch1.level").drag(up: 20)
        try desk.touch("ch2.level").lift()
        first.drag(up: 20)
        try desk.link()
        first.drag(up: 20)
        first.lift()
        #expect(desk.isWellNested())
        let gestures = desk.events.filter { $0.control == "ch2.level" && $0.phase == .began }
            .map(\.gesture)
        #expect(gestures.count == 4 && Set(gestures).count == 4)
        #expect(desk.value("ch2.level") == desk.value("ch1.level"))
        #expect(desk.panel.links.formerHolds.isEmpty)
    }

    @Test func `a fader can be taken from its link again and again`() throws {
        let desk = try PanelDesk()
        try desk.link()
        let first = try desk.touch("ch1.level").drag(up: 20)
        for _ in 0..<5 {
            try desk.touch("ch2.level").lift()
            first.drag(up: 2)
        }
        #expect(desk.panel.links.formerHolds.count == 1)
        first.lift()
        #expect(desk.isWellNested() && desk.panel.links.formerHolds.isEmpty)
    }

    @Test func `a link of locked faders is not replaced`() throws {
        let desk = try PanelDesk()
        try desk.link()
        _ = try desk.panel.perform(
            LockRequest(isOn: true, except: [Glob("*.mute")], coversClients: true),
            from: desk.client, at: desk.glass.now)
        let error = #expect(throws: RequestError.self) {
            try desk.link("stereo", ["ch1.mute", "ch2.mute"], mode: .absolute)
        }
        #expect(error?.code == .locked)
    }

    @Test func `another link of a fader that follows can be removed`() throws {
        let desk = try PanelDesk()
        try desk.link()
        try desk.link("gang", mode: .gang, while: "ch1.mute")
        let finger = try desk.touch("ch1.level").drag(up: 20)
        _ = desk.read()
        _ = try desk.panel.unlink("gang", from: desk.client, at: desk.glass.now)
        #expect(desk.read() == [])
        finger.drag(up: 20)
        let began = desk.events.filter { $0.phase == .began }
        #expect(began.isEmpty && desk.value("ch2.level") == desk.value("ch1.level"))
        finger.lift()
    }

    @Test func `a fader pushed against its end returns with its old distance`() throws {
        let desk = try PanelDesk("[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        try desk.set("ch1.level", 70)
        #expect(desk.value("ch2.level") == 70)
        _ = try desk.panel.unlink("link1", from: desk.client, at: desk.glass.now)
        try desk.set("ch2.level", 90)
        try desk.link()
        try desk.set("ch1.level", 100)
        #expect(desk.value("ch2.level") == 100)
        try desk.set("ch1.level", 60)
        #expect(desk.value("ch2.level") == 80)
        // Who moves the one that was pushed starts from where it is.
        try desk.set("ch1.level", 100)
        try desk.set("ch2.level", 90)
        #expect(desk.value("ch1.level") == 90)
    }

    @Test func `an absolute link moves the other controls to where the first one moves`() throws {
        let desk = try PanelDesk()
        try desk.set("ch2.level", 10)
        try desk.link("same", ["ch1.level", "ch2.level"], mode: .absolute, in: .value)
        #expect(desk.value("ch2.level") == 10)
        _ = desk.read()
        try desk.set("ch1.level", 42)
        #expect(desk.read() == ["ch1.level 42 set client", "ch2.level 42 set link ch1.level"])
    }

    @Test func `a key that its partner moves beyond off stays off`() throws {
        let desk = try PanelDesk()
        try desk.set("ch2.mute", 1)
        try desk.link("mutes", ["ch1.mute", "ch2.mute"], in: .value)
        try desk.set("ch2.mute", 0)
        #expect(desk.value("ch1.mute") == 0)
        try desk.set("ch2.mute", 1)
        #expect(desk.value("ch1.mute") == 0, "it is a step below off")
    }

    @Test func `a control that a link moves does not move any other`() throws {
        let desk = try PanelDesk()
        try desk.link()
        _ = desk.read()
        try desk.set("ch2.level", 55)
        #expect(desk.read() == ["ch2.level 55 set client", "ch1.level 55 set link ch2.level"])
    }

    @Test func `a second link for a control could form a cycle and is rejected`() throws {
        let desk = try PanelDesk()
        try desk.link()
        let rejection = #expect(throws: RequestError.self) {
            try desk.link("other", ["ch2.level", "ch1.mute"])
        }
        #expect(rejection?.code == .badRequest)
        #expect(
            rejection?.message
                == "other: 'ch2.level' is in the link 'stereo': a second one could lead back to it")
        #expect(desk.panel["ch2.level"]?.info.group == "stereo")
        // The same name takes the place of the old link.
        try desk.link("stereo", ["ch1.level", "ch1.mute"])
        #expect(desk.panel["ch2.level"]?.info.group == nil)
    }

    @Test(arguments: [
        (["ch1.level"], "stereo: a link needs two controls"),
        (["ch1.level", "ch1.level"], "stereo: 'ch1.level' is named twice"),
        (
            ["ch1.level", "ch1.gate"],
            "stereo: 'ch1.gate' and 'ch1.level' do not have the same parts"
        ),
    ])
    func `a link request reports why controls cannot be linked`(controls: [String], message: String)
        throws
    {
        let desk = try PanelDesk()
        let rejection = #expect(throws: RequestError.self) { try desk.link("stereo", controls) }
        #expect(rejection?.message == message)
        #expect(desk.panel["ch1.level"]?.info.group == nil)
    }

    @Test func `a value for a fader that a link holds is not lost while other things happen`()
        throws
    {
        let desk = try PanelDesk(
            "[[links]]\nname = \"st\"\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 10)
        desk.wait(400)
        #expect(try desk.set("ch2.level", 20).reason == "touched")
        desk.panel.advance(to: desk.glass.now)
        finger.lift()
        desk.wait(1000)
        #expect(desk.value("ch2.level") == 20)
    }

    @Test(arguments: [("ch1.level", "ch2.level"), ("ch2.level", "ch1.level")])
    func `of the values that two linked faders wait for, the newer one remains`(
        _ older: String, _ newer: String
    ) throws {
        let desk = try PanelDesk(
            "[[links]]\nname = \"st\"\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 10)
        desk.wait(400)
        #expect(try desk.set(older, 20).reason == "touched")
        desk.wait(10)
        #expect(try desk.set(newer, 30).reason == "touched")
        _ = desk.read()
        finger.lift()
        desk.wait(1000)
        #expect(desk.value(newer) == 30 && desk.value(older) == 30)
        #expect(!desk.read().contains { $0.contains("20") }, "nor does one go there before")
    }

    @Test func `a finger on the other fader holds it, and that fader moves independently`() throws {
        let desk = try PanelDesk()
        try desk.link()
        let first = try desk.touch("ch1.level")
        first.drag(up: 20)
        let second = try desk.touch("ch2.level")
        second.drag(down: 20)
        let held = try #require(desk.value("ch2.level"))
        first.drag(up: 20)
        #expect(desk.value("ch2.level") == held)
        first.lift()
        second.lift()
        #expect(desk.isWellNested())
        let taken = desk.events.first { $0.control == "ch2.level" && $0.phase == .cancelled }
        #expect(taken?.reason == .touch && taken?.source == .link(of: "ch1.level"))
    }

    @Test func `a fader that a finger held does not jump when its partner moves on`() throws {
        let desk = try PanelDesk()
        try desk.link()
        let finger = try desk.touch("ch2.level")
        let other = try desk.touch("ch1.level")
        other.drag(up: 40)
        #expect(desk.value("ch2.level") == 50)
        finger.lift()
        other.drag(up: 4)
        #expect(try #require(desk.value("ch2.level")) <= 55)
        other.lift()
        #expect(desk.isWellNested())
    }

    @Test func `a client cannot move a fader until a finger releases its partner`() throws {
        let desk = try PanelDesk()
        try desk.link()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        #expect(try desk.set("ch2.level", 5).reason == "touched")
        let value = desk.value("ch2.level")
        finger.lift()
        desk.wait(40)
        #expect(desk.value("ch2.level") == value)
    }

    @Test func `a link that is removed ends the gestures that it began`() throws {
        let desk = try PanelDesk()
        try desk.link()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        _ = try desk.panel.unlink("stereo", from: desk.client, at: desk.glass.now)
        let value = desk.value("ch2.level")
        finger.drag(up: 20)
        finger.lift()
        #expect(desk.value("ch2.level") == value)
        #expect(desk.isWellNested())
        let rejection = #expect(throws: RequestError.self) {
            try desk.panel.unlink("sterio", from: desk.client, at: desk.glass.now)
        }
        #expect(rejection?.code == .badValue)
    }

    @Test func `a link in a cycle, or to no control, is reported with its position in the file`() {
        let file = PanelFile(
            text: PanelDesk.twoFaders + """
                [[links]]
                controls = ["ch1.level", "ch2.level"]
                [[links]]
                controls = ["ch2.level", "ch1.mute"]
                [[links]]
                controls = ["ch1.mute", "ch2.mut"]
                mode = "both"
                """, name: "t.toml")
        let messages = file.errors.map { "\($0)".split(separator: ":", maxSplits: 3).last }
        #expect(
            messages == [
                " 'controls': 'ch2.level' is in the link 'link1': a second one could lead back to it",
                " 'controls': no control 'ch2.mut'; did you mean 'ch2.mute'?",
                " unknown mode 'both'; known are relative, absolute, vca, gang",
            ])
    }

    @Test func `a key that another of its group switches off takes its linked key along`() throws {
        let desk = try PanelDesk(
            panel: """
                [groups.g]
                type = "radio"
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "a", type = "switch", groups = ["g"], default = true },
                  { id = "b", type = "switch", groups = ["g"] },
                  { id = "lamp", type = "switch", default = true },
                ] }]
                """)
        try desk.link("l", ["s.a", "s.lamp"], mode: .absolute)
        try desk.set("s.b", 1)
        #expect(
            desk.read() == [
                "s.b 1 set client", "s.a 0 set link s.b", "s.lamp 0 set link s.a",
            ])
        _ = try desk.panel.perform(HistoryRequest.undo, from: desk.client, at: desk.glass.now)
        #expect(desk.value("s.a") == 1 && desk.value("s.lamp") == 1)
    }
}
