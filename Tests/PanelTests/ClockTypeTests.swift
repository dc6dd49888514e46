import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Clocks of a panel file.
struct ClockTypeTests {
    private func control(_ options: String) throws -> (Panel, PanelControl, ClockLabel) {
        let panel = try Panel(
            PanelTests.panel(of: "{ id = \"c\", type = \"clock\", \(options) }"), width: 400,
            height: 240, fonts: FontCollection())
        let control = try #require(panel["s.c"])
        return (panel, control, try #require(control.view as? ClockLabel))
    }

    @Test func `a clock takes every option of the file`() throws {
        let (_, _, clock) = try control(
            "seconds = true, hours = 12, align = \"right\", color = \"#ff8800\"")
        #expect(clock.showsSeconds && clock.usesTwelveHours)
        #expect(clock.textAlignment == .right)
        #expect(clock.textColor == Color(red: 1, green: 0x88 / 255, blue: 0))
    }

    @Test func `a clock has no value, and reports to a client what it shows`() throws {
        let (panel, control, _) = try control("label = \"Studio\"")
        panel.window.clock = { ClockReading(time: .zero, timeOfDay: .seconds(19 * 3600 + 30 * 60)) }
        _ = Glass(panel.window)
        #expect(control.state == nil && control.info.access == .readOnly)
        #expect(control.info.accessibility?.label == "s Studio")
        #expect(control.info.accessibility?.value == "19:30")
    }

    @Test func `an hours option that no clock has is an error`() {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "c", type = "clock", hours = 10 }] }]
                """, name: "desk.toml")
        #expect(
            file.errors.map(\.description) == [
                "desk.toml:3:71: 'hours' is 10; known are 12, 24"
            ])
    }

    @Test(arguments: [12, 24])
    func `a clock is as small as its strip needs, so that no figure is cut`(hours: Int) throws {
        let (panel, _, clock) = try control(
            "seconds = true, hours = \(hours), text_scale = 2, width = 60")
        #expect(clock.text == "--:--:--")
        panel.window.clock = { ClockReading(time: .zero, timeOfDay: .seconds(80_000)) }
        _ = Glass(panel.window)
        #expect(clock.shownTexts.allSatisfy { !$0.isCut })
        #expect(clock.text == (hours == 12 ? "10:13:20 PM" : "22:13:20"))
        #expect(clock.font.size < 20)
    }
}
