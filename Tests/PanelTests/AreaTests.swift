import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Strips at the edges of the screen, which stay whatever page is shown.
struct AreaTests {
    private static let pages = """
        [[pages]]
        id = "mix"
        strips = [{ id = "ch{n}", count = 4, controls = [{ id = "level", type = "slider" }] }]
        [[pages]]
        id = "more"
        strips = [{ id = "x", controls = [{ id = "pan", type = "knob" }] }]

        """
    private static let right = """
        [areas.right]
        strips = [{ id = "main", label = "Main", controls = [{ id = "level", type = "slider" }] }]

        """
    private static let top = """
        [areas.top]
        strips = [{ id = "top", label = "", controls = [{ row = [
          { id = "a", type = "button" }, { id = "b", type = "switch" },
        ] }] }]

        """

    private func desk(
        _ areas: String, pages: String = Self.pages, width: Int = 800, height: Int = 480
    ) throws -> PanelDesk {
        try PanelDesk(areas, panel: pages, width: width, height: height)
    }

    private func frame(_ id: String, of desk: PanelDesk) throws -> Rect {
        try #require(desk.panel[id]).view.frameInWindow
    }

    @Test func `an area stays when the page is turned, with the finger on it`() throws {
        let desk = try desk(Self.right)
        let finger = try desk.touch("main.level")
        finger.drag(up: 50)
        let other = try desk.touch("ch1.level")
        other.drag(up: 50)
        _ = try desk.panel.perform(page: "more", from: desk.client, at: desk.glass.now)
        finger.drag(up: 50)
        finger.lift()
        #expect(desk.events.last { $0.control == "main.level" }?.phase == .ended)
        #expect(desk.events.last { $0.control == "ch1.level" }?.phase == .cancelled)
        _ = desk.glass.nextFrame(after: .seconds(1))
        #expect(desk.glass.missedPixels.isEmpty)
        #expect(desk.panel.areas.allSatisfy { !$0.isHidden })
        #expect(desk.panel.pages.map(\.isHidden) == [true, false])
    }

    @Test func `a control of an area is on no page, and its strip is on all`() throws {
        let desk = try desk(Self.right + Self.top)
        #expect(desk.panel["main.level"]?.info.page == nil)
        #expect(desk.panel["ch1.level"]?.info.page == "mix")
        #expect(desk.panel.pageNames.map(\.id) == ["mix", "more"])
        let strips = desk.panel.strips(matching: [Glob("*")])
        #expect(strips.map(\.strip) == ["ch1", "ch2", "ch3", "ch4", "x", "top", "main"])
        #expect(strips.last?.pages == ["mix", "more"])
        #expect(desk.panel.controls.map(\.id).suffix(3) == ["top.a", "top.b", "main.level"])
    }

    @Test func `the strips of an area are as wide as those of the page with the most`() throws {
        let desk = try desk(Self.right)
        let five = try self.desk(
            "", pages: Self.pages.replacingOccurrences(of: "count = 4", with: "count = 5"))
        let (main, fifth) = try (frame("main.level", of: desk), frame("ch5.level", of: five))
        #expect(abs(main.minX - fifth.minX) <= 4 && main.width == fifth.width)
        let (first, same) = try (frame("ch1.level", of: desk), frame("ch1.level", of: five))
        #expect(abs(first.minX - same.minX) <= 4)
    }

    @Test func `a row of keys at the top is as high as its keys need`() throws {
        let desk = try desk(Self.top)
        let plain = try self.desk("")
        let (key, fader) = try (frame("top.a", of: desk), frame("ch1.level", of: desk))
        #expect(key.maxY < fader.minY)
        let bar = try #require(desk.panel.pageBar).view.frame
        #expect(key.maxY < bar.minY && bar.maxY < fader.minY, "the tabs belong to the pages")
        #expect(key.height < 60)
        #expect(try frame("x.pan", of: desk).height <= frame("x.pan", of: plain).height)
    }

    @Test(arguments: [
        #"{ id = "x", type = "scenes" }"#,
        #"{ grid = [{ id = "x", type = "button" }, { id = "y", type = "button" }], columns = 2 }"#,
    ])
    func `an area is no higher than it needs to be, if its controls can grow`(
        _ control: String
    ) throws {
        let desk = try desk(
            "[areas.top]\nstrips = [{ id = \"top\", controls = [{ row = [\(control)] }] }]")
        let height = try frame("top.x", of: desk).height
        #expect(height >= 46 && height <= 60, "9 mm")
    }

    @Test(arguments: [3.0, 5, 7])
    func `an area at the bottom is as high as its controls need with the text that it has`(
        density: Double
    ) throws {
        let panel = try panel(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "a", controls = [{ id = "s", type = "slider", unit = "%" }] }]
            [areas.bottom]
            strips = [{ id = "g", label = "Grand", controls = [{ row = [
              { id = "level", type = "slider", orientation = "horizontal", unit = "%" },
              { id = "bo", type = "switch", label = "BO" } ] }] }]
            """)
        let size = Size(width: 800 / density, height: 480 / density)
        let layouts = panel.layouts(atWidth: 800, height: 480, millimetres: size)
        let area = try #require(layouts.last)
        #expect(area.metrics.fontSize <= layouts[0].metrics.fontSize)
        let strip = area.strips[0]
        let bottom = try #require(
            strip.controls.flatMap { [$0.frame, $0.value].compactMap(\.self) }.map(\.maxY).max())
        // The padding, and nothing else, is below the last line.
        #expect(strip.frame.maxY - bottom <= area.metrics.padding + 2)
        let preview = try PanelPreview(of: panel, width: 800, height: 480, millimetres: size)
        #expect(preview.panel.areas.first?.layout?.strips == area.strips)
    }

    @Test func `strips that are hidden do not make the text of an area smaller`() throws {
        func layout(hidden: Int) throws -> PanelLayout {
            let panel = try panel(
                """
                [[pages]]
                id = "p"
                strips = [
                  { id = "a{n}", count = 3, controls = [{ id = "s", type = "slider" }] },
                  { id = "h{n}", count = \(hidden), visible = false, controls = [{ id = "s", type = "slider" }] },
                ]
                [areas.top]
                strips = [{ id = "g", controls = [{ id = "m", type = "switch", label = "M" }] }]
                """)
            let size = Size(width: 160, height: 96)
            return try #require(
                panel.layouts(atWidth: 800, height: 480, millimetres: size).last)
        }
        #expect(try layout(hidden: 40).strips == layout(hidden: 1).strips)
    }

    @Test(arguments: AreaDescription.Side.allCases)
    func `an area has its height or width in pixels, millimetres or as a share`(
        side: AreaDescription.Side
    ) throws {
        func extent(_ option: String) throws -> Double {
            let desk = try desk(
                """
                [display]
                size_mm = [160, 96]
                [areas.\(side)]
                \(option)
                strips = [{ id = "s", controls = [{ id = "m", type = "meter" }] }]
                """)
            let layout = try #require(desk.panel.areas.first?.layout)
            let frame = layout.strips[0].frame
            return Double(side.isWide ? frame.height : frame.width)
        }
        let key = side.isWide ? "height" : "width"
        #expect(try extent("\(key) = 100") == 100)
        #expect(try extent("\(key)_mm = 30") == 150)
        #expect(try extent("share = 0.5") == (side.isWide ? 240 : 400))
    }

    @Test func `areas at all sides and the pages do not overlap`() throws {
        for (width, height) in [(800, 480), (1280, 800), (480, 1920), (1920, 1080)] {
            let areas = AreaDescription.Side.allCases.map { side in
                """
                [areas.\(side)]
                share = 0.2
                strips = [{ id = "\(side)", count = 1, controls = [{ id = "m", type = "meter" }] }]

                """
            }
            let desk = try desk(areas.joined(), width: width, height: height)
            let frames = desk.panel.allPages.flatMap { page in
                (page.layout?.strips ?? []).map { strip in
                    (page.id, Rect(strip.frame).offsetBy(dx: page.frame.minX, dy: page.frame.minY))
                }
            }
            #expect(frames.count == 9)
            let screen = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
            for (index, (page, frame)) in frames.enumerated() {
                #expect(screen.contains(frame))
                for (otherPage, other) in frames[..<index] {
                    let areTogether = page == otherPage || page.isEmpty || otherPage.isEmpty
                    #expect(!areTogether || frame.intersection(other).isEmpty)
                }
            }
            // Those at the top and bottom are as wide as the screen.
            #expect(frames[5].1.width > frames[7].1.width && frames[5].1.width > screen.width * 0.9)
        }
    }

    @Test func `a control of pages in an area takes the place of the tabs`() throws {
        let desk = try desk(
            """
            [areas.top]
            strips = [{ id = "top", controls = [{ id = "page", type = "pages" }] }]
            """)
        #expect(desk.panel.pageBar == nil)
        let finger = try desk.touch("top.page")
        finger.drag(right: 200)
        finger.lift()
        _ = try desk.panel.perform(page: "more", from: desk.client, at: desk.glass.now)
        #expect(desk.panel["top.page"]?.state?.value == .text("more"))
    }

    @Test func `a finger on an area survives a reload, and scenes and links know its controls`()
        throws
    {
        let rest = """
            [[links]]
            controls = ["main.level", "ch1.level"]
            [[scenes]]
            name = "s"
            values = { "main.level" = 0.5 }
            """
        let desk = try desk(Self.right + rest)
        let finger = try desk.touch("main.level")
        finger.drag(up: 40)
        desk.panel.reload(
            try PanelDesk.description(
                (Self.pages + Self.right + rest)
                    .replacingOccurrences(of: "\"knob\"", with: "\"slider\"")),
            from: nil, at: desk.glass.now)
        finger.drag(up: 40)
        finger.lift()
        #expect(!desk.events.contains { $0.phase == .cancelled })
        #expect(try #require(desk.value("main.level")) == #require(desk.value("ch1.level")))
        desk.wait(400)
        try desk.panel.recallScene(named: "s", from: desk.client, at: desk.glass.now)
        #expect(desk.value("main.level") == 0.5)
    }

    @Test func `a lock dims an area too, and a client hides its strip`() throws {
        let desk = try desk(Self.right)
        _ = desk.glass.nextFrame()
        _ = try desk.panel.perform(LockRequest(isOn: true), from: desk.client, at: .zero)
        let frame = try self.frame("main.level", of: desk)
        #expect(Rect(desk.glass.nextFrame().extents).contains(frame))
        _ = try desk.panel.perform(LockRequest(isOn: false), from: desk.client, at: .zero)
        var request = StyleRequest(strip: "main")
        request.isVisible = false
        try desk.style(request)
        #expect(try #require(desk.panel["main.level"]).view.isHidden)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test(
        arguments: [
            ("[areas.right]\nheight = 3", "'height' has no effect: the area is as high as the"),
            ("[areas.top]\nwidth_mm = 3", "'width_mm' has no effect: the area is as wide as the"),
            ("[areas.top]\nheight = 3\nshare = 0.3", "'share' and 'height' exclude each other"),
            ("[areas.left]\nshare = 1.5", "'share' is 1.5, outside 0.01…0.9"),
            ("[areas.left]\nwidth = 3\nstrips = []", "an area needs at least one strip"),
            ("[areas.left]\nwidth = 3", "missing 'strips' in an area"),
        ])
    func `a wrong area is an error`(area: String, problem: String) {
        let file = PanelFile(text: Self.pages + area, name: "t.toml")
        #expect(file.errors.contains { $0.message.hasPrefix(problem) }, "\(file.errors)")
    }

    @Test func `an unknown side is a warning, and what does not fit is an error of check`() {
        let middle = PanelFile(text: Self.pages + "[areas.middle]\n", name: "t.toml")
        #expect(middle.warnings.map(\.message) == ["unknown key 'middle' in [areas]"])
        let low = PanelFile(
            text: Self.pages
                + Self.top.replacingOccurrences(
                    of: "[areas.top]", with: "[areas.top]\nheight = 10"), name: "t.toml")
        #expect(low.problems(atWidth: 800, height: 480).errors.count == 2)
        #expect(
            low.problems(atWidth: 800, height: 480).errors.allSatisfy {
                $0.message.hasPrefix("at 800×480 this ")
            })
    }
}
