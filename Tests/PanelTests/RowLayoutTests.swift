import Drawing
import Fingers
import TestVectors
import Testing

@testable import Panel

/// Controls side by side, in columns and in grids.
struct RowLayoutTests {
    private func file(_ controls: String, page: String = "") -> PanelFile {
        PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  \(controls)
                ] }]
                \(page)
                """, name: "t.toml")
    }

    /// The layout of a strip with these controls.
    private func layout(
        _ controls: String, width: Int = 800, height: Int = 480
    ) throws -> StripLayout {
        let file = file(controls)
        try #require(file.errors.map(\.description) == [])
        let page = try #require(file.panel?.pages.first)
        return PanelLayout(page, on: .init(width: width, height: height), theme: ThemeDescription())
            .strips[0]
    }

    private func key(_ id: String, _ options: String = "") -> String {
        "{ id = \"\(id)\", type = \"switch\"\(options) }"
    }

    private func fader(_ id: String, _ options: String = "") -> String {
        "{ id = \"\(id)\", type = \"slider\"\(options) }"
    }

    @Test func `controls in a row are side by side, of the same width and height`() throws {
        let strip = try layout("\(fader("f")), { row = [\(key("m")), \(key("s")), \(key("x"))] }")
        let frames = strip.controls.map(\.frame)
        #expect(strip.controls.map(\.id) == ["s.f", "s.m", "s.s", "s.x"])
        #expect(Set(frames.dropFirst().map(\.width)).count == 1)
        #expect(Set(frames.dropFirst().map(\.y)).count == 1)
        #expect(frames[1].maxX <= frames[2].x && frames[2].maxX <= frames[3].x)
        #expect(frames[1].y >= frames[0].maxY)
        // The row is as high as a key that is alone.
        let alone = try layout("\(fader("f")), \(key("m"))")
        #expect(alone.controls[1].frame.height == frames[1].height)
        #expect(alone.controls[0].frame == frames[0])
    }

    @Test func `a weight in a row is of the width, and of a row in a column of the height`() throws
    {
        let strip = try layout(
            """
            { row = [\(key("a")), { column = [\(key("b")), \(key("c"))], weight = 3 }] },
            { row = [\(fader("d"))] }, { row = [\(fader("e", ", weight = 7"))], weight = 2 }
            """, height: 1600)
        let frames = strip.controls.map(\.frame)
        #expect(abs(frames[1].width - 3 * frames[0].width) <= 3)
        #expect(frames[1].x == frames[2].x && frames[1].maxY < frames[2].y)
        // A fader has the weight 3 by itself, and a row that of its fader.
        #expect(abs(2 * frames[3].height - 3 * frames[4].height) <= 3)
    }

    @Test func `the least weight leaves everything that is not needed to the greatest`() throws {
        let strip = try layout(
            "{ row = [{ row = [\(key("a"))], weight = 0.001 }, { row = [\(key("b"))], weight = 1000 }] }"
        )
        let widths = strip.controls.map(\.frame.width)
        #expect(widths[0] == 47, "9 mm")
        #expect(widths[1] > 50)
    }

    @Test func `a row is wide enough when all that it has in it is`() throws {
        let row = """
            { row = [{ id = "x", type = "slider", orientation = "horizontal" },
              { id = "w", type = "segmented", options = ["a", "b", "c", "d"] }, \(key("k"))] }
            """
        // 40, 36 and 9 mm, with gaps.
        #expect(file(row).problems(atWidth: 500, height: 480).warnings.isEmpty)
        let strip = try layout(row, width: 500)
        let widths = strip.controls.map(\.frame.width)
        #expect(widths[0] >= 208 && widths[1] >= 187 && widths[2] >= 47)
    }

    @Test func `knobs of a row are equal and in line, whatever texts they have`() throws {
        let strip = try layout(
            """
            { row = [{ id = "a", type = "knob", label = "Gain" }, { id = "b", type = "knob", label = "" },
              { id = "c", type = "knob", label = "", show_value = true }, \(key("k"))] }
            """, height: 160)
        let frames = strip.controls.map(\.frame)
        #expect(frames[0].width == frames[1].width && frames[1].width == frames[2].width)
        #expect(frames[0].y == frames[1].y && frames[1].y == frames[2].y)
        let middle = { (frame: PixelRect) in frame.y + frame.height / 2 }
        #expect(abs(middle(frames[3]) - middle(frames[0])) <= 1, "so is the key")
    }

    @Test(arguments: ["height = 120", "weight = 2"])
    func `keys fill a row that has a height or weight of its own`(_ option: String) throws {
        let fader = "{ id = \"f\", type = \"slider\" }"
        let strip = try layout("{ row = [\(key("a")), \(key("b"))], \(option) }, \(fader)")
        let keys = strip.controls[0...1].map(\.frame)
        #expect(keys[0].height == keys[1].height && keys[0].height >= 120)
        let plain = try layout("{ row = [\(key("a")), \(key("b"))] }, \(fader)")
        #expect(plain.controls[0].frame.height < 60)
    }

    @Test func `a width or height in pixels is exact`() throws {
        let strip = try layout(
            """
            { row = [
              \(key("a", ", width = 100")), \(key("b")), { column = [\(key("c"))], width = 60 },
            ], height = 90, gap = 0, pad = 0 }, \(fader("f"))
            """)
        #expect(strip.controls[0].frame.width == 100 && strip.controls[2].frame.width == 60)
        #expect(strip.controls[1].frame.x == strip.controls[0].frame.maxX)
        #expect(strip.controls[3].frame.y - strip.frame.y >= 90)
        let padded = try layout("{ row = [\(key("a"))], pad = 20 }")
        let plain = try layout("{ row = [\(key("a"))] }")
        #expect(
            padded.controls[0].frame
                == plain.controls[0].frame.insetBy(dx: 20, dy: 0)
                .offsetBy(dx: 0, dy: 20))
    }

    @Test func `a grid has rows of cells of one width, and the last one may be shorter`() throws {
        let keys = (0..<7).map { key("k\($0)") }.joined(separator: ", ")
        let strip = try layout("{ grid = [\(keys)], columns = 3 }")
        let frames = strip.controls.map(\.frame)
        #expect(Set(frames.map(\.width)).count == 1)
        #expect(frames[0].x == frames[3].x && frames[3].x == frames[6].x)
        #expect(frames[0].y == frames[2].y && frames[3].y > frames[2].y)
        #expect(frames[6].y > frames[5].y)
    }

    @Test func `elements are aligned in their row or column`() throws {
        func top(_ align: String) throws -> (key: Int, fader: PixelRect) {
            let strip = try layout("{ row = [\(fader("f")), \(key("k"))]\(align) }")
            return (strip.controls[1].frame.y, strip.controls[0].frame)
        }
        let (start, middle) = (try top(", align = \"start\""), try top(""))
        let end = try top(", align = \"end\"")
        #expect(start.fader == end.fader && start.key == start.fader.y)
        #expect(start.key < middle.key && middle.key < end.key)
        let left = try layout(
            "{ column = [{ row = [\(key("k"))], width = 90 }], align = \"start\" }")
        let right = try layout(
            "{ column = [{ row = [\(key("k"))], width = 90 }], align = \"end\" }")
        #expect(left.controls[0].frame.x < right.controls[0].frame.x)
        #expect(left.controls[0].frame.width == 90)
    }

    @Test func `controls narrower than their column are aligned in it, with their texts`() throws {
        func narrow(_ align: String) throws -> (key: ControlLayout, knob: ControlLayout) {
            let key = #"{ id = "k", type = "button", width = 60 }"#
            let knob = #"{ id = "n", type = "knob", label = "Gain", height = 70 }"#
            let controls = try layout("{ column = [\(key), \(knob)]\(align) }").controls
            return (controls[0], controls[1])
        }
        let (first, last) = (try narrow(", align = \"start\""), try narrow(", align = \"end\""))
        let between = try narrow("")
        #expect(first.key.frame.x < between.key.frame.x && between.key.frame.x < last.key.frame.x)
        // A text has room beyond a narrow control, which is in its middle.
        let (left, right) = (try #require(first.knob.caption), try #require(last.knob.caption))
        #expect(left.x == first.key.frame.x && left.width > first.knob.frame.width)
        #expect(right.maxX == last.key.frame.maxX)
        for place in [first.knob, last.knob] {
            let caption = try #require(place.caption)
            #expect(place.frame.width == 70)
            #expect(abs(place.frame.x + 35 - (caption.x + caption.width / 2)) <= 1)
        }
        let cards = try layout(
            #"{ column = [{ cards = "k", a = { type = "button", width = 60 } }, { id = "k", type = "segmented", options = ["a", "b"] }], align = "start" }"#
        ).controls
        #expect(cards[0].frame.x == cards[1].frame.x && cards[0].frame.width == 60)
    }

    @Test func `a meter has room for its numbers and its channels beside free room`() throws {
        func width(_ options: String) throws -> Int {
            try layout("{ id = \"m\", type = \"meter\"\(options) }", width: 200).controls[0].frame
                .width
        }
        let plain = try width("")
        #expect(try width(", tick_labels = true") > plain + 10)
        #expect(try width(", channels = 16") > plain + 10)
        #expect(
            try width(", tick_labels = true, text_scale = 2") > width(", tick_labels = true") + 30)
    }

    @Test func `a range of short numbers has its values in a narrow place`() throws {
        func hasValue(_ options: String) throws -> Bool {
            try layout("{ id = \"r\", type = \"range\"\(options) }", width: 110).controls[0].value
                != nil
        }
        #expect(try hasValue(", min = 0, max = 10, step = 1"))
        #expect(try !hasValue(", min = -60, max = 0, unit = \"dB\", step = 0.01"))
    }

    @Test func `tabs beside others in a row have room for each page`() throws {
        let text = """
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [{ row = [{ id = "t", type = "pages", style = "tabs" }, { id = "k", type = "button" }] }] }]
            [[pages]]
            id = "q"
            strips = [{ id = "u", controls = [{ id = "k", type = "button" }] }]
            """
        let page = try #require(PanelFile(text: text, name: "t.toml").panel?.pages.first)
        let places = PanelLayout(
            page, on: .init(width: 800, height: 480), theme: ThemeDescription()
        )
        .strips[0].controls
        #expect(places[0].frame.width > places[1].frame.width * 19 / 10)
    }

    @Test func `a label beside a small switch has the room that the switch does not need`() throws {
        func label(_ options: String) throws -> Int {
            let control =
                "{ id = \"k\", label = \"Talkback to stage\", label_side = \"left\"\(options) }"
            return try #require(layout(control).controls[0].caption).width
        }
        let slide = try label(", type = \"switch\", style = \"slide\"")
        #expect(slide > (try label(", type = \"slider\", orientation = \"horizontal\"")) * 3 / 2)
    }

    @Test func `spaces and lines separate controls`() throws {
        let strip = try layout(
            "\(key("a")), { space = 1 }, \(key("b")), { line = true }, "
                + "{ row = [\(key("c")), { space = 2 }, { line = true }, \(key("d"))] }")
        let frames = strip.controls.map(\.frame)
        #expect(frames[1].y - frames[0].maxY > 200, "the space takes what is left")
        #expect(frames[3].x - frames[2].maxX > frames[2].width)
        #expect(strip.lines.count == 2)
        #expect(strip.lines[0].y > frames[1].maxY && strip.lines[0].maxY < frames[2].y)
        #expect(strip.lines[0].width > 700 && strip.lines[1].height == frames[2].height)
        #expect(strip.lines.allSatisfy { line in frames.allSatisfy { !$0.intersects(line) } })
    }

    @Test func `a template's rows lose what a strip leaves out, and empty rows take no space`()
        throws
    {
        let text = """
            [templates.t]
            controls = [
              { row = [\(key("m")), { column = [\(key("a")), \(key("b"))] }] }, \(fader("f")),
            ]
            [[pages]]
            id = "p"
            strips = [
              { id = "x", template = "t", without = ["a", "b"] },
              { id = "y", template = "t", without = ["m", "a", "b"], controls = [
                { row = [\(key("n"))] },
              ] },
            ]
            [strips.x]
            m.label = "Mute"
            """
        let file = PanelFile(text: text, name: "t.toml")
        try #require(file.errors.map(\.description) == [])
        let page = try #require(file.panel?.pages.first)
        #expect(page.strips[0].controls.map(\.id) == ["x.m", "x.f"])
        #expect(page.strips[0].controls[0].label == "Mute")
        #expect(page.strips[1].controls.map(\.id) == ["y.f", "y.n"])
        let layout = PanelLayout(
            page, on: .init(width: 800, height: 480), theme: ThemeDescription())
        let (mute, fader) = (layout.strips[0].controls[0].frame, layout.strips[1].controls[0].frame)
        #expect(mute.width > 300)
        #expect(fader.y == layout.strips[1].frame.y + 5 + (layout.strips[1].title?.height ?? 0) + 8)
    }

    @Test(
        arguments: [
            ("{ row = [] }", "'row' has no controls"),
            ("{ column = [{ space = 1 }] }", "'column' has no controls"),
            ("{ row = 3 }", "'row': expected an array of tables, found a number"),
            ("{ grid = [{ id = \"k\", type = \"knob\" }] }", "missing 'columns' in a grid"),
            (
                "{ row = [{ id = \"k\", type = \"knob\" }], columns = 2 }",
                "'columns' has no effect: only a grid has columns"
            ),
            (
                "{ grid = [{ id = \"k\", type = \"knob\" }], columns = 0 }",
                "'columns' is 0, outside 1…64"
            ),
            (
                "{ grid = [{ id = \"k\", type = \"knob\" }, { line = true }], columns = 2 }",
                "a grid has no lines"
            ),
            ("{ space = 0 }", "'space' is 0, outside 0.001…1000"),
            ("{ line = false }", "'line' is false; leave the line out"),
            (
                "{ row = [{ id = \"k\", type = \"knob\" }], align = \"left\" }",
                "unknown align 'left'; known are start, center, end"
            ),
            (
                "{ row = [{ id = \"k\", type = \"knob\" }, { id = \"k\", type = \"knob\" }] }",
                "the id 's.k' is taken by a control in line 4"
            ),
        ])
    func `a wrong row is an error with its line`(controls: String, problem: String) {
        let errors = file(controls).errors
        #expect(errors.map(\.message).contains { $0.hasPrefix(problem) }, "\(errors)")
        #expect(errors.allSatisfy { $0.line == 4 })
    }

    @Test func `an unknown key of a row is a warning, and too many rows in one another an error`() {
        let odd = file("{ row = [\(key("k"))], colour = \"red\" }")
        #expect(odd.warnings.map(\.message) == ["unknown key 'colour' in a row"])
        let deep =
            String(repeating: "{ row = [", count: 9) + key("k")
            + String(repeating: "] }", count: 9)
        #expect(
            file(deep).errors.map(\.message)
                .contains("rows and columns are nested more than 8 deep"))
    }

    @Test func `lines and spaces count for the number of controls of a strip`() {
        let lines = String(repeating: "{ line = true }, ", count: 1000)
        let errors = file(key("k") + ", { column = [\(lines) \(key("a"))] }, \(lines)").errors
        #expect(
            errors.map(\.message) == ["2003 controls of a strip: at most 1024 are allowed"])
    }

    @Test(arguments: ["meter", "xy", "time", "slider"])
    func `what is much too high for its strip is reported and drawn all the same`(
        type: String
    ) throws {
        let high = (0..<3).map { key("k\($0)", ", height = 16384") }.joined(separator: ", ")
        let text = file(
            "{ row = [{ id = \"c\", type = \"\(type)\" }, { line = true }, "
                + "{ column = [\(high)] }] }")
        #expect(text.problems(atWidth: 800, height: 480).errors.count == 2)
        let preview = try PanelPreview(of: #require(text.panel), width: 800, height: 480)
        #expect(try !preview.png(page: "p").isEmpty)
    }

    @Test(arguments: ["at = [0, 0, 16384, 16384]", "height = 16384"])
    func `no control is larger than the screen, which would take memory`(option: String) throws {
        let text = file("{ id = \"c\", type = \"xy\", \(option) }", page: "")
        let page = try #require(text.panel?.pages.first)
        let layout = PanelLayout(
            page, on: .init(width: 800, height: 480), theme: ThemeDescription())
        #expect(layout.strips[0].controls[0].frame.height <= 480)
        #expect(layout.strips[0].controls[0].frame.width <= 800)
        #expect(text.problems(atWidth: 800, height: 480).errors.count == 1)
    }

    @Test func `fingers move the controls of a grid, and what is drawn is where they are`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { grid = [
                    { id = "a", type = "slider" }, { id = "b", type = "slider" },
                    { id = "c", type = "slider" }, { id = "d", type = "slider" },
                  ], columns = 2 },
                  { line = true },
                ] }]
                """)
        _ = desk.glass.nextFrame()
        for id in ["s.a", "s.b", "s.c", "s.d"] {
            let finger = try desk.touch(id)
            finger.drag(up: 30)
            finger.lift()
            #expect(try #require(desk.value(id)) > 0, "\(id)")
        }
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        desk.panel.layOut(width: 640, height: 400)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }
}

extension PixelRect {
    fileprivate var center: Int { x + width / 2 }
}
