import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Cards: controls in the same place. Another control selects which one is visible.
struct CardTests {
    private static let desk = """
        [templates.channel]
        controls = [
          { id = "pan", type = "knob" },
          { cards = "top.layer", level = { type = "slider", label = "Level" }, mon1 = \
        { type = "slider", label = "Mon 1", color = "positive" }, mon2 = \
        { type = "slider", label = "Mon 2", default = 0.5 } },
        ]
        [[pages]]
        id = "mix"
        strips = [
          { id = "top", controls = [
            { id = "layer", type = "segmented", options = ["level", "mon1", "mon2"] } ] },
          { template = "channel", id = "ch{n}", count = 2 },
        ]
        """

    private func seen(_ desk: PanelDesk, _ ids: [String]) -> [String] {
        desk.panel.layOutIfNeeded()
        return ids.filter { id in desk.panel[id].map { !$0.view.isHidden } ?? false }
    }

    /// Touches the segmented control at a fraction of its width.
    private func press(_ desk: PanelDesk, _ fraction: Double) throws {
        let view = try #require(desk.panel["top.layer"]).view
        desk.glass.touch(
            view, at: Point(x: view.bounds.width * fraction, y: view.bounds.midY)
        ).lift()
    }

    @Test(arguments: [("", 800, "m"), ("banks = 2", 800, "m/1"), ("", 320, "m/1")])
    func `cards of pages follow them also where a page has banks`(
        banks: String, width: Int, page: String
    ) throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "m"
                \(banks)
                strips = [{ id = "ch{n}", count = 6, controls = [{ id = "l", type = "slider" }] }]
                [[pages]]
                id = "n"
                strips = [{ id = "x", controls = [{ id = "l", type = "slider" }] }]
                [areas.top]
                height = 80
                [[areas.top.strips]]
                id = "top"
                controls = [
                  { row = [{ id = "pg", type = "pages" }, { cards = "pg", m = { type = "button" }, n = { type = "switch" } }] },
                ]

                """, width: width, height: 480)
        #expect(desk.panel["top.pg"]?.value?.text == page)
        #expect(seen(desk, ["top.m", "top.n"]) == ["top.m"])
        _ = try desk.panel.perform(page: "n", from: desk.client, at: desk.glass.now)
        #expect(seen(desk, ["top.m", "top.n"]) == ["top.n"])
    }

    @Test func `one card is seen in the place of all, with its caption`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        let cards = ["ch1.level", "ch1.mon1", "ch1.mon2"]
        #expect(seen(desk, cards) == ["ch1.level"])
        #expect(desk.panel["ch1.pan"]?.view.isHidden == false)
        let places = cards.map { desk.panel[$0]?.view.frame }
        #expect(Set(places.map { "\(String(describing: $0))" }).count == 1)
        try press(desk, 0.5)
        #expect(seen(desk, cards) == ["ch1.mon1"])
        #expect(seen(desk, ["ch2.level", "ch2.mon1", "ch2.mon2"]) == ["ch2.mon1"])
    }

    @Test func `a list has the chooser and the word of each card`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        let settings = try ["ch2.mon1", "ch1.pan"].map { id in
            try #require(desk.panel[id]).info.settings.filter { $0.key.hasPrefix("card") }
        }
        #expect(
            settings == [
                [.init("cards", .text("top.layer")), .init("card", .text("mon1"))], [],
            ])
    }

    @Test func `a finger on a card goes on over a reload`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        try press(desk, 0.5)
        let goesOn = try desk.raise(
            "ch1.mon1", whileReloading: Self.desk.replacing("\"Mon 2\"", with: "\"Monitor 2\""))
        #expect(seen(desk, ["ch1.level", "ch1.mon1", "ch1.mon2"]) == ["ch1.mon1"])
        #expect(goesOn)
    }

    @Test func `a client holds a key no longer than the card of the key is seen`() throws {
        let desk = try PanelDesk(
            panel: Self.desk.replacing(
                "type = \"slider\", label = \"Level\"", with: "type = \"button\", label = \"Talk\"")
        )
        desk.hold("ch1.level")
        #expect(desk.value("ch1.level") == 1)
        try press(desk, 0.5)
        desk.panel.layOutIfNeeded()
        #expect(desk.value("ch1.level") == 0)
        let isTouched = desk.panel["ch1.level"]?.isTouched ?? true
        #expect(!isTouched)
    }

    @Test func `a finger moves the card that is seen, and the others keep their values`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        try press(desk, 0.5)
        let finger = try desk.touch("ch1.mon1")
        finger.drag(up: 40)
        finger.lift()
        #expect(try #require(desk.value("ch1.mon1")) > 0)
        #expect(desk.value("ch1.level") == 0 && desk.value("ch1.mon2") == 0.5)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test func `a finger on a card is lifted when another card comes`() throws {
        let desk = try PanelDesk(panel: Self.desk)
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        let value = desk.value("ch1.level")
        try press(desk, 0.9)
        #expect(desk.read().last?.hasSuffix("cancelled touch page") == true)
        finger.drag(up: 60)
        #expect(desk.value("ch1.level") == value)
    }

    @Test func `cards follow a client's choice, pages, and a reload`() throws {
        let pages = Self.desk
            .replacing(#", options = ["level", "mon1", "mon2"]"#, with: "")
            .replacing("segmented", with: "pages")
            .replacing("level = {", with: "mix = {").replacing("mon1 = {", with: "eq = {")
            .replacing(#", mon2 = { type = "slider", label = "Mon 2", default = 0.5 }"#, with: "")
        let desk = try PanelDesk(
            panel: pages + """

                [[pages]]
                id = "eq"
                strips = [{ id = "e", controls = [{ id = "k", type = "knob" }] }]
                """)
        #expect(seen(desk, ["ch1.mix", "ch1.eq"]) == ["ch1.mix"])
        desk.panel.show(page: "eq", from: desk.client, at: .zero)
        #expect(seen(desk, ["ch1.mix", "ch1.eq"]) == ["ch1.eq"])

        let layers = try PanelDesk(panel: Self.desk)
        let request = SetRequest(control: "top.layer", change: .value(.text("mon2")))
        _ = try layers.panel.apply(request, from: layers.client, at: layers.glass.now)
        #expect(seen(layers, ["ch2.level", "ch2.mon2"]) == ["ch2.mon2"])
        layers.panel.reload(
            try PanelDesk.description(Self.desk.replacing("Mon 1", with: "Monitor 1")), from: nil,
            at: layers.glass.now)
        #expect(seen(layers, ["ch2.level", "ch2.mon2"]) == ["ch2.mon2"])
    }

    @Test(arguments: [
        (#"cards = "layer", a = { type = "knob" }"#, "5:11: 'cards': no control 's.layer'"),
        (
            #"cards = "s.pan", a = { type = "knob" }"#,
            "5:11: 'cards': 's.pan' does not choose among words, as a segmented control does"
        ),
        (#"cards = "s.choice""#, "5:11: 'cards' has no controls"),
        (#"cards = 3"#, "5:11: 'cards': expected a string, found a number"),
        (
            #"cards = "s.choice", c = { type = "knob" }"#,
            "5:23: 'c' is no value of 's.choice'; it has 'a', 'b'"
        ),
        (
            #"cards = "s.choice", a = { type = "knob", id = "x" }"#,
            "5:49: a card has the id 'a', its word"
        ),
    ])
    func `a mistake is reported with its place`(options: String, message: String) {
        let file = file(
            of: """
                { id = "pan", type = "knob" },
                { \(options) },
                { id = "choice", type = "segmented", options = ["a", "b"] },
                """)
        #expect(
            file.errors.contains { $0.description.hasPrefix("t.toml:" + message) },
            "\(file.errors.map(\.description))")
    }
}
