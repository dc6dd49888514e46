import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// A row of strips that share a place: only that of the selected channel is visible.
struct SelectedStripTests {
    private static let desk = """
        [groups.select]
        type = "radio"

        [templates.channel]
        label = "Ch {n}"
        controls = [
          { id = "level", type = "slider" },
          { id = "select", type = "switch", label = "Sel", groups = ["select"] },
        ]
        [templates.detail]
        label = "Ch {n}"
        controls = [{ id = "gain", type = "knob" }, { id = "gate", type = "slider" }]

        [[pages]]
        id = "mix"
        strips = [
          { template = "channel", id = "ch{n}", count = 4 },
          { template = "detail", id = "ch{n}", count = 4, show = "select" },
        ]
        """

    /// The same with the detail on a page of its own.
    private static let twoPages = desk.replacing(
        "  { template = \"detail\"",
        with: "]\n[[pages]]\nid = \"channel\"\nstrips = [\n  { template = \"detail\"")

    private func seen(_ desk: PanelDesk) -> [String] {
        desk.panel.layOutIfNeeded()
        return (1...4).map { "ch\($0).gain" }.filter { !(desk.panel[$0]?.view.isHidden ?? true) }
    }

    @Test func `the strip of the key that is on is seen, in the place of all`() throws {
        let desk = try PanelDesk(panel: Self.twoPages)
        #expect(seen(desk) == ["ch1.gain"])
        try desk.touch("ch3.select").lift()
        #expect(seen(desk) == ["ch3.gain"])
        desk.panel.show(page: "channel", from: desk.client, at: .zero)
        let third = try #require(desk.panel["ch3.gain"]).view.frame
        #expect(abs(third.center.x - 400) < 2)
        let finger = try desk.touch("ch3.gate")
        finger.drag(up: 30)
        finger.lift()
        #expect(try #require(desk.value("ch3.gate")) > 0)
        #expect(desk.value("ch1.gate") == 0)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test func `it has the name that the strip with its id has elsewhere`() throws {
        let desk = try PanelDesk.description(
            Self.twoPages.replacing(
                "count = 4 },", with: "count = 4, names = [\"Kick\", \"Snare\"] },"
            ).replacing("[templates.detail]\nlabel = \"Ch {n}\"", with: "[templates.detail]"))
        #expect(desk.pages[1].strips.map(\.label) == ["Kick", "Snare", "Ch 3", "Ch 4"])
    }

    @Test func `the choice stays when the page is left, and over a reload`() throws {
        let desk = try PanelDesk(panel: Self.twoPages)
        try desk.touch("ch2.select").lift()
        desk.panel.show(page: "channel", from: desk.client, at: .zero)
        #expect(seen(desk) == ["ch2.gain"])
        desk.panel.reload(
            try PanelDesk.description(Self.twoPages.replacing("Ch {n}", with: "Channel {n}")),
            from: nil, at: desk.glass.now)
        #expect(seen(desk) == ["ch2.gain"])
        let first = try #require(desk.panel["ch2.gain"]).view.frame
        _ = try desk.panel.apply(
            SetRequest(control: "ch4.select", change: .value(.text("on"))), from: desk.client,
            at: desk.glass.now)
        #expect(seen(desk) == ["ch4.gain"])
        #expect(desk.panel["ch4.gain"]?.view.frame == first)
    }

    @Test func `a finger on a strip that another replaces is lifted`() throws {
        let desk = try PanelDesk(panel: Self.twoPages)
        desk.panel.show(page: "channel", from: desk.client, at: .zero)
        let finger = try desk.touch("ch1.gate")
        finger.drag(up: 20)
        _ = try desk.panel.apply(
            SetRequest(control: "ch2.select", change: .value(.text("on"))), from: desk.client,
            at: desk.glass.now)
        #expect(desk.read().last == "ch1.gate 0 cancelled touch page")
    }

    @Test(arguments: [
        ("show = \"solo\"", "'show': no group 'solo'; did you mean 'select'?"),
        ("show = 3", "'show': expected a string, found a number"),
    ])
    func `a mistake is reported`(option: String, message: String) {
        let file = PanelFile(
            text: Self.twoPages.replacing("show = \"select\"", with: option), name: "t.toml")
        #expect(file.errors.map(\.message).contains { $0.hasPrefix(message.prefix(20)) })
    }

    @Test func `a strip without a key in the group is reported`() {
        let file = PanelFile(
            text: Self.twoPages.replacing("count = 4, show", with: "count = 5, show"),
            name: "t.toml")
        #expect(
            file.errors.map(\.message) == ["'show': no strip 'ch5' has a key in the group 'select'"]
        )
        let mute = PanelFile(
            text: Self.twoPages.replacing("type = \"radio\"", with: "type = \"mute\""),
            name: "t.toml")
        #expect(mute.errors.map(\.message) == ["'show': 'select' is not a radio group"])
    }

    /// The strips that are chosen differ in width, so others stand elsewhere beside each.
    private static let unequal = """
        [groups.g]
        type = "radio"
        [areas.right]
        share = 0.3
        strips = [
          { id = "a", controls = [{ id = "k", type = "switch", label = "A", groups = ["g"] }] },
          { id = "b", controls = [{ id = "k", type = "switch", label = "B", groups = ["g"] }] },
        ]
        [[pages]]
        id = "p"
        strips = [
          { id = "a", width = 100, show = "g", controls = [
            { id = "v", type = "slider" }, { id = "talk", type = "button", label = "Talk" } ] },
          { id = "b", width = 300, show = "g", controls = [{ id = "v", type = "slider" }] },
          { id = "ch", width = 100, controls = [{ id = "v", type = "slider" }] },
        ]
        """

    @Test(arguments: ["a", "b"], ["ch", nil])
    func `a finger on the chosen strip, or beside it, goes on over a reload`(
        chosen: String, touched: String?
    ) throws {
        let desk = try PanelDesk(panel: Self.unequal)
        try desk.set("\(chosen).k", 1)
        let fader = (touched ?? chosen) + ".v"
        let goesOn = try desk.raise(
            fader, whileReloading: Self.unequal.replacing("\"Talk\"", with: "\"Speak\""))
        #expect(goesOn)
    }

    @Test func `a client holds a key no longer than the strip of the key is seen`() throws {
        let desk = try PanelDesk(panel: Self.unequal)
        desk.hold("a.talk")
        #expect(desk.value("a.talk") == 1)
        _ = desk.read()
        try desk.set("b.k", 1)
        #expect(
            desk.read() == ["b.k 1 set client", "a.k 0 set link b.k", "a.talk 0 set client page"])
        #expect(desk.value("a.talk") == 0)
    }

    @Test func `a touch in one packet with a choice is decided by the choice`() throws {
        let desk = try PanelDesk(panel: Self.unequal)
        try desk.set("b.k", 1)
        desk.hold("a.talk")
        #expect(
            desk.read() == ["b.k 1 set client", "a.k 0 set link b.k", "a.talk 1 set client"])
        #expect(desk.value("a.talk") == 1, "held where nobody sees it")
    }

    @Test func `the events of a choice come before those of the fingers that it lifts`() throws {
        let desk = try PanelDesk(panel: Self.unequal)
        _ = try desk.touch("a.talk")
        let finger = try desk.touch("a.v")
        _ = desk.read()
        try desk.set("b.k", 1)
        #expect(
            desk.read() == [
                "b.k 1 set client", "a.k 0 set link b.k", "a.v 0 cancelled touch page",
                "a.talk 0 set touch page",
            ])
        finger.lift()
        #expect(desk.read() == [])
    }

    @Test func `a control has no frame while another strip is in its place`() throws {
        let desk = try PanelDesk(panel: Self.unequal)
        let first = try #require(desk.panel["a.v"]?.info.frame)
        #expect(desk.panel["b.v"]?.info.frame == nil)
        try desk.set("b.k", 1)
        desk.panel.layOutAllIfNeeded()
        #expect(desk.panel["a.v"]?.info.frame == nil)
        #expect(try #require(desk.panel["b.v"]?.info.frame)[2] > first[2])
    }

    @Test func `a finger is cancelled on a fader that another choice moves`() throws {
        let desk = try PanelDesk(panel: Self.unequal)
        let fader = try #require(desk.panel["ch.v"]).view
        let before = fader.frameInWindow
        let finger = try desk.touch("ch.v")
        finger.drag(up: 20)
        _ = desk.read()
        try desk.set("b.k", 1)
        #expect(
            desk.read().contains { $0.hasPrefix("ch.v") && $0.hasSuffix("cancelled touch page") })
        #expect(fader.frameInWindow.minX > before.minX + 80)
        finger.drag(up: 20)
        #expect(!desk.read().contains { $0.hasPrefix("ch.v") })
    }

    @Test func `a client goes on holding what is on a strip that is not seen, over a reload`()
        throws
    {
        let desk = try PanelDesk(panel: Self.unequal)
        desk.hold("b.v")
        _ = desk.read()
        desk.panel.reload(
            try PanelDesk.description(Self.unequal.replacing("\"Talk\"", with: "\"Speak\"")),
            from: nil, at: desk.glass.now)
        #expect(desk.read() == [] && desk.panel["b.v"]?.isTouched == true)
    }
}
