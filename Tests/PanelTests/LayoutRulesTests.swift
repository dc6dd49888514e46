import Controls
import Drawing
import Fingers
import Testing

@testable import Panel

/// The least sizes of a layout, and what gives way if there is too little space.
struct LayoutRulesTests {
    /// Sixteen channels of a live desk with four sends each, four groups and a main fader.
    private static let live = """
        [templates.channel]
        label = "Channel {n}"
        controls = [
          { id = "send1", type = "knob", label = "Mon 1", unit = "dB", taper = "x32" },
          { id = "send2", type = "knob", label = "Mon 2", unit = "dB", taper = "x32" },
          { id = "send3", type = "knob", label = "FX 1", unit = "dB", taper = "x32" },
          { id = "send4", type = "knob", label = "FX 2", unit = "dB", taper = "x32" },
          { id = "pan", type = "knob", label = "Pan", min = -100, max = 100, format = "pan" },
          { id = "level", type = "slider", taper = "x32", unit = "dB" },
          { id = "solo", type = "switch", label = "S" },
          { id = "mute", type = "switch", label = "M" },
        ]
        [templates.bus]
        label = "Bus {n}"
        controls = [
          { id = "level", type = "slider", taper = "x32", unit = "dB" },
          { id = "mute", type = "switch", label = "M" },
        ]
        [[pages]]
        id = "mix"
        strips = [
          { template = "channel", id = "ch{n}", count = 16 },
          { template = "bus", id = "bus{n}", count = 5 },
        ]
        """

    private func strip(_ controls: String) throws -> PanelDescription {
        try panel(of: controls)
    }

    private func layout(
        _ panel: PanelDescription, width: Int = 200, height: Int, density: Double? = 5
    ) -> PanelLayout {
        PanelLayout(
            panel.pages[0], on: .init(width: width, height: height, pixelsPerMillimetre: density),
            theme: panel.theme)
    }

    @Test func `a type whose name is a plural is one thing in a message`() throws {
        #expect("scenes".typeNounWithArticle == "a list of scenes")
        #expect("image".typeNounWithArticle == "an image")
        for type in ControlType.builtIn.map(\.name) where type.hasSuffix("s") {
            #expect(type.typeNoun != type)
            let file = PanelFile(
                text: """
                    [[pages]]
                    id = "p"
                    strips = [{ id = "s", controls = [
                      { id = "c", type = "\(type)", at = [0, 0, 20, 20] },
                    ] }]
                    """, name: "t.toml")
            let layouts = try #require(file.panel ?? nil).layouts(
                atWidth: 400, height: 300, millimetres: nil)
            let problems = layouts.flatMap(\.problems).map(\.message)
            #expect(problems.contains { $0.contains("this \(type.typeNoun) is") }, "\(problems)")
        }
    }

    @Test func `a live desk on a large screen has knobs, keys and faders for hands`() throws {
        let panel = try panel(Self.live)
        // A 21-inch screen.
        let density = 1920 / 476.0
        let layout = layout(panel, width: 1920, height: 1080, density: density)
        #expect(layout.problems.isEmpty)
        for (control, place) in zip(panel.controls, layout.strips.flatMap(\.controls)) {
            let millimetres = (
                Double(place.frame.width) / density, Double(place.frame.height) / density
            )
            switch control.type {
            case "knob": #expect(millimetres.0 >= 12 && millimetres.0 == millimetres.1)
            case "slider": #expect(millimetres.0 >= 9 && millimetres.1 >= 35)
            default: #expect(millimetres.0 >= 9 && millimetres.1 >= 9)
            }
        }
    }

    @Test func `gaps give way first, then text, then the values below knobs`() throws {
        let panel = try strip(
            """
            { id = "pan", type = "knob", label = "Pan" }, { id = "level", type = "slider" },
            { id = "mute", type = "switch", label = "M" },
            """)
        let layouts = stride(from: 800, to: 380, by: -1).map { layout(panel, height: $0) }
        var order: [String] = []
        for (higher, lower) in zip(layouts, layouts.dropFirst()) where lower.problems.isEmpty {
            let (before, after) = (higher.metrics, lower.metrics)
            if after.gap < before.gap { order.append("gap") }
            // Text also follows the height of the screen.
            if after.fontSize < before.fontSize - 1 { order.append("text") }
            if higher.strips[0].controls[0].value != nil, lower.strips[0].controls[0].value == nil {
                order.append("value")
            }
        }
        #expect(order == ["gap", "text", "text", "text", "value"])
    }

    @Test func `a fader has 35 millimetres before a knob grows`() throws {
        let panel = try strip(
            """
            { id = "pan", type = "knob", weight = 100 }, { id = "level", type = "slider" },
            """)
        let places = layout(panel, width: 400, height: 440).strips[0].controls
        #expect(places[1].frame.height >= 35 * 5 && places[1].frame.height < 42 * 5)
        #expect(places[0].frame.height > 15 * 5)
    }

    @Test func `in a wide strip, a meter takes at most a quarter of the width`() throws {
        let panel = try strip(
            """
            { id = "level", type = "slider" }, { id = "gr", type = "meter", direction = "down" },
            """)
        let places = layout(panel, width: 320, height: 600).strips[0].controls
        #expect(places[1].frame.width <= 80 && places[1].frame.width >= 45)
        let middles = places.map { $0.frame.x + $0.frame.width / 2 }
        #expect(abs(middles[0] - middles[1]) <= 1)
    }

    @Test(arguments: [2, 16, 32, 64])
    func `a meter with many channels has room for its bars and numbers`(channels: Int) throws {
        let panel = try strip(
            #"{ id = "m", type = "meter", channels = \#(channels), tick_labels = true },"#)
        let place = layout(panel, width: 800, height: 480).strips[0].controls[0].frame
        let numbers = 10 * 5
        #expect(place.width >= min(channels * 5, 700) + numbers || channels == 2)
        // With few channels, it is as wide as a fader.
        #expect(channels > 16 || place.width <= 195)
    }

    @Test(arguments: ["width", "height"])
    func `a control that is larger than its strip is an error with the cause`(side: String) throws {
        let panel = try panel(of: #"{ id = "a", type = "button", \#(side) = 5000 }"#)
        let problems = layout(panel, width: 800, height: 480).problems
        #expect(
            problems.filter(\.isError).map(\.message) == [
                "at 800×480 this button is not inside its strip"
            ])
        #expect(problems.first?.message.hasSuffix("a '\(side)' in it is larger") == true)
    }

    @Test func `banks that are too large are reported once, with a size that fits`()
        throws
    {
        let desk = """
            [[pages]]
            id = "p"
            %
            strips = [{ id = "s{n}", count = 12, controls = [
              { id = "pan", type = "knob" }, { id = "level", type = "slider" },
            ] }]
            """
        let panel = try panel(desk.replacing("%", with: "banks = 12"))
        let problems = panel.problems(
            atWidth: 480, height: 800, millimetres: Size(width: 60, height: 100))
        #expect(
            problems.map(\.message) == [
                "at 480×800 the strip 's1' needs 102 pixels (13 mm) in width, and has 33 pixels "
                    + "(4 mm): 'banks = 4' shows 4 at a time"
            ])
        #expect(problems.map(\.isError) == [false])
        let banks = try PanelTests.panel(desk.replacing("%", with: "banks = 4"))
        #expect(
            banks.problems(
                atWidth: 480, height: 800, millimetres: Size(width: 60, height: 100)
            ).isEmpty)
    }

    @Test func `a control whose size in the file is too small for a hand is reported`() throws {
        let file = file(
            of: """
                { id = "a", type = "knob", width = 40, height = 40 },
                { id = "b", type = "switch", label = "B", at = [5, 300, 30, 30] },
                """)
        let warnings = file.problems(
            atWidth: 800, height: 480, millimetres: Size(width: 160, height: 96)
        ).warnings
        #expect(
            warnings.map(\.description) == [
                "t.toml:4:1: at 800×480 this knob is 40×40 pixels, and a hand needs 60×60 "
                    + "(12×12 mm)",
                "t.toml:5:1: at 800×480 this switch is 30×30 pixels, and a hand needs 45×45 "
                    + "(9×9 mm)",
            ])
    }

    @Test func `controls of a strip that are too small for one cause have one line`() throws {
        let keys = (1...4).map {
            #"{ id = "k\#($0)", type = "switch", label = "K", height = 30 }"#
        }
        let file = file(of: keys.joined(separator: ",\n") + ",\n")
        let warnings = file.problems(
            atWidth: 800, height: 480, millimetres: Size(width: 160, height: 96)
        ).warnings
        #expect(warnings.count == 1)
        let line = warnings.first?.description ?? ""
        #expect(line.hasPrefix("t.toml:4:1: at 800×480 this switch is "), "\(line)")
        #expect(line.hasSuffix("(9×9 mm); 3 more in this strip lack the same"), "\(line)")
    }

    @Test func `in a row, each key of a segmented control is as wide as a key beside it`() throws {
        let panel = try strip(
            """
            { row = [
              { id = "layer", type = "segmented", options = ["a", "b", "c"] },
              { id = "mute", type = "switch", label = "M" },
            ] },
            """)
        let places = layout(panel, width: 600, height: 300).strips[0].controls
        #expect(abs(places[0].frame.width - 3 * places[1].frame.width) <= 3)
    }

    @Test func `numbers and a meter are beside a fader, not taken from its cap`() throws {
        func cap(_ options: String) throws -> (frame: Rect, cap: Double) {
            let panel = try Panel(
                strip(#"{ id = "level", type = "slider", taper = "x32"\#(options) },"#),
                width: 320, height: 600, fonts: FontCollection())
            let slider = try #require(panel["s.level"]?.view as? Slider)
            return (slider.frame, slider.thumbRect.width)
        }
        let plain = try cap("")
        let full = try cap(", tick_labels = true, meter = { channels = 2 }")
        #expect(plain.frame == full.frame)
        #expect(abs(plain.cap - full.cap) <= 1 && plain.cap > 64)
    }

    @Test(arguments: [
        "tick_labels = true", "meter = true", "meter = { channels = 2, tick_labels = true }",
        "tick_labels = true, meter = { channels = 6 }",
    ])
    func `numbers and a meter are below a horizontal slider, not taken from its cap`(
        options: String
    ) throws {
        for options in ["touch = \"handle\"", options] {
            let panel = try Panel(
                strip(
                    """
                    { id = "level", type = "slider", orientation = "horizontal", taper = "x32", \(options) },
                    """), width: 400, height: 480, fonts: FontCollection())
            let slider = try #require(panel["s.level"]?.view as? Slider)
            #expect(slider.thumbRect.height >= slider.pixelsPerMillimetre * LayoutRules.handle)
        }
    }

    @Test func `the keys of a vertical stepper are for a finger, also beside its value`() throws {
        for value in [true, false] {
            let panel = try Panel(
                strip(
                    """
                    { id = "n", type = "stepper", orientation = "vertical", show_value = \(value) },
                    """), width: 200, height: 480, fonts: FontCollection())
            let stepper = try #require(panel["s.n"]?.view as? Stepper)
            for rect in [stepper.decrementRect, stepper.incrementRect] {
                #expect(rect.height >= stepper.pixelsPerMillimetre * LayoutRules.target - 6)
            }
        }
    }

    @Test func `the value of a knob without a line below is on its dial`() throws {
        let file = file(
            of: """
                { id = "pan", type = "knob", label = "Pan" },
                { id = "level", type = "slider" }, { id = "mute", type = "switch", label = "M" },
                """)
        let panel = try Panel(
            #require(file.panel), width: 200, height: 800, fonts: FontCollection())
        let knob = try #require(panel["s.pan"]?.view as? Knob)
        #expect(!knob.showsValue)
        let low = try #require(
            stride(from: 500, to: 300, by: -2).first { height in
                panel.layOut(width: 200, height: height)
                return knob.showsValue
            })
        #expect(panel.description.problems(atWidth: 200, height: low).isEmpty)
        panel.layOut(width: 200, height: 800)
        #expect(!knob.showsValue)
    }

    @Test func `keys in a grid fill their cells up to a square, and keys in a column do not`()
        throws
    {
        let panel = try strip(
            """
            { grid = [
              { id = "a", type = "switch" }, { id = "b", type = "switch" },
              { id = "c", type = "switch" }, { id = "d", type = "switch" },
            ], columns = 2 },
            """)
        let pads = layout(panel, width: 400, height: 800).strips[0].controls.map(\.frame)
        #expect(pads.allSatisfy { $0.width == $0.height && $0.width > 180 })
        let column = try strip(#"{ id = "a", type = "switch" }, { id = "b", type = "switch" }"#)
        let keys = layout(column, width: 400, height: 800).strips[0].controls.map(\.frame)
        #expect(keys.allSatisfy { $0.height < 90 })
    }

    @Test func `a meter in a row takes a quarter of the width beside a fader`() throws {
        let panel = try strip(
            """
            { row = [{ id = "level", type = "slider" }, { id = "meter", type = "meter" }] },
            """)
        let frames = layout(panel, width: 130, height: 480).strips[0].controls.map(\.frame)
        #expect(abs(3 * frames[1].width - frames[0].width) <= 3)
    }
}
