import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Controls
@testable import Panel

/// Values that a person types on a pad.
struct ValuePadTests {
    private static let file = """
        [[pages]]
        id = "p"
        strips = [
          { id = "a", label = "Vox", controls = [
            { id = "level", type = "slider", label = "Level", taper = "x32", unit = "dB", step = 0.5, default = 0, keypad = true },
          ] },
          { id = "b", controls = [
            { id = "level", type = "slider", taper = "x32", unit = "dB", step = 0.5, default = 0 },
          ] },
          { id = "c", label = "EQ", controls = [
            { id = "freq", type = "knob", label = "Freq", min = 20, max = 20000, taper = "log", unit = "Hz", default = 440, show_value = true, keypad = true },
            { id = "pan", type = "knob", label = "Pan", min = -100, max = 100, format = "pan", default = 0, keypad = true },
            { id = "count", type = "stepper", label = "Count", max = 16, step = 1, show_value = true, keypad = true },
          ] },
        ]
        [[pages]]
        id = "q"
        strips = [{ id = "z", controls = [{ id = "v", type = "switch" }] }]
        [[links]]
        controls = ["a.level", "b.level"]
        mode = "absolute"

        """

    private func desk(_ rest: String = "") throws -> PanelDesk {
        try PanelDesk(rest, panel: Self.file)
    }

    /// The label below a control that shows its value.
    private func label(_ desk: PanelDesk, _ id: String) throws -> Label {
        var found: Label?
        for page in desk.panel.allPages {
            page.forEachValueLabel { control, label in if control.id == id { found = label } }
        }
        let label = try #require(found)
        try #require(!label.isHidden)
        return label
    }

    private func open(_ desk: PanelDesk, _ id: String) throws -> Keypad {
        let finger = desk.glass.touch(try label(desk, id))
        desk.wait(600)
        finger.lift()
        return try #require(desk.panel.valuePad?.keypad)
    }

    private func type(_ keys: [Keypad.Key], on keypad: Keypad, _ desk: PanelDesk) throws {
        keypad.layoutIfNeeded()
        for key in keys { desk.glass.touch(try #require(keypad.key(key))).lift() }
    }

    private func text(_ text: String) -> [Keypad.Key] { text.map { .text(String($0)) } }

    @Test func `a hold on the value opens a pad, and the typed value is set in one step`() throws {
        let desk = try desk()
        let keypad = try open(desk, "a.level")
        #expect(desk.read() == [])
        #expect(keypad.subject?.name == "Vox Level" && keypad.subject?.value == "0.0 dB")
        #expect(keypad.subject?.range == "-∞ dB … 10.0 dB, ± 0.5" && keypad.unit == "dB")
        try type(text("12.5"), on: keypad, desk)
        try type([.sign], on: keypad, desk)
        #expect(keypad.text == "-12.5")
        try type([.enter], on: keypad, desk)
        #expect(desk.panel.valuePad == nil)
        #expect(desk.events.map(\.phase) == [.set, .set])
        #expect(desk.value("a.level") == -12.5 && desk.value("b.level") == -12.5)
        #expect(
            desk.read() == ["a.level -13 set touch", "b.level -13 set link a.level"])
        _ = try desk.panel.perform(HistoryRequest.undo, from: desk.client, at: desk.glass.now)
        #expect(desk.value("a.level") == 0 && desk.value("b.level") == 0)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `silence has a key where the range ends in it`() throws {
        let desk = try desk()
        let keypad = try open(desk, "a.level")
        try type([.silence, .enter], on: keypad, desk)
        #expect(desk.panel["a.level"]?.valueText == "-∞ dB")
        let pan = try open(desk, "c.pan")
        #expect(pan.key(.silence) == nil && pan.key(.sign) == nil)
        try type(text("L30") + [.enter], on: pan, desk)
        #expect(desk.value("c.pan") == -30)
    }

    @Test func `a typed value out of range or between two steps is rejected and not set`() throws {
        let desk = try desk()
        let keypad = try open(desk, "a.level")
        for wrong in ["12", "3.3", "1.2.3", "-", ""] {
            keypad.text = wrong
            try type([.enter], on: keypad, desk)
            #expect(keypad.isRejected, "\(wrong)")
        }
        #expect(desk.value("a.level") == 0 && desk.read() == [])
        keypad.text = ""
        try type(text("4"), on: keypad, desk)
        #expect(!keypad.isRejected)
        try type([.enter], on: keypad, desk)
        #expect(desk.value("a.level") == 4)
    }

    @Test func `on a dial with its value, a finger that stays opens the pad and turns nothing`()
        throws
    {
        let desk = try desk()
        let knob = try #require(desk.panel["c.freq"]?.view as? Knob)
        let finger = desk.glass.touch(knob)
        desk.wait(600)
        let keypad = try #require(desk.panel.valuePad?.keypad)
        finger.drag(up: 40).lift()
        #expect(desk.value("c.freq") == 440 && desk.read() == [])
        try type(text("1.2k") + [.enter], on: keypad, desk)
        #expect(desk.value("c.freq") == 1200)
        // A finger that moves turns it.
        desk.glass.touch(knob).turn(.degrees(40)).lift()
        #expect((desk.value("c.freq") ?? 0) > 1300 && desk.panel.valuePad == nil)
    }

    @Test func `a fader whose value has a line of its own is not held up`() throws {
        let desk = try desk()
        let slider = try #require(desk.panel["a.level"]?.view as? Slider)
        let finger = desk.glass.touch(slider)
        desk.wait(1000)
        #expect(desk.panel.valuePad == nil)
        #expect(desk.read().first == "a.level 0 began touch")
        finger.lift()
        // Without the option, the text is nothing to hold.
        let held = desk.glass.touch(try label(desk, "b.level"))
        desk.wait(1000)
        held.lift()
        #expect(desk.panel.valuePad == nil)
    }

    @Test func `the value of a stepper is held between its keys, which repeat`() throws {
        let desk = try desk()
        let stepper = try #require(desk.panel["c.count"]?.view as? Stepper)
        let finger = desk.glass.touch(stepper)
        desk.wait(600)
        finger.lift()
        let keypad = try #require(desk.panel.valuePad?.keypad)
        try type(text("7") + [.enter], on: keypad, desk)
        #expect(desk.value("c.count") == 7)
        let key = desk.glass.touch(stepper, at: stepper.incrementRect.center)
        desk.wait(1500)
        key.lift()
        #expect(desk.panel.valuePad == nil && (desk.value("c.count") ?? 0) > 8)
    }

    @Test func `other controls move while the pad is open`() throws {
        let desk = try desk()
        let keypad = try open(desk, "a.level")
        let panel = desk.panel
        let knob = try #require(panel["c.pan"]?.view as? Knob)
        desk.glass.touch(knob).turn(.degrees(40)).lift()
        #expect((desk.value("c.pan") ?? 0) > 0 && panel.valuePad != nil)
        // What a client sets is shown on it.
        try desk.set("a.level", -20)
        #expect(keypad.subject?.value == "-20.0 dB")
    }

    @Test func `a lock, another page, a reload, a style and the control itself close the pad`()
        throws
    {
        let closers: [(PanelDesk) throws -> Void] = [
            {
                let lock = LockRequest(isOn: true)
                _ = try $0.panel.perform(lock, from: $0.client, at: $0.glass.now)
            },
            { $0.panel.show(page: "q") },
            {
                $0.panel.reload(
                    try PanelDesk.description(Self.file), from: nil, at: $0.glass.now)
            },
            { $0.panel.layOut(width: 640, height: 480) },
            {
                var request = StyleRequest(control: "a.level")
                request.isEnabled = false
                try $0.style(request)
            },
            { try $0.touch("a.level").drag(up: 20).lift() },
            { try type([.cancel], on: #require($0.panel.valuePad).keypad, $0) },
        ]
        for close in closers {
            let desk = try desk()
            let keypad = try open(desk, "a.level")
            keypad.text = "-5"
            try close(desk)
            #expect(desk.panel.valuePad == nil && keypad.window == nil)
            #expect(desk.value("a.level") != -5)
            _ = desk.glass.nextFrame()
            #expect(desk.glass.missedPixels.isEmpty)
        }
    }

    @Test func `what is typed takes the control from a client, as a finger does`() throws {
        let desk = try desk()
        desk.hold("a.level", at: -10)
        let keypad = try open(desk, "a.level")
        _ = desk.read()
        try type(text("6") + [.enter], on: keypad, desk)
        #expect(
            desk.read() == [
                "a.level -10 cancelled client touch", "b.level -10 cancelled link a.level touch",
                "a.level 6 set touch", "b.level 6 set link a.level",
            ])
        #expect(desk.panel.valuePad == nil)
    }

    @Test func `a late reply of a client does not take back what was typed`() throws {
        let desk = try desk()
        let keypad = try open(desk, "a.level")
        try type(text("4") + [.enter], on: keypad, desk)
        try desk.set("a.level", 0)
        #expect(desk.value("a.level") == 4)
    }

    // MARK: Two values, and nodes

    private static let pairs = """
        [[pages]]
        id = "p"
        strips = [
          { id = "a", label = "Gate", controls = [
            { id = "range", type = "range", label = "Range", min = -60, max = 0, unit = "dB", step = 1, min_gap = 6, default = { low = -40, high = -20 }, keypad = true },
            { id = "xy", type = "xy", label = "Pan", keypad = true, weight = 2, x = { label = "Left", min = -50, max = 50, step = 1 }, y = { min = 0, max = 100, step = 1 } },
          ] },
          { id = "b", controls = [
            { id = "eq", type = "curve", label = "EQ", keypad = true, bands = [
              { type = "low_cut", frequency = 80 }, { frequency = 1000, gain = 3, q = 2 } ] },
            { id = "gain", type = "label", shows = "b.eq.2.gain" },
            { id = "freq", type = "label", shows = "b.eq.2.frequency" },
            { id = "on", type = "label", shows = "b.eq.2.on" },
          ] },
        ]

        """

    /// Holds a written value: the first or the second of two.
    private func hold(_ label: Label, second: Bool = false, _ desk: PanelDesk) throws -> Keypad? {
        let middle = label.bounds.center
        let finger = desk.glass.touch(
            label, at: Point(x: middle.x + (second ? 25 : -25), y: middle.y))
        desk.wait(600)
        finger.lift()
        return desk.panel.valuePad?.keypad
    }

    private func numbers(_ desk: PanelDesk, _ id: String) -> String {
        desk.panel[id]?.valueText ?? ""
    }

    @Test func `a hold on one of the two values of a range opens the pad for that end`() throws {
        let desk = try PanelDesk(panel: Self.pairs)
        let label = try label(desk, "a.range")
        #expect(label.text == "-40 dB … -20 dB")
        let low = try #require(try hold(label, desk))
        #expect(low.subject?.name == "Gate Range low" && low.subject?.value == "-40 dB")
        #expect(low.subject?.range == "-60 dB … 0 dB, ± 1" && low.unit == "dB")
        try type([.sign] + text("35") + [.enter], on: low, desk)
        #expect(desk.read() == ["a.range -35.0 -20.0 set touch"])
        let high = try #require(try hold(label, second: true, desk))
        #expect(high.subject?.name == "Gate Range high" && high.subject?.value == "-20 dB")
        try type([.sign] + text("5") + [.enter], on: high, desk)
        #expect(numbers(desk, "a.range") == "-35 dB … -5 dB")
        #expect(desk.events.map(\.part) == ["high"] && desk.events[0].phase == .set)
        _ = try desk.panel.perform(HistoryRequest.undo, from: desk.client, at: desk.glass.now)
        #expect(numbers(desk, "a.range") == "-35 dB … -20 dB")
    }

    @Test func `a typed end of a range stops before the other end, as with a finger`() throws {
        let desk = try PanelDesk(panel: Self.pairs)
        let label = try label(desk, "a.range")
        let low = try #require(try hold(label, desk))
        try type([.sign] + text("3") + [.enter], on: low, desk)
        #expect(numbers(desk, "a.range") == "-26 dB … -20 dB")
        let high = try #require(try hold(label, second: true, desk))
        try type(text("4") + [.enter], on: high, desk)
        #expect(high.isRejected && desk.panel.valuePad != nil, "out of range")
        try type([.delete, .sign] + text("50") + [.enter], on: high, desk)
        #expect(numbers(desk, "a.range") == "-26 dB … -20 dB")
    }

    @Test func `each value of an xy pad is typed where it is written`() throws {
        let desk = try PanelDesk(panel: Self.pairs)
        let label = try label(desk, "a.xy")
        #expect(label.text == "0, 50" || label.text == "0, 0", "\(label.text)")
        let x = try #require(try hold(label, desk))
        #expect(x.subject?.name == "Gate Pan Left" && x.subject?.range == "-50 … 50, ± 1")
        try type([.sign] + text("30") + [.enter], on: x, desk)
        #expect(desk.events.map(\.part) == ["x"])
        let y = try #require(try hold(label, second: true, desk))
        #expect(y.subject?.name == "Gate Pan y" && y.key(.sign) == nil)
        try type(text("75") + [.enter], on: y, desk)
        #expect(numbers(desk, "a.xy") == "-30, 75")
    }

    @Test func `a hold on a pad or a range without written values opens the pad as well`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "xy", type = "xy", keypad = true, at = [20, 20, 200, 100] },
                  { id = "r", type = "range", keypad = true, step = 0.1, default = { low = 0.2, high = 0.8 }, at = [300, 20, 300, 26] },
                ] }]
                """, width: 800, height: 480)
        let pad = try #require(desk.panel["s.xy"])
        #expect(desk.panel.valuePad == nil)
        let finger = desk.glass.touch(pad.view)
        desk.wait(600)
        finger.lift()
        for (label, typed) in [("x", "0.5"), ("y", "1")] {
            let keypad = try #require(desk.panel.valuePad?.keypad)
            #expect(keypad.subject?.name.hasSuffix(label) == true)
            try type(text(typed) + [.enter], on: keypad, desk)
        }
        #expect(desk.panel.valuePad == nil)
        #expect(pad.value == .parts([.init("x", 0.5), .init("y", 1)]))
        let range = try #require(desk.panel["s.r"]?.view as? RangeSlider)
        let held = desk.glass.touch(range, .upper)
        desk.wait(600)
        held.lift()
        let keypad = try #require(desk.panel.valuePad?.keypad)
        try type(text("0.9") + [.enter], on: keypad, desk)
        #expect(range.lowerValue == 0.2 && range.upperValue == 0.9)
    }

    @Test func `an axis with a spring is not typed`() throws {
        let desk = try PanelDesk(
            panel: Self.pairs.replacing("y = { min", with: "y = { spring = true, min"))
        let label = try label(desk, "a.xy")
        #expect(try hold(label, second: true, desk) == nil)
        #expect(try hold(label, desk) != nil)
    }

    @Test(arguments: [
        ("[display]\nsize_mm = [108, 68]\n", 1280 / 108.0), ("", LayoutRules.assumedDensity),
    ])
    func `a control without a written value moves with a finger that has moved by 1.5 mm`(
        display: String, pixelsPerMillimetre: Double
    ) throws {
        let desk = try PanelDesk(
            display,
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "c", width = 200, controls = [
                  { id = "r", type = "range", orientation = "vertical", max = 1000, step = 0.001, unit = "MHz", keypad = true },
                ] }]

                """, width: 1280, height: 800)
        let range = try #require(desk.panel["c.r"]?.view as? RangeSlider)
        #expect(abs(range.touchSlop / pixelsPerMillimetre - 1.5) < 0.01)
    }

    @Test func `the values of a node are typed on the labels that show them`() throws {
        let desk = try PanelDesk(panel: Self.pairs)
        func readout(_ id: String) throws -> Label {
            try #require(desk.panel[id]?.view as? Label)
        }
        let gain = try #require(try hold(readout("b.gain"), desk))
        #expect(gain.subject?.name == "b EQ 2 gain" && gain.unit == "dB")
        try type([.sign] + text("6") + [.enter], on: gain, desk)
        #expect(desk.read() == ["b.eq.2.gain -6 set touch"])
        let frequency = try #require(try hold(readout("b.freq"), desk))
        try type(text("2.5k") + [.enter], on: frequency, desk)
        #expect(desk.value("b.eq.2.frequency") == 2500)
        #expect(try hold(readout("b.on"), desk) == nil, "a band is on or off")
        // The curve itself is not held up.
        let curve = try #require(desk.panel["b.eq"]?.view as? EqualizerCurve)
        let finger = desk.glass.touch(curve, at: curve.handleCenter(ofNode: 1))
        desk.wait(1000)
        #expect(desk.panel.valuePad == nil && curve.touchSlop == 0)
        finger.lift()
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test(arguments: [
        ("type = \"slider\", keypad = true, spring = true", "'spring' is true"),
        ("type = \"knob\", keypad = true, access = \"r\"", "no finger sets the value"),
        ("type = \"xy\", keypad = true, spring = true", "both axes have a spring"),
        ("type = \"curve\", keypad = true", "no label shows a value of 's.c'"),
        ("type = \"curve\", keypad = true, access = \"r\"", "no finger sets the value"),
        ("type = \"stepper\", options = [\"a\", \"b\"], keypad = true", "its values are words"),
    ])
    func `a pad that cannot be opened is reported`(control: String, reason: String) {
        let file = PanelFile(
            text: "[[pages]]\nid = \"p\"\nstrips = [{ id = \"s\", controls = "
                + "[{ id = \"c\", \(control) }] }]\n", name: "t.toml")
        #expect(file.warnings.map(\.message) == ["'keypad' is not in effect: \(reason)"])
    }
}
