import Controls
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Controls that show and set the brightness of the display.
struct BindingTests {
    private static let file = """
        [[pages]]
        id = "p"
        strips = [{ id = "s", controls = [
          { id = "fader", type = "slider", min = 1, max = 100, binds = "display.brightness" },
          { id = "knob", type = "knob", min = 10, max = 90, binds = "display.brightness" },
        ] }]
        """

    /// A panel on a display, whose backlight takes what it is set to.
    private func desk() throws -> (PanelDesk, Backlight) {
        let desk = try PanelDesk(panel: Self.file)
        let backlight = Backlight()
        desk.panel.onBrightness = { [unowned desk] percent in
            backlight.percents.append(percent)
            desk.panel.showBrightness(percent, at: desk.glass.now)
        }
        desk.panel.showBrightness(60, at: desk.glass.now)
        return (desk, backlight)
    }

    /// What the brightness was set to.
    private final class Backlight {
        var percents: [Double] = []
    }

    @Test func `a control that binds the brightness needs no scale`() throws {
        let panel = try panel(of: #"{ id = "b", type = "slider", binds = "display.brightness" }"#)
        let scale = try #require(panel.controls.first?.kind.converter as? ScaleDescription)
        #expect(scale.range == 1...100 && scale.unit == "%")
    }

    @Test func `the controls show the brightness, as far as their scales go`() throws {
        let (desk, backlight) = try desk()
        #expect(desk.value("s.fader") == 60 && desk.value("s.knob") == 60)
        _ = desk.read()
        desk.panel.showBrightness(95, at: desk.glass.now)
        #expect(
            desk.read() == [
                "s.fader 95 set link display.brightness", "s.knob 90 set link display.brightness",
            ])
        #expect(backlight.percents == [], "what is shown is not set")
        desk.panel.showBrightness(95, at: desk.glass.now)
        #expect(desk.read() == [])
    }

    @Test func `a finger sets the brightness, and the other control follows`() throws {
        let (desk, backlight) = try desk()
        let finger = try desk.touch("s.fader")
        finger.drag(down: 40)
        desk.panel.showBrightness(99, at: desk.glass.now)
        let value = try #require(desk.value("s.fader"))
        #expect(value < 60, "the finger wins")
        finger.lift()
        #expect(backlight.percents.last == value)
        #expect(desk.value("s.knob") == max(value, 10))
        try desk.set("s.knob", 30)
        #expect(backlight.percents.last == 30 && desk.value("s.fader") == 30)
    }

    @Test func `without a backlight the controls look disabled`() throws {
        let (desk, _) = try desk()
        desk.panel.showBrightness(nil, at: desk.glass.now)
        let fader = try #require(desk.panel["s.fader"]?.view as? Slider)
        #expect(!fader.isEnabled)
        let error = #expect(throws: RequestError.self) {
            try desk.panel.apply(
                SetRequest(control: "s.fader", change: .value(.number(30))), from: desk.client,
                at: desk.glass.now)
        }
        #expect(error?.code == .readOnly)
        #expect(error?.message == "s.fader: this device has no display.brightness to set")
        #expect(desk.value("s.fader") == 60)
        desk.panel.reload(
            try PanelDesk.description(Self.file), from: nil, at: desk.glass.now)
        #expect((desk.panel["s.fader"]?.view as? Slider)?.isEnabled == false)
        desk.panel.showBrightness(50, at: desk.glass.now)
        #expect((desk.panel["s.fader"]?.view as? Slider)?.isEnabled == true)
        desk.panel.reload(
            try PanelDesk.description(Self.file), from: nil, at: desk.glass.now)
        #expect(desk.value("s.fader") == 50)
    }

    @Test func `neither scenes, nor undo, nor the saved state have the brightness`() throws {
        let (desk, _) = try desk()
        let finger = try desk.touch("s.fader")
        finger.drag(down: 40)
        finger.lift()
        #expect(desk.panel.state.values == [:] && desk.panel.history.undoable.isEmpty)
    }

    @Test(arguments: [
        (
            "min = 1, max = 100, binds = \"display.contrast\"",
            "unknown binds 'display.contrast'; known are display.brightness"
        ),
        (
            "min = 0, max = 1, binds = \"display.brightness\"",
            "'binds': display.brightness is 1…100: expected such a 'min' and 'max', found 0…1"
        ),
    ])
    func `mistakes say what is expected`(options: String, message: String) {
        for type in ["slider", "knob"] {
            let file = PanelFile(
                text: """
                    [[pages]]
                    id = "p"
                    strips = [{ id = "s", controls = [{ id = "c", type = "\(type)", \(options) }] }]
                    """, name: "t.toml")
            #expect(file.errors.map(\.message) == [message])
            #expect(file.errors.first?.line == 3)
        }
    }
}
