import Controls
import Drawing
import Fingers
import Foundation
import PanelProtocol
import Testing

@testable import Panel

/// Spills: only the strips of a VCA's members are shown, and all again.
struct SpillTests {
    private static let mixer = """
        [areas.right]
        share = 0.2
        strips = [{ id = "main", controls = [{ id = "level", type = "slider", taper = "x32" }] }]
        [[pages]]
        id = "in"
        strips = [
          { id = "ch{n}", count = 5, controls = [
            { id = "level", type = "slider", taper = "x32", unit = "dB", default = -10 } ] },
          { id = "dca{n}", count = 2, controls = [
            { id = "level", type = "slider", taper = "x32", unit = "dB", default = 0 } ] },
        ]
        [[pages]]
        id = "fx"
        strips = [{ id = "rev", controls = [{ id = "level", type = "slider", taper = "x32" }] }]
        [[pages]]
        id = "more"
        strips = [{ id = "ch{n}", count = 5, controls = [{ id = "pan", type = "knob" }] }]

        """
    private static let links = """
        [[links]]
        name = "drums"
        mode = "vca"
        controls = ["dca1.level", "ch1.level", "ch3.level"]
        [[links]]
        name = "band"
        mode = "vca"
        controls = ["dca2.level", "ch3.level", "ch4.level", "main.level"]

        """

    private func desk() throws -> PanelDesk { try PanelDesk(Self.links, panel: Self.mixer) }

    @discardableResult
    private func spill(_ desk: PanelDesk, _ master: String?, toggles: Bool = false) throws
        -> PanelReply
    {
        defer { desk.panel.layOutIfNeeded() }
        return try desk.panel.perform(
            SpillRequest(master, toggles: toggles), from: desk.client, at: desk.glass.now)
    }

    private static let banks = """
        [[pages]]
        id = "in"
        banks = 4
        strips = [{ id = "ch{n}", label = "Ch {n}", count = 12, controls = [
          { id = "level", type = "slider", taper = "x32", unit = "dB", default = -10 } ] }]
        [[pages]]
        id = "dca"
        strips = [{ id = "dca{n}", count = 2, controls = [
          { id = "level", type = "slider", taper = "x32", unit = "dB", default = 0 },
          { id = "spill", type = "button", mode = "tap", action = { spill = "dca{n}" } } ] }]
        [[links]]
        name = "drums"
        mode = "vca"
        controls = ["dca1.level", "ch2.level", "ch3.level", "ch6.level", "ch12.level"]
        [[links]]
        name = "band"
        mode = "vca"
        controls = ["dca2.level", "ch9.level"]

        """

    /// The controls that the visible page shows.
    private func visible(_ desk: PanelDesk) -> [String] {
        desk.panel.controls.filter { $0.isShown && $0.host?.isHidden == false }.map(\.id)
    }

    private func turn(_ desk: PanelDesk, to page: String) throws {
        _ = try desk.panel.perform(page: page, from: desk.client, at: desk.glass.now)
        desk.panel.layOutIfNeeded()
    }

    @Test func `the strips of a VCA come from all banks, side by side, and go back`() throws {
        let desk = try PanelDesk(panel: Self.banks)
        let frame = { (id: String) in try #require(desk.panel[id]).view.frameInWindow }
        let first = try ["ch1.level", "ch2.level", "ch3.level", "ch4.level"].map(frame)
        _ = desk.glass.nextFrame()
        let before = try desk.glass.picture.pngData()
        try spill(desk, "dca1")
        let members = ["ch2.level", "ch3.level", "ch6.level", "ch12.level"]
        #expect(visible(desk) == members)
        #expect(try members.map(frame) == first, "as wide as in a bank")
        #expect(desk.panel.page == "in/1")
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        try turn(desk, to: "in/3")
        #expect(visible(desk) == members, "all banks are gathered in one")
        desk.glass.touch(try #require(desk.panel["ch12.level"]).view).drag(down: 40).lift()
        #expect(try #require(desk.value("ch12.level")) < -12)
        try desk.set("ch12.level", -10)
        try turn(desk, to: "in/1")
        try spill(desk, nil)
        #expect(visible(desk) == (1...4).map { "ch\($0).level" })
        desk.wait(2000)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        #expect(try desk.glass.picture.pngData() == before)
        try turn(desk, to: "in/3")
        #expect(visible(desk) == (9...12).map { "ch\($0).level" })
    }

    @Test func `the tab of spilled strips names their VCA, and the tab of another bank leads back`()
        throws
    {
        let tabs = """
            [areas.top]
            height = 60
            strips = [{ id = "top", label = "", controls = [
              { id = "tabs", type = "pages", style = "tabs" } ] }]

            """
        for text in [Self.banks, Self.banks + tabs] {
            let desk = try PanelDesk(
                panel: text.replacing(
                    "id = \"dca{n}\"", with: "id = \"dca{n}\", label = \"VCA {n}\""))
            let view = try #require(
                desk.panel.pageBar?.view ?? desk.panel["top.tabs"]?.view as? PageControl)
            let bar = try #require(view as? PageControl)
            let plain = bar.titles
            #expect(plain == ["in 1–4", "in 5–8", "in 9–12", "dca"])
            func tap(_ index: Int) {
                let tab = bar.rectForPage(at: index)
                desk.glass.touch(bar, at: Point(x: tab.midX, y: tab.midY)).lift()
                desk.panel.layOutIfNeeded()
            }
            try spill(desk, "dca1")
            #expect(bar.titles == ["VCA 1", "in 5–8", "in 9–12", "dca"])
            tap(3)
            #expect(bar.titles == ["in 1–4", "in 5–8", "in 9–12", "VCA 1"])
            tap(2)
            #expect(visible(desk).first == "ch2.level" && desk.panel.spilledVCA == "dca1")
            #expect(bar.titles == ["in 1–4", "in 5–8", "VCA 1", "dca"])
            _ = desk.readNotices()
            tap(1)
            #expect(desk.panel.spilledVCA == nil && bar.titles == plain)
            #expect(
                desk.readNotices() == [.spillChanged(vca: nil), .pageChanged(page: "in/2")])
            #expect((5...8).allSatisfy { visible(desk).contains("ch\($0).level") })
            tap(1)
            #expect(desk.readNotices().isEmpty, "a tap on the tab of the page changes nothing")
            _ = desk.glass.nextFrame()
            #expect(desk.glass.missedPixels.isEmpty)
        }
    }

    @Test func `a tap on the tab with the name of the VCA shows all strips again`() throws {
        for (panel, links) in [(Self.mixer, Self.links), (Self.banks, "")] {
            let desk = try PanelDesk(links, panel: panel)
            let bar = try #require(desk.panel.pageBar?.view as? PageControl)
            let (titles, strips) = (bar.titles, visible(desk))
            try spill(desk, "dca1")
            #expect(visible(desk) != strips)
            _ = (desk.readNotices(), desk.read())
            let tab = bar.rectForPage(at: bar.currentPage)
            desk.glass.touch(bar, at: Point(x: tab.midX, y: tab.midY)).lift()
            desk.panel.layOutIfNeeded()
            #expect(visible(desk) == strips && bar.titles == titles)
            #expect(desk.readNotices() == [.spillChanged(vca: nil)])
            #expect(desk.read().isEmpty)
        }
    }

    @Test func `another VCA is gathered in place of the first, also over a reload`() throws {
        let desk = try PanelDesk(panel: Self.banks)
        try spill(desk, "dca1")
        try spill(desk, "dca2")
        #expect(visible(desk) == ["ch9.level"])
        desk.panel.reload(try PanelDesk.description(Self.banks), from: nil, at: desk.glass.now)
        #expect(visible(desk) == ["ch9.level"] && desk.panel.spilledVCA == "dca2")
        try desk.set("ch9.level", -3)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        try spill(desk, nil)
        #expect(visible(desk) == (1...4).map { "ch\($0).level" })
    }

    @Test func `a restored state without the VCA that is spilled shows all strips again`() throws {
        let desk = try desk()
        try desk.set("dca2.level", -10)
        let saved = desk.panel.state
        try desk.linkVCA("late", ["ch5", "ch2"])
        try spill(desk, "ch5")
        #expect(desk.panel.spilledVCA == "ch5")
        desk.panel.restore(saved, at: desk.glass.now)
        desk.panel.layOutIfNeeded()
        #expect(visible(desk).count == 8 && desk.panel.spilledVCA == nil)
    }

    @Test func `a key that spills is available as long as there is its VCA`() throws {
        let desk = try PanelDesk(panel: Self.banks)
        let key = try #require(desk.panel["dca2.spill"]?.key)
        #expect(key.isAvailable)
        _ = try desk.panel.unlink("band", from: desk.client, at: desk.glass.now)
        #expect(!key.isAvailable)
        try desk.linkVCA("band", ["dca2", "ch9"])
        #expect(key.isAvailable)
    }

    @Test func `a control that is renamed while a spill hides it comes back with its label`()
        throws
    {
        let text = Self.mixer.replacing(
            #"id = "level", type = "slider", taper = "x32", unit = "dB", default = -10"#,
            with:
                #"id = "level", type = "slider", label = "Level", icon = "microphone", taper = "x32""#
        )
        let desk = try PanelDesk(Self.links, panel: text)
        let other = try PanelDesk(Self.links, panel: text)
        _ = desk.glass.nextFrame()
        try spill(desk, "dca1")
        var request = StyleRequest(control: "ch2.level")
        request.label = .other("Gain")
        request.icon = .other("speaker")
        try desk.style(request)
        try spill(desk, nil)
        try other.style(request)
        _ = (desk.glass.nextFrame(), other.glass.nextFrame())
        let isEqual = try desk.glass.picture.pngData() == other.glass.picture.pngData()
        #expect(isEqual)
    }

    @Test(arguments: ["ch2.level", "ch12.level"])
    func `a finger on a gathered strip goes on over a reload`(fader: String) throws {
        let desk = try PanelDesk(panel: Self.banks)
        try spill(desk, "dca1")
        let relabelled = Self.banks.replacing("Ch {n}", with: "In {n}")
        #expect(try desk.raise(fader, whileReloading: relabelled))
        #expect(visible(desk) == ["ch2.level", "ch3.level", "ch6.level", "ch12.level"])
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test func `a style reaches a strip where it is gathered`() throws {
        let desk = try PanelDesk(panel: Self.banks)
        try spill(desk, "dca1")
        var request = StyleRequest(strip: "ch6")
        request.isVisible = false
        try desk.style(request)
        #expect(visible(desk) == ["ch2.level", "ch3.level", "ch12.level"])
        try spill(desk, nil)
        try turn(desk, to: "in/2")
        #expect(visible(desk) == ["ch5.level", "ch7.level", "ch8.level"])
    }

    @Test func `a key spills a VCA, and shows all strips when it is pressed again`() throws {
        let desk = try PanelDesk(panel: Self.banks)
        try turn(desk, to: "dca")
        try desk.touch("dca1.spill").lift()
        #expect(desk.panel.spilledVCA == "dca1")
        let actions = desk.readNotices().compactMap { notice in
            if case .action(let report) = notice {
                "\(report.action) \(report.name ?? "")"
            } else {
                nil
            }
        }
        #expect(actions == ["spill dca1"])
        #expect(visible(desk) == ["dca1.level", "dca1.spill"])
        try desk.touch("dca1.spill").lift()
        #expect(desk.panel.spilledVCA == nil)
        #expect(visible(desk).count == 4)
    }

    @Test func `a key that spills no VCA is an error`() {
        let file = PanelFile(
            text: Self.banks.replacing("{ spill = \"dca{n}\" }", with: "{ spill = \"dca3\" }"),
            name: "t.toml")
        #expect(
            file.errors.first?.message
                == "'spill': no VCA in [[links]] has the master 'dca3'; did you mean 'dca2'?")
    }

    /// The controls that are seen on the visible page and in areas.
    private func seen(_ desk: PanelDesk) -> [String] {
        desk.panel.controls.filter {
            !$0.view.isHidden && ($0.page.isEmpty || $0.page == desk.panel.page)
        }.map(\.id)
    }

    private static let all = [
        "ch1.level", "ch2.level", "ch3.level", "ch4.level", "ch5.level", "dca1.level",
        "dca2.level", "main.level",
    ]

    @Test func `only the strips of the members and of the master are shown, without holes`() throws
    {
        let desk = try desk()
        let width = try #require(desk.panel["ch3.level"]).view.frameInWindow.width
        #expect(try spill(desk, "dca1") == .spill("dca1"))
        #expect(seen(desk) == ["ch1.level", "ch3.level", "dca1.level", "main.level"])
        let frames = try seen(desk).dropLast().map {
            try #require(desk.panel[$0]).view.frameInWindow
        }
        #expect(frames[0].width > width)
        #expect(frames[1].midX - frames[0].midX == frames[2].midX - frames[1].midX)
        #expect(desk.readNotices() == [.spillChanged(vca: "dca1")])
        _ = desk.glass.nextFrame(after: .seconds(1))
        #expect(desk.glass.missedPixels.isEmpty)
        #expect(try spill(desk, nil) == .spill(nil))
        #expect(seen(desk) == Self.all)
        #expect(desk.readNotices() == [.spillChanged(vca: nil)])
        #expect(try #require(desk.panel["ch3.level"]).view.frameInWindow.width == width)
    }

    @Test func `another VCA takes its place, and the same one leads back`() throws {
        let desk = try desk()
        try spill(desk, "dca1", toggles: true)
        try spill(desk, "dca2.level", toggles: true)
        #expect(seen(desk) == ["ch3.level", "ch4.level", "dca2.level", "main.level"])
        try spill(desk, "dca2.level", toggles: true)
        #expect(seen(desk) == Self.all)
        // By the name of its strip, and by its own.
        try spill(desk, "dca1.level")
        #expect(try spill(desk, "dca1", toggles: true) == .spill(nil))
        #expect(seen(desk) == Self.all)
    }

    @Test func `the members' strips of other pages are shown there, and a page without any stays`()
        throws
    {
        let desk = try desk()
        try spill(desk, "dca1")
        desk.panel.show(page: "more")
        #expect(seen(desk) == ["ch1.pan", "ch3.pan", "main.level"])
        desk.panel.show(page: "fx")
        #expect(seen(desk) == ["rev.level", "main.level"])
    }

    @Test func `the strip that a key has chosen stays on a page of its own`() throws {
        let chosen = """
            [groups.sel]
            type = "radio"
            [[pages]]
            id = "keys"
            strips = [{ id = "ch{n}", count = 5, controls = [
              { id = "sel", type = "switch", groups = ["sel"] } ] }]
            [[pages]]
            id = "one"
            strips = [{ id = "ch{n}", count = 5, show = "sel", controls = [
              { id = "gain", type = "knob" } ] }]

            """
        let desk = try PanelDesk(chosen + Self.links, panel: Self.mixer)
        try desk.set("ch2.sel", 1)
        try spill(desk, "dca1")
        desk.panel.show(page: "keys")
        #expect(seen(desk) == ["ch1.sel", "ch3.sel", "main.level"])
        desk.panel.show(page: "one")
        #expect(seen(desk) == ["ch2.gain", "main.level"])
    }

    @Test func `a spill from a page without the members shows one with them`() throws {
        let desk = try desk()
        desk.panel.show(page: "fx")
        try spill(desk, "dca1")
        #expect(desk.panel.page == "in")
    }

    @Test func `a strip that a client has hidden stays hidden`() throws {
        let desk = try desk()
        var request = StyleRequest(strip: "ch3")
        request.isVisible = false
        try desk.style(request)
        try spill(desk, "dca1")
        #expect(seen(desk) == ["ch1.level", "dca1.level", "main.level"])
        let strip = try #require(desk.panel.strips(matching: [Glob("ch2")]).first)
        #expect(strip.style.isVisible, "a spill is no style")
        request.isVisible = true
        try desk.style(request)
        #expect(seen(desk) == ["ch1.level", "ch3.level", "dca1.level", "main.level"])
        request = StyleRequest(strip: "ch2")
        request.label = .other("Snare")
        try desk.style(request)
        #expect(!seen(desk).contains("ch2.level"))
        try spill(desk, nil)
        #expect(seen(desk) == Self.all)
    }

    @Test
    func `a finger on a strip that is left out is cancelled, and strips that come are touched`()
        throws
    {
        let desk = try desk()
        let finger = try desk.touch("ch2.level")
        finger.drag(up: 20)
        try spill(desk, "dca1")
        finger.drag(up: 20)
        finger.lift()
        #expect(desk.isWellNested())
        #expect(desk.events.last?.phase == .cancelled)
        let other = try desk.touch("ch3.level")
        other.drag(up: 20)
        other.lift()
        #expect(desk.value("ch3.level") != -10)
    }

    @Test func `a spill outlives a reload while its VCA exists, and not a restart`() throws {
        let desk = try desk()
        try spill(desk, "dca1")
        let state = desk.panel.state
        let fewer = Self.links.replacingOccurrences(
            of: #""ch1.level", "ch3.level""#, with: #""ch1.level", "ch5.level""#)
        desk.panel.reload(
            try PanelDesk.description(Self.mixer + fewer), from: nil, at: desk.glass.now)
        #expect(seen(desk) == ["ch1.level", "ch5.level", "dca1.level", "main.level"])
        _ = desk.readNotices()
        desk.panel.reload(try PanelDesk.description(Self.mixer), from: nil, at: desk.glass.now)
        desk.panel.layOutIfNeeded()
        #expect(seen(desk) == Self.all)
        #expect(desk.readNotices().contains(.spillChanged(vca: nil)))
        let next = try self.desk()
        next.panel.restore(state, at: next.glass.now)
        #expect(seen(next) == Self.all)
    }

    @Test func `a spill follows its VCA when a client changes it`() throws {
        let desk = try desk()
        _ = try desk.panel.link(
            LinkRequest(name: "more", controls: ["dca1.level", "ch5.level"], mode: .vca),
            from: desk.client, at: desk.glass.now)
        try spill(desk, "dca1")
        #expect(seen(desk).contains("ch5.level"))
        _ = try desk.panel.unlink("more", from: desk.client, at: desk.glass.now)
        desk.panel.layOutIfNeeded()
        #expect(seen(desk) == ["ch1.level", "ch3.level", "dca1.level", "main.level"])
        _ = try desk.panel.unlink("drums", from: desk.client, at: desk.glass.now)
        desk.panel.layOutIfNeeded()
        #expect(seen(desk) == Self.all)
    }

    @Test func `a spill of no VCA is reported with what is near`() throws {
        let desk = try desk()
        let rejection = #expect(throws: RequestError.self) { try spill(desk, "dca3.level") }
        #expect(rejection?.message == "no VCA has the master 'dca3.level'")
        #expect(rejection?.near.contains("dca1.level") == true && rejection?.field == "vca")
        #expect(seen(desk) == Self.all)
    }

    @Test func `fingers on gathered strips are cancelled when all strips are shown again`() throws {
        let desk = try PanelDesk(panel: Self.banks)
        try spill(desk, "dca1")
        let fingers = try ["ch2.level", "ch6.level"].map(desk.touch)
        for finger in fingers { finger.drag(up: 20) }
        _ = desk.read()
        try spill(desk, nil)
        let told = desk.read()
        #expect(
            told.count == 2 && told.allSatisfy { $0.hasSuffix("cancelled touch page") }, "\(told)")
        for finger in fingers { finger.drag(up: 20) }
        #expect(desk.read() == [], "also the one whose bank is not shown")
    }

    @Test func `the keys for a value close when a spill moves its control`() throws {
        let desk = try PanelDesk(
            panel: Self.banks.replacing("default = -10", with: "default = -10, keypad = true"))
        let finger = desk.glass.touch(try #require(desk.panel["ch3.level"]?.readouts.first))
        desk.wait(600)
        finger.lift()
        try #require(desk.panel.valuePad != nil)
        try spill(desk, "dca1")
        #expect(desk.panel.valuePad == nil)
    }
}
