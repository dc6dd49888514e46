import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Colour wells of a panel file: words for values, and a picker above everything.
struct ColorTypeTests {
    private func panel(_ options: String, more: String = "") throws -> Panel {
        try Panel(
            PanelTests.panel(of: "{ id = \"c\", type = \"color\", \(options) }\(more)"),
            width: 500, height: 480, fonts: FontCollection())
    }

    private func well(_ panel: Panel) throws -> ColorWell {
        try #require(panel["s.c"]?.view as? ColorWell)
    }

    @Test func `a well takes every option of the file`() throws {
        let panel = try panel(
            "default = \"#F80\", presets = [\"#ff0000\", \"danger\"], report = \"release\"")
        let well = try well(panel)
        #expect(well.selectedColor == Color(hex: "#ff8800"))
        #expect(well.presets == [Color(hex: "#ff0000"), Theme.dark.danger])
        #expect(panel["s.c"]?.reportsMovements == false)
    }

    @Test func `a well without a default has the accent colour`() throws {
        let panel = try panel("label = \"Strip\"")
        #expect(panel["s.c"]?.state?.value == .color(Theme.dark.accent))
    }

    @Test(arguments: [
        ("#35A7FF", "#35a7ff"), ("#f80", "#ff8800"), ("#01020380", "#010203"),
        ("#000000", "#000000"), ("#ffffff", "#ffffff"),
    ])
    func `a client sets a colour, and reads it back in one format`(
        sent: String, read: String
    ) throws {
        let panel = try panel("default = \"#123456\"")
        let result = try panel.apply(
            SetRequest(control: "s.c", change: .value(.text(sent))),
            from: .client("c1", name: nil), at: .zero)
        #expect(result.state.value == .text(read))
    }

    @Test(arguments: [
        SetRequest.Change.value(.text("red")), .value(.text("")), .value(.number(1)),
        .norm(.number(0.5)), .delta(.text("#ffffff")), .value(.parts([.init("x", 1)])),
    ])
    func `an invalid colour is rejected`(change: SetRequest.Change) throws {
        let panel = try panel("default = \"#123456\"")
        let rejection = #expect(throws: RequestError.self) {
            try panel.apply(
                SetRequest(control: "s.c", change: change), from: .client("c1", name: nil),
                at: .zero)
        }
        #expect(rejection?.message == "s.c: expected a colour such as \"#35a7ff\"")
        #expect(panel["s.c"]?.state?.value == .text("#123456"))
    }

    @Test func `the picker opens over other strips, inside the window, and reports a whole drag`()
        throws
    {
        let panel = try panel(
            "default = \"#804020\"", more: ", { id = \"k\", type = \"knob\" }")
        let glass = Glass(panel.window)
        let well = try well(panel)
        let knob = try #require(panel["s.k"])
        glass.touch(well).lift()
        #expect(well.isPickerPresented)
        _ = glass.nextFrame()
        let picker = try #require(Self.picker(in: panel.window))
        #expect(panel.window.bounds.contains(picker.frameInWindow))

        var told: [ValueChanged] = []
        panel.onValueChanged = { told.append($0) }
        let finger = glass.touch(picker, at: Point(x: 40, y: 30))
        #expect(panel["s.c"]?.isTouched == true)
        #expect(
            try panel.apply(
                SetRequest(control: "s.c", change: .value(.text("#ffffff"))),
                from: .client("c1", name: nil), at: glass.now
            ).reason == "touched")
        finger.drag(right: 60).lift()
        #expect(told.allSatisfy { $0.control == "s.c" })
        #expect(told.first?.phase == .began && told.last?.phase == .ended)
        #expect(told.contains { $0.phase == .changed })
        #expect(!knob.isTouched && panel["s.c"]?.isTouched == false)
        #expect(told.last?.state.value != .text("#804020"))
    }

    @Test func `a picker that closes during a touch releases the well`() throws {
        let panel = try panel("default = \"#804020\"")
        let glass = Glass(panel.window)
        let well = try well(panel)
        glass.touch(well).lift()
        _ = glass.nextFrame()
        let picker = try #require(Self.picker(in: panel.window))
        var phases: [ValueChanged.Phase] = []
        panel.onValueChanged = { phases.append($0.phase) }
        let finger = glass.touch(picker, at: Point(x: 40, y: 30)).drag(right: 20)
        let other = glass.touch(at: Point(x: 1, y: 1))
        #expect(!well.isPickerPresented)
        finger.lift()
        other.lift()
        #expect(panel["s.c"]?.isTouched == false)
        #expect(phases.first == .began && phases.filter { $0 != .changed }.count == 2)
    }

    @Test func `a panel that is laid out again closes the picker`() throws {
        let panel = try panel("default = \"#804020\"")
        let glass = Glass(panel.window)
        let well = try well(panel)
        glass.touch(well).lift()
        panel.layOut(width: 800, height: 480)
        #expect(!well.isPickerPresented && Self.picker(in: panel.window) == nil)
    }

    /// A well, and a knob of which the file may say something else.
    private static func described(knob: String = "", well: String = "") throws -> PanelDescription {
        try PanelTests.panel(
            of: "{ id = \"c\", type = \"color\", default = \"#804020\"\(well) }, "
                + "{ id = \"k\", type = \"knob\"\(knob) }")
    }

    @Test func `a reload keeps the touch on a well whose definition did not change`() throws {
        let panel = try Panel(Self.described(), width: 500, height: 480, fonts: FontCollection())
        let glass = Glass(panel.window)
        let well = try well(panel)
        var told: [ValueChanged] = []
        panel.onValueChanged = { told.append($0) }
        let onWell = glass.touch(well)
        panel.reload(try Self.described(knob: ", detents = [0.5]"), from: nil, at: glass.now)
        #expect(panel["s.c"]?.isTouched == true && panel["s.c"]?.view === well)
        onWell.lift()
        #expect(well.isPickerPresented)
        _ = glass.nextFrame()
        let picker = try #require(Self.picker(in: panel.window))
        let finger = glass.touch(picker, at: Point(x: 40, y: 30)).drag(right: 20)
        let before = panel["s.c"]?.state?.value
        // The picker stays where it is, with the finger on it, above the new page.
        panel.reload(try Self.described(knob: ", detents = [0.25]"), from: nil, at: glass.now)
        #expect(Self.picker(in: panel.window) === picker)
        finger.drag(right: 40).lift()
        #expect(panel["s.c"]?.state?.value != before)
        #expect(!told.contains { $0.phase == .cancelled })
        #expect(told.last?.phase == .ended && told.allSatisfy { $0.control == "s.c" })
        // And open, though no finger is on it, with other colours to choose from.
        panel.reload(
            try Self.described(well: ", presets = [\"#123\"]"), from: nil, at: glass.now)
        #expect(picker.presets == well.presets && well.presets.count == 1)
        #expect(well.isPickerPresented)
        glass.touch(at: Point(x: 1, y: 1)).lift()
        #expect(!well.isPickerPresented)
        _ = glass.nextFrame()
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `a reload closes the picker of a well whose definition changed`()
        throws
    {
        let panel = try Panel(Self.described(), width: 500, height: 480, fonts: FontCollection())
        let glass = Glass(panel.window)
        glass.touch(try well(panel)).lift()
        _ = glass.nextFrame()
        let picker = try #require(Self.picker(in: panel.window))
        var phases: [ValueChanged.Phase] = []
        panel.onValueChanged = { phases.append($0.phase) }
        let finger = glass.touch(picker, at: Point(x: 40, y: 30)).drag(right: 20)
        panel.reload(
            try Self.described(well: ", report = \"release\""), from: nil, at: glass.now)
        #expect(!panel.window.subviews.contains { Self.picker(in: $0) != nil })
        finger.drag(right: 20).lift()
        #expect(phases.first == .began && phases.last == .cancelled)
        #expect(panel["s.c"]?.isTouched == false)
    }

    private static func picker(in view: View) -> ColorPicker? {
        view.subviews.lazy.compactMap { $0 as? ColorPicker ?? picker(in: $0) }.first
    }

    @Test(arguments: [
        ("default = \"blu\"", "4:39: unknown default 'blu'; known are accent, danger"),
        ("default = \"#12\"", "4:39: 'default': expected a colour such as \"#35a7ff\""),
        ("presets = [\"#12\"]", "4:39: 'presets': expected colours such as \"#35a7ff\""),
        ("presets = \"#123\"", "4:39: 'presets': expected an array of strings, found a string"),
    ])
    func `a wrong option of a well is reported with its position`(options: String, message: String)
    {
        let errors = file(of: "{ id = \"c\", type = \"color\", \(options) }")
            .errors.map(\.description)
        #expect(errors.count == 1 && errors[0].hasPrefix("t.toml:" + message), "\(errors)")
    }

    @Test func `the double tap option of a well is reported to have no effect`() {
        let file = file(of: "{ id = \"c\", type = \"color\", double_tap = \"default\" }")
        #expect(
            file.warnings.map(\.message) == [
                "'double_tap' is not in effect: one tap opens the picker"
            ])
    }

    @Test(arguments: ["strip", "control", "page"])
    func `an open picker closes when its swatch is not seen any more`(hidden: String) throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "c", type = "color" }] }]
                [[pages]]
                id = "other"
                strips = [{ id = "t", controls = [{ id = "v", type = "slider" }] }]
                """)
        try desk.touch("s.c").lift()
        let well = try #require(desk.panel["s.c"]?.view as? ColorWell)
        let picker = try #require(Self.picker(in: desk.panel.window))
        let finger = desk.glass.touch(picker)
        finger.drag(up: 10)
        _ = desk.read()
        switch hidden {
        case "page": desk.panel.show(page: "other")
        case "strip": try desk.hide(StyleRequest(strip: "s"))
        default: try desk.hide(StyleRequest(control: "s.c"))
        }
        #expect(!well.isPickerPresented && Self.picker(in: desk.panel.window) == nil)
        #expect(desk.read().map { $0.hasSuffix("cancelled touch page") } == [true])
        finger.drag(up: 10)
        #expect(desk.read() == [])
    }
}
