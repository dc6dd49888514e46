import Controls
import Drawing
import PanelProtocol
import Testing

@testable import Panel

struct StyleTests {
    private func style(_ desk: PanelDesk, _ id: String, _ set: (inout StyleRequest) -> Void) throws
    {
        var request = StyleRequest(control: id)
        set(&request)
        try desk.style(request)
    }

    private func picture(_ desk: PanelDesk) throws -> [UInt8] {
        _ = desk.glass.nextFrame()
        return try Array(desk.glass.picture.pngData())
    }

    @Test func `a new colour redraws only that control`() throws {
        let desk = try PanelDesk()
        _ = desk.glass.nextFrame()
        let frame = try #require(desk.panel["ch1.level"]).view.frameInWindow
        try style(desk, "ch1.level") { $0.color = .other("#ff0000") }
        let damage = desk.glass.nextFrame().extents
        #expect(!damage.isEmpty)
        #expect(frame.insetBy(dx: -1, dy: -1).contains(Rect(damage)))
        #expect(desk.glass.missedPixels.isEmpty)
        #expect(desk.panel["ch1.level"]?.info.color == "#ff0000")
        try style(desk, "ch1.level") { $0.color = .panelFile }
        #expect(desk.panel["ch1.level"]?.info.color != "#ff0000")
        #expect(desk.readNotices().count == 2)
    }

    @Test func `every control that has a colour shows a new one`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "knob", type = "knob", default = 0.5 },
                  { id = "slider", type = "slider", default = 0.5 },
                  { id = "range", type = "range", default = { low = 0.2, high = 0.8 } },
                ] }, { id = "t", controls = [
                  { id = "key", type = "switch", default = true },
                  { id = "slide", type = "switch", style = "slide", default = true },
                  { id = "seg", type = "segmented", options = ["a", "b"] },
                  { id = "xy", type = "xy" },
                  { id = "label", type = "label", text = "Hi" },
                ] }]
                """)
        for control in desk.panel.controls {
            _ = desk.glass.nextFrame()
            try style(desk, control.id) { $0.color = .other("#12ab34") }
            #expect(!desk.glass.nextFrame().isEmpty, "\(control.id)")
            #expect(desk.glass.missedPixels.isEmpty, "\(control.id)")
        }
    }

    @Test func `a control that a client disables looks like one that the file disables`() throws {
        let text = PanelDesk.twoFaders.replacing(
            "default = 50,", with: "default = 50, label = \"Level\",")
        let desk = try PanelDesk(panel: text)
        let disabled = try PanelDesk(
            panel: text.replacing("label = \"Level\"", with: "label = \"Level\", enabled = false"))
        for fader in ["ch1.level", "ch2.level"] {
            try style(desk, fader) { $0.isEnabled = false }
        }
        let isEqual = try picture(desk) == picture(disabled)
        #expect(isEqual)
        for fader in ["ch1.level", "ch2.level"] {
            try style(desk, fader) { $0.isEnabled = true }
        }
        let isBack = try picture(desk) == picture(PanelDesk(panel: text))
        #expect(isBack)
    }

    @Test func `a control can be renamed, disabled and hidden while it runs`() throws {
        let desk = try PanelDesk()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 10)
        try style(desk, "ch1.level") {
            $0.label = .other("Vox")
            $0.isEnabled = false
        }
        finger.drag(up: 10)
        finger.lift()
        #expect(desk.events.last?.phase == .cancelled && desk.events.last?.reason == .disabled)
        let info = try #require(desk.panel["ch1.level"]?.info)
        #expect(info.label == "Vox" && info.isEnabled == false)
        #expect(info.accessibility?.label.hasSuffix("Vox") == true)
        desk.wait(400)
        #expect(try desk.set("ch1.level", 5).isApplied, "clients go on")
        _ = desk.glass.nextFrame()
        try style(desk, "ch1.level") { $0.isVisible = false }
        #expect(!desk.glass.nextFrame().isEmpty)
        #expect(desk.glass.missedPixels.isEmpty)
        try style(desk, "ch1.level") {
            $0.isVisible = true
            $0.isEnabled = true
        }
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test func `an icon is rejected on a key whose image covers it`() throws {
        let image = OptionCases.image
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "covered", type = "switch", image = "\(image)" },
                  { id = "off", type = "switch", image_on = "\(image)" },
                  { id = "face", type = "switch", face_image = "\(image)", face_image_on = "\(image)" },
                ] }]
                """)
        let rejection = #expect(throws: RequestError.self) {
            try style(desk, "s.covered") { $0.icon = .other("star") }
        }
        #expect(rejection?.message == "icon: s.covered shows no icon")
        for id in ["s.off", "s.face"] { try style(desk, id) { $0.icon = .other("star") } }
    }

    @Test func `an unknown colour is rejected`() throws {
        let desk = try PanelDesk()
        let rejection = #expect(throws: RequestError.self) {
            try style(desk, "ch1.level") { $0.color = .other("acent") }
        }
        #expect(rejection?.code == .badValue && rejection?.near == ["accent"])
    }
}
