import Controls
import Drawing
import Fingers
import Foundation
import PanelProtocol
import Testing

@testable import Panel

/// Strips as clients see and change them: a title, a colour, shown or not.
struct StripStyleTests {
    private static let threeStrips = """
        [theme]
        warm = "#c06030"
        [[pages]]
        id = "main"
        strips = [{ id = "ch{n}", label = "Ch {n}", count = 3, controls = [
          { id = "pan", type = "knob", label = "Pan" },
          { id = "level", type = "slider", min = 0, max = 100, default = 50, step = 1 },
        ] }]
        [[pages]]
        id = "dyn"
        strips = [{ id = "ch1", label = "Ch 1", controls = [{ id = "gate", type = "range" }] }]

        """

    private func desk(_ rest: String = "") throws -> PanelDesk {
        try PanelDesk(rest, panel: Self.threeStrips)
    }

    private func style(_ desk: PanelDesk, _ id: String, _ set: (inout StyleRequest) -> Void) throws
    {
        var request = StyleRequest(strip: id)
        set(&request)
        try desk.style(request)
    }

    private func strip(_ id: String, of desk: PanelDesk) throws -> StripInfo {
        try #require(desk.panel.strips(matching: [Glob(id)]).first)
    }

    private func frame(_ id: String, of desk: PanelDesk) throws -> Rect {
        try #require(desk.panel[id]).view.frameInWindow
    }

    private func isShown(_ id: String, of desk: PanelDesk) throws -> Bool {
        try !#require(desk.panel[id]).view.isHidden
    }

    /// The picture of a page, once what moves has come to rest.
    private func picture(_ desk: PanelDesk, page: String = "main") throws -> [UInt8] {
        _ = desk.panel.turn(to: page)
        desk.panel.layOutIfNeeded()
        _ = desk.glass.nextFrame(after: .seconds(2))
        #expect(desk.glass.missedPixels.isEmpty)
        return try desk.glass.picture.pngData()
    }

    @Test func `clients get the strips with their pages and controls`() throws {
        let desk = try desk()
        let strips = desk.panel.strips(matching: [Glob("*")])
        #expect(strips.map(\.strip) == ["ch1", "ch2", "ch3"])
        #expect(strips.map(\.order) == [0, 1, 2])
        #expect(strips[0].pages == ["main", "dyn"] && strips[1].pages == ["main"])
        #expect(strips[0].controls == ["ch1.pan", "ch1.level", "ch1.gate"])
        #expect(strips[2].style == StripStyle(color: nil, label: "Ch 3"))
        let some = desk.panel.strips(matching: [Glob("ch2"), Glob("ch1.gate")])
        #expect(some.map(\.strip) == ["ch1", "ch2"] && some[1].order == 1)
    }

    @Test func `a strip of the file has a colour behind its title, or is hidden`() throws {
        let desk = try desk(
            """
            [strips.ch2]
            color = "warm"
            [strips.ch3]
            visible = false
            """)
        #expect(try strip("ch2", of: desk).style.color == "#c06030")
        let title = try #require(
            desk.panel.window.subviews.first?.subviews.compactMap { $0 as? Label }
                .first { $0.text == "Ch 2" })
        let middle = title.frameInWindow
        _ = desk.glass.nextFrame()
        let left = desk.glass.picture[Int(middle.minX) + 6, Int(middle.center.y)]
        #expect(left & 0xff_ffff == 0xc0_6030)
        #expect(try !isShown("ch3.level", of: desk) && isShown("ch2.level", of: desk))
        #expect(try !strip("ch3", of: desk).style.isVisible)
    }

    @Test func `a title is legible on every colour`() throws {
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 15) {
                for blue in stride(from: 0, through: 255, by: 15) {
                    let color = Color(
                        red: Double(red) / 255, green: Double(green) / 255,
                        blue: Double(blue) / 255)
                    #expect(contrast(color, color.legibleTextColor) >= 4.5)
                }
            }
        }
    }

    /// The contrast ratio of WCAG 2.2, from its definition.
    private func contrast(_ first: Color, _ second: Color) -> Double {
        func luminance(_ color: Color) -> Double {
            let parts = [color.red, color.green, color.blue].map { part in
                part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let both = [luminance(first), luminance(second)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    @Test func `a client changes title and colour on every page`() throws {
        let desk = try desk()
        let before = try [picture(desk, page: "dyn"), picture(desk)]
        try style(desk, "ch1") {
            $0.label = .other("Vox")
            $0.color = .other("warm")
        }
        let vox = StripStyle(color: "#c06030", label: "Vox")
        #expect(desk.readNotices() == [.stripChanged(strip: "ch1", vox)])
        #expect(try strip("ch1", of: desk).style == vox)
        #expect(desk.panel["ch1.level"]?.info.label == "Vox", "it has no label of its own")
        #expect(desk.panel["ch1.pan"]?.info.accessibility?.label == "Vox Pan")
        let after = try [picture(desk, page: "dyn"), picture(desk)]
        #expect(before[0] != after[0] && before[1] != after[1])

        try style(desk, "ch1") { $0.resets = true }
        #expect(try [picture(desk, page: "dyn"), picture(desk)] == before)
        #expect(desk.panel.state.styles.isEmpty)
    }

    @Test func `a hidden strip leaves no hole`() throws {
        let desk = try desk()
        let before = try picture(desk)
        let finger = try desk.touch("ch2.level")
        finger.drag(up: 10)
        try style(desk, "ch2") { $0.isVisible = false }
        #expect(desk.events.last?.phase == .cancelled && desk.events.last?.control == "ch2.level")
        finger.lift()
        let two = try PanelDesk(
            panel: Self.threeStrips.replacingOccurrences(of: "count = 3", with: "count = 2"))
        #expect(try frame("ch1.level", of: desk) == frame("ch1.level", of: two))
        #expect(try frame("ch3.level", of: desk) == frame("ch2.level", of: two))
        #expect(try !isShown("ch2.pan", of: desk))
        desk.wait(400)
        #expect(try desk.set("ch2.level", 50).isApplied, "clients go on")
        #expect(desk.panel.controls.contains { $0.id == "ch2.level" })

        try style(desk, "ch2") { $0.isVisible = true }
        #expect(try picture(desk) == before)
    }

    @Test func `a control that is hidden itself stays hidden with its strip`() throws {
        let desk = try desk()
        var hiding = StyleRequest(control: "ch1.pan")
        hiding.isVisible = false
        try desk.style(hiding)
        let before = try picture(desk)
        try style(desk, "ch1") { $0.isVisible = false }
        try style(desk, "ch1") { $0.isVisible = true }
        #expect(try !isShown("ch1.pan", of: desk) && isShown("ch1.level", of: desk))
        #expect(try picture(desk) == before)
    }

    @Test func `styles survive a restart and a power cut`() throws {
        let desk = try desk()
        try style(desk, "ch1") {
            $0.label = .other("Vox")
            $0.color = .other("warm")
        }
        try style(desk, "ch3") { $0.isVisible = false }
        var request = StyleRequest(control: "ch2.level")
        request.color = .other("#00ff00")
        request.label = .other("Bass")
        request.isEnabled = false
        try desk.style(request)
        let json = desk.panel.state.json

        var invalid: [String] = []
        let state = try PanelState(json: json, invalid: &invalid)
        let restarted = try self.desk()
        restarted.panel.restore(state, at: restarted.glass.now)
        #expect(invalid.isEmpty && restarted.panel.state == desk.panel.state)
        #expect(try picture(restarted) == picture(desk))
        #expect(
            restarted.readNotices().filter { if case .stripChanged = $0 { true } else { false } }
                .count == 2)
    }

    @Test func `styles and the finger on another strip survive a reload`() throws {
        let desk = try desk()
        try style(desk, "ch2") { $0.isVisible = false }
        try style(desk, "ch1") { $0.label = .other("") }
        try style(desk, "ch1") { $0.color = .other("danger") }
        let shown = try picture(desk)
        let finger = try desk.touch("ch3.level")
        finger.drag(up: 30)
        let value = desk.value("ch3.level")
        desk.panel.reload(
            try PanelDesk.description(Self.threeStrips), from: nil, at: desk.glass.now)
        finger.drag(up: 30)
        finger.lift()
        #expect(!desk.events.contains { $0.phase == .cancelled })
        #expect(try #require(desk.value("ch3.level")) > #require(value))
        desk.panel["ch3.level"]?.setDefault()
        #expect(try picture(desk) == shown)
    }

    @Test func `a finger survives a reload on what the file hides and a client shows`() throws {
        let hidden = Self.threeStrips + "[strips.ch2]\nvisible = false\nlevel.enabled = false\n"
        let desk = try PanelDesk(panel: hidden)
        try style(desk, "ch2") { $0.isVisible = true }
        var request = StyleRequest(control: "ch2.level")
        request.isEnabled = true
        try desk.style(request)
        let finger = try desk.touch("ch2.level")
        finger.drag(up: 30)
        desk.panel.reload(try PanelDesk.description(hidden), from: nil, at: desk.glass.now)
        finger.drag(up: 30)
        finger.lift()
        #expect(desk.events.last?.phase == .ended)
        #expect(!desk.events.contains { $0.phase == .cancelled })
    }

    @Test func `the style of a strip that left the file is dropped`() throws {
        let desk = try desk()
        try style(desk, "ch3") { $0.label = .other("Hat") }
        let two = Self.threeStrips.replacingOccurrences(of: "count = 3", with: "count = 2")
        desk.panel.reload(try PanelDesk.description(two), from: nil, at: desk.glass.now)
        #expect(desk.panel.state.styles.isEmpty)
    }

    @Test func `a colour follows the theme by its name, and is the file's if it is gone`() throws {
        let desk = try desk("[strips.ch2]\ncolor = \"#102030\"\n")
        try style(desk, "ch2") { $0.color = .other("warm") }
        let other = Self.threeStrips + "[strips.ch2]\ncolor = \"#102030\"\n"
        desk.panel.reload(
            try PanelDesk.description(
                other.replacingOccurrences(of: "#c06030", with: "#805030")), from: nil,
            at: desk.glass.now)
        #expect(try strip("ch2", of: desk).style.color == "#805030")
        desk.panel.reload(
            try PanelDesk.description(other.replacingOccurrences(of: "warm", with: "cold")),
            from: nil, at: desk.glass.now)
        #expect(try strip("ch2", of: desk).style.color == "#102030")
    }

    @Test(
        arguments: [
            (#"{"strip":"ch9","label":"a"}"#, "no strip 'ch9'"),
            (#"{"strip":"ch1","enabled":false}"#, "enabled: only controls are enabled or disabled"),
            (#"{"strip":"ch1","color":"wram"}"#, "color: expected \"#rrggbb\""),
            (#"{"strip":"ch1","control":"ch1.pan","label":"a"}"#, "expected one of control and"),
            (#"{"strip":"ch1"}"#, "expected at least one of color, label, icon, enabled"),
            (#"{"strip":7,"label":"a"}"#, "strip: expected a string"),
            (#"{"control":"ch1.pan","reset":1}"#, "reset: expected true or false"),
        ])
    func `a wrong request is rejected, and changes nothing`(request: String, reason: String) throws
    {
        let desk = try desk()
        let line = #"{"id":1,"cmd":"style","# + request.dropFirst()
        let rejection = #expect(throws: RequestError.self) {
            let request = try Request(line: Array(line.utf8)[...], number: 1)
            if case .style(let style) = request.command { try desk.style(style) }
        }
        #expect(rejection?.message.hasPrefix(reason) == true, "\(rejection?.message ?? "")")
        #expect(desk.panel.state.styles.isEmpty && desk.readNotices().isEmpty)
    }

    @Test func `clients cannot rename the strips of a panel that is locked for them`() throws {
        let desk = try desk()
        _ = try desk.panel.perform(
            LockRequest(isOn: true, coversClients: true), from: desk.client, at: .zero)
        let rejection = #expect(throws: RequestError.self) {
            try style(desk, "ch1") { $0.label = .other("Vox") }
        }
        #expect(rejection?.code == .locked)
    }

    @Test func `damaged styles of a saved state are left out one by one`() throws {
        var invalid: [String] = []
        let long = String(repeating: "x", count: 257)
        let json = """
            {"values":{},"scenes":[],"styles":{"ch1":{"label":"Vox"},"ch2":{"label":7},"ch3":{},\
            "ch4":{"size":1},"ch5":{"label":"\(long)"},"ch6":7,\
            "ch1.pan":{"visible":false}}}
            """
        let state = try PanelState(json: Array(json.utf8), invalid: &invalid)
        #expect(state.styles.keys.sorted() == ["ch1", "ch1.pan"])
        #expect(invalid == ["ch2", "ch3", "ch4", "ch5", "ch6"].map { "the style of \($0)" })
    }

    @Test func `styles count for the size of the saved state`() throws {
        let desk = try desk()
        let free = Limit.stateBytes.most - desk.panel.absentValues.bytes - desk.panel.styles.bytes
        try style(desk, "ch1") { $0.label = .other("Vox") }
        #expect(desk.panel.styles.bytes > 0)
        let size = free - desk.panel.styles.bytes - 10
        let name = String(
            repeating: "x", count: size - PanelScene(name: "", values: [:]).savedSize)
        desk.panel.storedScenes.put(PanelScene(name: name, values: [:]))
        let rejection = #expect(throws: RequestError.self) {
            try style(desk, "ch2") { $0.label = .other("A longer name than there is room for") }
        }
        #expect(rejection?.code == .full)
        try style(desk, "ch1") { $0.label = .other("V") }
        try style(desk, "ch1") { $0.resets = true }
        #expect(desk.panel.styles.bytes == 0)
    }
}
