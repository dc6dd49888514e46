import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Pages with more strips than are shown at once.
struct BankTests {
    private static func file(_ options: String, count: Int = 20, more: String = "") -> String {
        """
        [[pages]]
        id = "mix"
        \(options)
        strips = [{ id = "ch{n}", count = \(count), controls = [{ id = "level", type = "slider" }] }]
        \(more)
        """
    }

    private static let other = """
        [[pages]]
        id = "dyn"
        strips = [
          { id = "x", controls = [{ id = "pan", type = "knob" }, { id = "page", type = "pages" }] },
        ]
        """

    private func desk(_ options: String, count: Int = 20, more: String = "") throws -> PanelDesk {
        try PanelDesk(panel: Self.file(options, count: count, more: more))
    }

    @discardableResult
    private func turn(_ desk: PanelDesk, to page: String) throws -> String {
        _ = try desk.panel.perform(page: page, from: desk.client, at: desk.glass.now)
        return desk.panel.page
    }

    @Test func `a page with more strips than a bank has tabs for its banks`() throws {
        let desk = try desk("banks = 8")
        #expect(desk.panel.pageNames.map(\.id) == ["mix/1", "mix/2", "mix/3"])
        #expect(desk.panel.pageNames.map(\.label) == ["1–8", "9–16", "17–20"])
        #expect(desk.panel.pageBar != nil)
        #expect(desk.panel["ch9.level"]?.info.page == "mix/2")
        #expect(desk.panel.strips(matching: [Glob("ch17")]).first?.pages == ["mix/3"])
        #expect(try self.desk("banks = 19").panel.pageNames.last?.label == "20")
        #expect(try self.desk("banks = 20").panel.pageNames.map(\.id) == ["mix"])
        let named = try self.desk("banks = 10\nlabel = \"Mix\"")
        #expect(named.panel.pageNames.map(\.label) == ["Mix 1–10", "Mix 11–20"])
    }

    @Test func `beside other pages, the banks of a page without a label have its id`() throws {
        let desk = try desk("banks = 10", more: Self.other)
        #expect(desk.panel.pageNames.map(\.label).prefix(2) == ["mix 1–10", "mix 11–20"])
        let own = try self.desk("", count: 40, more: Self.other)
        #expect(own.panel.pageNames.first?.label.hasPrefix("mix 1–") == true)
    }

    @Test func `the strips of a bank are as wide as on a page that has only these`() throws {
        let desk = try desk("banks = 8", count: 16)
        let eight = try self.desk("banks = 8", count: 8, more: Self.other)
        let frame = try #require(desk.panel["ch9.level"]).view.frame
        #expect(try #require(eight.panel["ch1.level"]).view.frame.width == frame.width)
    }

    @Test func `strips are at the same places in all banks, and a hidden one widens none`() throws {
        let desk = try desk("banks = 8")
        let frame = { (id: String) in try #require(desk.panel[id]).view.frame }
        #expect(try frame("ch1.level") == frame("ch17.level"))
        #expect(try frame("ch4.level") == frame("ch20.level"))
        var request = StyleRequest(strip: "ch1")
        request.isVisible = false
        try desk.style(request)
        #expect(try frame("ch2.level") == frame("ch17.level"))
        #expect(try frame("ch8.level") == frame("ch15.level"))
    }

    @Test func `clients turn to a bank, to the last bank of a page, and to neighbours`() throws {
        let desk = try desk("banks = 8", more: Self.other)
        #expect(try turn(desk, to: "mix/2") == "mix/2")
        #expect(try turn(desk, to: "dyn") == "dyn")
        #expect(desk.panel["x.page"]?.state?.value == .text("dyn"))
        #expect(try turn(desk, to: "mix") == "mix/2", "the one that was shown last")
        #expect(try turn(desk, to: "next") == "mix/3")
        #expect(try turn(desk, to: "next") == "dyn")
        #expect(try turn(desk, to: "next") == "mix/1", "the first follows the last")
        #expect(try turn(desk, to: "prev") == "dyn")
        #expect(desk.panel["x.page"]?.info.options == ["mix/1", "mix/2", "mix/3", "dyn"])
        let rejection = #expect(throws: RequestError.self) { try turn(desk, to: "mix/4") }
        #expect(rejection?.message == "no page 'mix/4'")
        #expect(throws: RequestError.self) { try turn(desk, to: "mi") }
        let pages = desk.readNotices().compactMap { notice in
            if case .pageChanged(let page) = notice { page } else { nil }
        }
        #expect(pages == ["mix/2", "dyn", "mix/2", "mix/3", "dyn", "mix/1", "dyn"])
    }

    @Test func `a page called next is that page`() throws {
        let next = Self.other.replacingOccurrences(of: "\"dyn\"", with: "\"next\"")
        let desk = try desk("banks = 8", more: next)
        #expect(try turn(desk, to: "next") == "next")
        #expect(try turn(desk, to: "next") == "next")
    }

    @Test func `a bank is restored after a restart, and kept by a reload`() throws {
        let desk = try desk("banks = 8")
        try turn(desk, to: "mix/3")
        try desk.set("ch20.level", 0.5)
        let other = try self.desk("banks = 8")
        other.panel.restore(desk.panel.state, at: .zero)
        #expect(other.panel.page == "mix/3" && other.value("ch20.level") == 0.5)
        desk.panel.reload(
            try PanelDesk.description(Self.file("banks = 8", count: 24)), from: nil, at: .zero)
        #expect(desk.panel.page == "mix/3")
        desk.panel.reload(
            try PanelDesk.description(Self.file("banks = 12")), from: nil, at: .zero)
        #expect(desk.panel.page == "mix/1")
        #expect(desk.value("ch20.level") == 0.5)
    }

    /// A daemon restores its state before it knows its screen.
    @Test func `the last bank of a small screen is shown again after a restart`() throws {
        let small = try desk("banks = 5")
        try turn(small, to: "mix/4")
        for banks in [8, 20] {
            let desk = try desk("banks = \(banks)")
            desk.panel.restore(small.panel.state, at: .zero)
            #expect(desk.panel.page == (banks == 8 ? "mix/1" : "mix"))
            #expect(desk.panel.state.page == "mix/4")
            desk.panel.reload(
                try PanelDesk.description(Self.file("banks = 5")), from: nil, at: .zero)
            #expect(desk.panel.page == "mix/4")
        }
    }

    @Test func `a bank outlives restarts without the screen that has it`() throws {
        var state = try desk("banks = 8").panel.state
        state.page = "mix/3"
        for _ in 0..<2 {
            let without = try desk("banks = 20")
            without.panel.restore(state, at: .zero)
            #expect(without.panel.page == "mix")
            state = without.panel.state
        }
        let desk = try desk("banks = 8")
        desk.panel.restore(state, at: .zero)
        #expect(desk.panel.page == "mix/3")
    }

    @Test func `a finger turns to a bank by its tab`() throws {
        let desk = try desk("banks = 8")
        let bar = try #require(desk.panel.pageBar).view
        let tap = desk.glass.touch(
            bar, at: Point(x: bar.bounds.width / 2, y: bar.bounds.height / 2))
        tap.lift()
        #expect(desk.panel.page == "mix/2")
    }

    @Test(arguments: [
        ("banks = 0", "'banks' is 0, outside 1…256"), ("banks = 1.5", "'banks': expected a whole"),
        ("banks = 1", "100 pages: at most 64 are allowed"),
    ])
    func `a wrong number of strips in a bank is an error`(option: String, problem: String) {
        let file = PanelFile(text: Self.file(option, count: 100), name: "t.toml")
        #expect(file.errors.contains { $0.message.hasPrefix(problem) }, "\(file.errors)")
    }
}
