import Drawing
import PanelProtocol
import Testing

@testable import Panel

/// Controls with `access = "w"`, which only clients set: displays.
struct DisplayLookTests {
    private static let types = [
        #"type = "slider", max = 100, default = 60"#,
        #"type = "range", default = { low = 0.2, high = 0.7 }"#,
        #"type = "knob", max = 100, default = 60"#,
        #"type = "switch", label = "M", default = true"#,
        #"type = "switch", label = "M""#,
        #"type = "switch", style = "slide", default = true"#,
        #"type = "stepper", max = 9, default = 4"#,
        #"type = "segmented", options = ["a", "b"], default = "b""#,
        #"type = "xy""#,
        #"type = "color", default = '#35a7ff'"#,
    ]

    private func file(_ type: String, _ more: String) -> String {
        """
        [[pages]]
        id = "p"
        strips = [{ id = "s", controls = [{ id = "c", \(type)\(more) }] }]
        """
    }

    private func picture(_ type: String, _ more: String = "") throws -> [UInt8] {
        let preview = try PanelPreview(of: panel(file(type, more)), width: 200, height: 400)
        return Array(try preview.png(page: "p"))
    }

    @Test(arguments: types)
    func `a display looks neither like a control nor like a disabled one`(type: String) throws {
        let control = try picture(type)
        let display = try picture(type, #", access = "w""#)
        let disabled = try picture(type, ", enabled = false")
        #expect(display != control)
        #expect(display != disabled)
        #expect(control != disabled)
    }

    @Test(arguments: types)
    func `no finger moves a display`(type: String) throws {
        let desk = try PanelDesk(panel: file(type, #", access = "w""#), width: 200, height: 400)
        let before = desk.panel["s.c"]?.state?.value
        let finger = try desk.touch("s.c")
        finger.drag(up: 60)
        finger.lift()
        #expect(desk.panel["s.c"]?.state?.value == before)
        #expect(desk.events.isEmpty)
    }
}
