import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Banks that a page makes by itself on a screen that is too narrow for all its strips.
struct OwnBankTests {
    private static func file(_ count: Int, _ options: String = "", more: String = "") -> String {
        """
        [[pages]]
        id = "mix"
        \(options)
        strips = [{ id = "ch{n}", count = \(count), controls = [
          { id = "pan", type = "knob" }, { id = "level", type = "slider" } ] }]
        \(more)
        """
    }

    private func pages(_ desk: PanelDesk) -> [String] { desk.panel.pageNames.map(\.id) }

    @Test func `a page with as many strips as fit has no banks`() throws {
        let desk = try PanelDesk(panel: Self.file(10))
        #expect(pages(desk) == ["mix"] && desk.panel.pageBar == nil)
        #expect(desk.panel.description.problems(atWidth: 800, height: 480).isEmpty)
    }

    @Test func `a page with more has as many banks as it needs, and nothing is too small`() throws {
        let desk = try PanelDesk(panel: Self.file(24))
        #expect(pages(desk) == ["mix/1", "mix/2", "mix/3"])
        let sizes = desk.panel.pages.map(\.description.strips.count)
        #expect(sizes.reduce(0, +) == 24 && Set(sizes.dropLast()).count == 1)
        for page in desk.panel.pages { #expect(page.layout?.problems == []) }
        #expect(desk.panel["ch24.pan"]?.info.page == "mix/3")
    }

    @Test(arguments: [
        ("", ["EQ", "Gate"]),
        ("\n[[pages]]\nid = \"q\"\nstrips = [{ id = \"x\", controls = [] }]", ["EQ", "Gate", "q"]),
        (
            "\n[[pages]]\nid = \"q\"\nstrips = [{ use = \"EQ\" }, { use = \"Gate\" }]",
            ["p 1", "p 2", "q 1", "q 2"]
        ),
    ])
    func `a bank of one strip has the name of the strip, if no other bank has it`(
        more: String, names: [String]
    ) throws {
        let wide = (1...4).map { "{ id = \"k\($0)\", type = \"switch\", width = 150 }" }
        let strips = ["EQ", "Gate"].map {
            "{ id = \"\($0)\", controls = [{ row = [\(wide.joined(separator: ", "))] }] }"
        }
        let desk = try PanelDesk(
            panel: "[[pages]]\nid = \"p\"\nstrips = [\(strips.joined(separator: ", "))]" + more)
        #expect(desk.panel.pageNames.map(\.label) == names)
        #expect(pages(desk).prefix(2) == ["p/1", "p/2"])
    }

    @Test func `check says so once, and what would do the same`() {
        let file = PanelFile(text: Self.file(24), name: "t.toml")
        let (errors, warnings) = file.problems(atWidth: 800, height: 480)
        #expect(errors == [])
        #expect(
            warnings.map(\.description) == [
                "t.toml:1:1: at 800×480 the page is too narrow for its 24 strips: it has 3 banks of 8, as with 'banks = 8'"
            ])
        #expect(file.problems(atWidth: 1920, height: 1080).warnings == [])
    }

    @Test func `the banks are those of the number that check names`() throws {
        let own = try PanelDesk(panel: Self.file(24))
        let given = try PanelDesk(panel: Self.file(24, "banks = 8"))
        #expect(pages(own) == pages(given))
        for desk in [own, given] { _ = desk.glass.nextFrame() }
        #expect(try own.glass.picture.pngData() == given.glass.picture.pngData())
    }

    @Test func `a file that says the number is not corrected`() throws {
        let desk = try PanelDesk(panel: Self.file(24, "banks = 24"))
        #expect(pages(desk) == ["mix"])
        #expect(
            desk.panel.description.problems(atWidth: 800, height: 480).first?.message
                .contains("'banks = 11' shows 11 at a time") == true)
    }

    @Test(arguments: [(480, 800), (480, 1920), (800, 480)], [8, 24, 48])
    func `strips and tabs share the width where there is too little for both`(
        screen: (width: Int, height: Int), others: Int
    ) throws {
        let more = """
            [[pages]]
            id = "out"
            strips = [{ id = "o{n}", count = \(others), controls = [
              { id = "pan", type = "knob" }, { id = "level", type = "slider" } ] }]
            """
        let desk = try PanelDesk(
            panel: Self.file(48, more: more), width: screen.width, height: screen.height)
        let widths = desk.panel.pages.flatMap { $0.layout?.strips ?? [] }.map(\.frame.width)
        let bar = try #require(desk.panel.pageBar?.view as? PageControl)
        let tab = bar.rectForPage(at: 0).width
        #expect(try #require(widths.min()) >= 40 && tab >= 30, "\(widths), \(tab)")
    }

    @Test func `a page has at most as many banks as a bar has tabs`() throws {
        let more = (1...7).map { number in
            """
            [[pages]]
            id = "p\(number)"
            strips = [{ id = "p\(number)s{n}", count = 250, controls = [
              { id = "pan", type = "knob" }, { id = "level", type = "slider" } ] }]

            """
        }
        let desk = try PanelDesk(
            panel: Self.file(250, more: more.joined()), width: 240, height: 480)
        #expect((2...64).contains(desk.panel.pageNames.count))
    }

    @Test func `a page with too little height is not reported as too narrow`() throws {
        let file = PanelFile(text: Self.file(24), name: "t.toml")
        let warnings = file.problems(atWidth: 800, height: 200).warnings.map(\.description)
        #expect(warnings.contains { $0.contains("in height, and has") }, "\(warnings)")
        #expect(!warnings.contains { $0.contains("in width, and has") }, "\(warnings)")
    }

    @Test func `a control that shows the pages has the banks`() throws {
        let more = """
            [areas.top]
            strips = [{ id = "top", label = "", controls = [
              { id = "page", type = "pages", style = "tabs" } ] }]
            """
        let desk = try PanelDesk(panel: Self.file(24, more: more))
        #expect(desk.panel.pageBar == nil)
        #expect(desk.panel["top.page"]?.info.options == pages(desk))
        _ = try desk.panel.perform(page: "mix/2", from: desk.client, at: desk.glass.now)
        #expect(desk.panel["top.page"]?.state?.value == .text("mix/2"))
    }

    @Test func `another screen has other banks, and values and the page stay`() throws {
        let desk = try PanelDesk(panel: Self.file(24), width: 1920, height: 1080)
        #expect(pages(desk) == ["mix"])
        try desk.set("ch20.level", 0.7)
        let size = Size(width: 154, height: 86)
        desk.panel.layOut(width: 800, height: 480, millimetres: size)
        #expect(pages(desk).count == 3 && desk.value("ch20.level") == 0.7)
        let reloads = desk.readNotices().filter { notice in
            if case .configReloaded(_, added: [], removed: []) = notice { true } else { false }
        }
        #expect(reloads.count == 1, "clients hear of the pages")
        _ = try desk.panel.perform(page: "mix/2", from: desk.client, at: desk.glass.now)
        desk.panel.layOut(width: 480, height: 320)
        #expect(pages(desk).count > 3 && desk.panel.page == "mix/2")
        desk.panel.layOut(width: 1920, height: 1080)
        #expect(pages(desk) == ["mix"] && desk.panel.page == "mix")
        #expect(desk.value("ch20.level") == 0.7)
    }

    @Test func `the bank that was shown is shown again after a restart`() throws {
        let desk = try PanelDesk(panel: Self.file(24))
        _ = try desk.panel.perform(page: "mix/3", from: desk.client, at: desk.glass.now)
        // As the daemon does: the display is known later.
        let other = try PanelDesk(panel: Self.file(24), width: 1920, height: 1080)
        other.panel.restore(desk.panel.state, at: .zero)
        #expect(other.panel.page == "mix")
        other.panel.layOut(width: 800, height: 480)
        #expect(other.panel.page == "mix/3")
    }

    @Test func `a reload keeps the banks, and a finger on one of them`() throws {
        let desk = try PanelDesk(panel: Self.file(24))
        let finger = try desk.touch("ch2.level")
        finger.drag(up: 30)
        let dark = Self.file(24, more: "[theme]\naccent = \"#ff8800\"\n")
        desk.panel.reload(try PanelDesk.description(dark), from: nil, at: desk.glass.now)
        #expect(pages(desk).count == 3 && desk.panel["ch2.level"]?.isTouched == true)
        finger.lift()
        #expect(desk.isWellNested())
    }

    @Test func `strips at fixed places, and strips that share a place, are not divided`() throws {
        let places = (0..<20).map { index in
            """
            { id = "ch\(index)", at = [\(index * 40), 0, 40, 480], \
            controls = [{ id = "level", type = "slider" }] }
            """
        }
        let desk = try PanelDesk(
            panel: "[[pages]]\nid = \"mix\"\nstrips = [\(places.joined(separator: ", "))]")
        #expect(pages(desk) == ["mix"])
    }

    @Test func `a screen without room for all tabs has larger banks`() throws {
        let desk = try PanelDesk(panel: Self.file(200), width: 320, height: 240)
        #expect((10...30).contains(pages(desk).count))
    }

    @Test func `hidden strips make no banks, and fill none`() throws {
        func file(_ visible: Int, _ hidden: Int) -> String {
            """
            [[pages]]
            id = "mix"
            strips = [
              { id = "h{n}", count = \(hidden), visible = false, controls = [{ id = "k", type = "slider" }] },
              { id = "a{n}", count = \(visible), controls = [{ id = "k", type = "slider" }] },
              { id = "i{n}", count = \(hidden), visible = false, controls = [{ id = "k", type = "slider" }] },
            ]

            """
        }
        #expect(try PanelDesk(panel: file(8, 8)).panel.pageNames.map(\.id) == ["mix"])
        let desk = try PanelDesk(panel: file(40, 8))
        let alone = try PanelDesk(panel: file(40, 0).replacing(#/count = 0/#, with: "count = 1"))
        let names = desk.panel.pageNames.map(\.label)
        #expect(names.count > 1 && names == alone.panel.pageNames.map(\.label))
        #expect(desk.panel["i8.k"]?.info.page == desk.panel["a40.k"]?.info.page)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }
}
