import Controls
import Drawing
import Fingers
import Layers
import PanelProtocol
import Testing

@testable import Panel

/// Icons, sides of labels, and the size and weight of texts.
struct LetteringTests {
    private func file(_ strip: String, _ rest: String = "") -> PanelFile {
        PanelFile(
            text: """
                \(rest)
                [[pages]]
                id = "p"
                [[pages.strips]]
                id = "s"
                \(strip)
                """, name: "t.toml")
    }

    private func layout(_ strip: String, width: Int = 400, height: Int = 480) throws
        -> (strip: StripLayout, metrics: LayoutMetrics)
    {
        let file = file(strip)
        try #require(file.errors.map(\.description) == [])
        let page = try #require(file.panel?.pages.first)
        let layout = PanelLayout(
            page, on: .init(width: width, height: height), theme: ThemeDescription())
        return (layout.strips[0], layout.metrics)
    }

    private func desk(_ strip: String) throws -> PanelDesk {
        try PanelDesk(
            panel: "[[pages]]\nid = \"p\"\n[[pages.strips]]\nid = \"s\"\n\(strip)\n", width: 400,
            height: 480)
    }

    private func knob(_ options: String) -> String {
        "controls = [{ id = \"k\", type = \"knob\", label = \"Gain\"\(options) }]"
    }

    // MARK: Sides of labels

    @Test func `a label is above its control, and the value below`() throws {
        let place = try layout(knob("")).strip.controls[0]
        let (caption, value) = (try #require(place.caption), try #require(place.value))
        #expect(caption.maxY <= place.frame.y && place.frame.maxY <= value.y)
        #expect(try layout(knob(", label_side = \"top\"")).strip.controls[0] == place)
    }

    @Test func `a label below its control has the value above`() throws {
        let place = try layout(knob(", label_side = \"bottom\"")).strip.controls[0]
        let (caption, value) = (try #require(place.caption), try #require(place.value))
        #expect(value.maxY <= place.frame.y && place.frame.maxY <= caption.y)
        let above = try layout(knob("")).strip.controls[0]
        #expect(place.frame == above.frame)
    }

    @Test func `a label at the left takes a part of the width`() throws {
        let controls = """
            controls = [
              { id = "a", type = "slider", orientation = "horizontal", label = "A", label_side = "left" },
              { id = "b", type = "slider", orientation = "horizontal", label = "A long name", label_side = "left" },
            ]
            """
        let strip = try layout(controls).strip
        for place in strip.controls {
            let caption = try #require(place.caption)
            #expect(caption.maxX <= place.frame.x && caption.y == place.frame.y)
            #expect(caption.height == place.frame.height)
            #expect(caption.x >= strip.frame.x && place.frame.maxX <= strip.frame.maxX)
            #expect(place.value?.x == place.frame.x)
        }
        #expect(strip.controls[0].frame.x == strip.controls[1].frame.x)
        // A wide strip does not give a third of its width to a short word.
        let wide = try layout(controls, width: 1600).strip.controls[0]
        #expect(wide.frame.width > 1200)
    }

    @Test
    func `a long label at the left has more of a wide strip, and its neighbours begin with it`()
        throws
    {
        func places(_ name: String) throws -> [ControlLayout] {
            try layout(
                """
                controls = [
                  { id = "a", type = "slider", orientation = "horizontal", label = "A", label_side = "left" },
                  { id = "b", type = "clock", label = "\(name)", label_side = "left" },
                  { id = "c", type = "stepper", label = "C", label_side = "left" },
                ]
                """, width: 1600
            ).strip.controls
        }
        let (short, long) = try (places("A long name"), places("A name of thirty-three letters on"))
        for (narrow, wide) in zip(short, long) {
            #expect(wide.frame.x > narrow.frame.x + 20)
            #expect(wide.frame.maxX == narrow.frame.maxX)
        }
        #expect(long[0].frame.x == long[1].frame.x && long[0].frame.x == long[2].frame.x)
    }

    @Test func `a label that is nowhere leaves its line to the control`() throws {
        let strip = "controls = [{ id = \"l\", type = \"slider\", label = \"Level\"OPTIONS }]"
        let plain = try layout(strip.replacing("OPTIONS", with: "")).strip.controls[0]
        let bare = try layout(strip.replacing("OPTIONS", with: ", label_side = \"none\"")).strip
            .controls[0]
        #expect(bare.caption == nil && bare.frame.height > plain.frame.height)
        let desk = try desk(strip.replacing("OPTIONS", with: ", label_side = \"none\""))
        #expect(desk.panel["s.l"]?.info.label == "Level")
    }

    @Test func `a label at the side is refused where there is none`() {
        let key = file("controls = [{ id = \"k\", type = \"switch\", label_side = \"left\" }]")
        #expect(key.warnings.contains { $0.message.contains("its label is not beside it") })
        let bare = file("controls = [{ id = \"k\", type = \"knob\", label_side = \"left\" }]")
        #expect(bare.warnings.contains { $0.message.contains("it has no label") })
        let hidden = file(knob(", icon = \"star\", label_side = \"none\""))
        #expect(hidden.warnings.contains { $0.message.contains("'label_side' is \"none\"") })
    }

    // MARK: Fixed places

    @Test func `a control with a fixed place keeps its label and its value in it`() throws {
        let place = try layout(knob(", at = [20, 40, 120, 160]")).strip
        let rect = PixelRect(x: 20, y: 40, width: 120, height: 160)
            .offsetBy(dx: place.frame.x, dy: place.frame.y)
        let control = place.controls[0]
        let (caption, value) = (try #require(control.caption), try #require(control.value))
        for part in [control.frame, caption, value] { #expect(rect.contains(part)) }
        #expect(caption.maxY <= control.frame.y && control.frame.maxY <= value.y)
        #expect(caption.y == rect.y && value.maxY == rect.maxY)
    }

    @Test func `in a low place the value gives way, then the label`() throws {
        let low = try layout(knob(", at = [20, 40, 120, 90]")).strip.controls[0]
        #expect(low.caption != nil && low.value == nil)
        let lowest = try layout(knob(", at = [20, 40, 120, 30]")).strip.controls[0]
        #expect(lowest.caption == nil && lowest.value == nil && lowest.frame.height == 30)
    }

    // MARK: Letters

    @Test func `text has its relative size, and its line has space for it`() throws {
        let (plain, metrics) = try layout(knob(""))
        let (large, _) = try layout(knob(", text_scale = 2"))
        let line = try #require(plain.controls[0].caption).height
        #expect(try #require(large.controls[0].caption).height >= 2 * line - 2)
        let (title, _) = try layout("label = \"Vox\"\ntext_scale = 1.5\n\(knob(""))")
        #expect(try #require(title.title).height > line)
        var style = TextStyle()
        style.scale = 2
        #expect(metrics.fontSize(style) == 2 * metrics.fontSize)
    }

    @Test func `smaller text is never below the least legible size`() throws {
        var style = TextStyle()
        style.scale = 0.8
        let small = try layout(knob(""), width: 120, height: 300).metrics
        #expect(small.fontSize(style) >= min(small.fontSize, LayoutRules.leastTextPixels))
        #expect(small.smallFontSize(style) >= min(small.smallFontSize, LayoutRules.leastTextPixels))
    }

    @Test(arguments: ["0.7", "2.1", "\"large\"", "-1"])
    func `a size of text outside the range is an error`(scale: String) {
        let file = file(knob(", text_scale = \(scale)"))
        #expect(file.errors.first?.description.hasPrefix("t.toml:6:") == true)
        #expect(file.errors.first?.message.contains("text_scale") == true)
    }

    @Test func `labels side by side have one size, also after a client has changed one`() throws {
        let keys = ["Attack", "Hold"].map {
            "{ id = \"\($0)\", type = \"knob\", label = \"\($0)\", text_scale = 2 }"
        }
        let desk = try desk("controls = [{ row = [\(keys.joined(separator: ", "))] }]")
        let labels = desk.panel.window.subviews.flatMap(\.subviews).compactMap { $0 as? Label }
            .filter { ["Attack", "Hold"].contains($0.text) }
        func sizes() -> [Double] {
            _ = desk.glass.nextFrame(after: .seconds(2))
            return labels.flatMap(\.layer.sublayers).compactMap { ($0 as? TextLayer)?.font.size }
        }
        let whole = sizes()
        #expect(whole.count == 2 && whole[0] == whole[1])
        func name(_ control: String, _ label: String) throws {
            var request = StyleRequest(control: control)
            request.label = .other(label)
            try desk.style(request)
        }
        try name("s.Attack", "Attack times")
        let smaller = sizes()
        #expect(smaller[0] == smaller[1] && smaller[0] < whole[0])
        try name("s.Attack", "A")
        #expect(sizes() == whole)
    }

    @Test func `bold text has the bold font`() throws {
        let desk = try desk("label = \"Vox\"\nbold = true\n\(knob(", bold = true"))")
        #expect(desk.panel.typefaces.bold.path.hasSuffix("Inter-Bold.otf"))
        let labels = desk.panel.window.subviews.flatMap(\.subviews).compactMap { $0 as? Label }
        let vox = try #require(labels.first { $0.text == "Vox" })
        let gain = try #require(labels.first { $0.text == "Gain" })
        #expect(vox.font.path.hasSuffix("Inter-Bold.otf"))
        #expect(gain.font.path.hasSuffix("Inter-Bold.otf"))
        let plain = try self.desk("label = \"Vox\"\n\(knob(""))")
        #expect(plain.panel.typefaces.bold === plain.panel.typefaces.regular)
    }

    @Test func `bold text without a bold font is an error, where the text is`() {
        let mono = "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"
        let theme = "[theme]\nfont = \"\(mono)\""
        let file = file(knob(", bold = true"), theme)
        let error = file.errors.first?.description ?? ""
        #expect(error.hasPrefix("t.toml:7:"))
        #expect(error.contains("wqy-microhei-Bold.ttc") && error.contains("set 'bold_font'"))
        let own = self.file(
            knob(", bold = true"), theme + "\nbold_font = \"\(Font.defaultPath)\"")
        #expect(own.errors.isEmpty && own.warnings.isEmpty)
        let unused = self.file(knob(""), "[theme]\nbold_font = \"\(Font.defaultPath)\"")
        #expect(
            unused.warnings.map(\.description) == [
                "t.toml:2:13: 'bold_font' is not in effect: no text is bold"
            ])
    }

    @Test func `a reload takes the bold font away and brings it back`() throws {
        let desk = try desk(knob(""))
        _ = desk.glass.nextFrame(after: .seconds(2))
        let plain = try desk.glass.picture.pngData()
        for (options, isBold) in [(", bold = true", true), ("", false)] {
            let file = file(knob(options))
            _ = desk.panel.reload(try #require(file.panel), from: .restore, at: .seconds(200))
            _ = desk.glass.nextFrame(after: .seconds(2))
            #expect(try (desk.glass.picture.pngData() != plain) == isBold)
        }
    }

    // MARK: Icons

    @Test func `an unknown icon is an error with its place and the nearest name`() {
        for (strip, line) in [
            (knob(", icon = \"headphone\""), 6), ("icon = \"headphone\"\n\(knob(""))", 6),
        ] {
            let error = file(strip).errors.first?.description ?? ""
            #expect(error.hasPrefix("t.toml:\(line):"))
            #expect(error.contains("unknown icon 'headphone'"))
            #expect(error.contains("headphones"))
        }
    }

    @Test func `a strip shows its icon before its title, and alone without one`() throws {
        let desk = try desk("label = \"Vox\"\nicon = \"microphone\"\n\(knob(""))")
        let title = try #require(self.title(of: desk))
        #expect(title.text == "Vox" && title.icon == .microphone && !title.isHidden)
        let bare = try self.desk("label = \"\"\nicon = \"microphone\"\n\(knob(""))")
        #expect(try #require(self.title(of: bare)).isHidden == false)
        #expect(bare.panel.strips(matching: [Glob("*")]).map(\.style.icon) == ["microphone"])
    }

    private func title(of desk: PanelDesk) -> Label? {
        desk.panel.window.subviews.first?.subviews.compactMap { $0 as? Label }.first
    }

    @Test func `a client changes the icon of a strip, takes it away and restores it`() throws {
        let desk = try desk("label = \"Vox\"\nicon = \"microphone\"\n\(knob(""))")
        func style(_ icon: StyleRequest.Setting) throws {
            var request = StyleRequest(strip: "s")
            request.icon = icon
            try desk.style(request)
        }
        try style(.other("speaker"))
        #expect(title(of: desk)?.icon == .speaker)
        #expect(
            desk.readNotices() == [
                .stripChanged(strip: "s", StripStyle(color: nil, label: "Vox", icon: "speaker"))
            ])
        #expect(desk.panel.state.styles["s"]?.icon == "speaker")
        try style(.other("none"))
        #expect(title(of: desk)?.icon == nil)
        try style(.panelFile)
        #expect(title(of: desk)?.icon == .microphone && desk.panel.state.styles.isEmpty)
        #expect(throws: RequestError.self) { try style(.other("speakers")) }
    }

    @Test func `a client changes the icon of a key and of a label beside a knob`() throws {
        let desk = try desk(
            "controls = [{ id = \"k\", type = \"knob\" }, { id = \"b\", type = \"button\" }]")
        for id in ["s.k", "s.b"] {
            _ = desk.glass.nextFrame(after: .seconds(2))
            let before = try desk.glass.picture.pngData()
            var request = StyleRequest(control: id)
            request.icon = .other("lamp")
            try desk.style(request)
            #expect(desk.panel[id]?.info.icon == "lamp")
            _ = desk.glass.nextFrame(after: .seconds(2))
            #expect(try desk.glass.picture.pngData() != before)
            request.icon = .panelFile
            try desk.style(request)
            _ = desk.glass.nextFrame(after: .seconds(2))
            #expect(try desk.glass.picture.pngData() == before)
        }
    }

    @Test func `a strip of a template has its icon, unless it has its own`() throws {
        let file = PanelFile(
            text: """
                [templates.channel]
                icon = "microphone"
                text_scale = 1.2
                controls = [{ id = "k", type = "knob" }]
                [[pages]]
                id = "p"
                strips = [
                  { id = "ch{n}", template = "channel", count = 2 },
                  { id = "main", template = "channel", icon = "speaker" },
                ]
                [strips.ch2]
                icon = "note"
                """, name: "t.toml")
        #expect(file.errors.isEmpty)
        let strips = try #require(file.panel?.pages.first).strips
        #expect(strips.map(\.textStyle.icon) == [.microphone, .note, .speaker])
        #expect(strips.map(\.textStyle.scale) == [1.2, 1.2, 1.2])
    }
}
