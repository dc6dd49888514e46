import Drawing
import Testing

@testable import Panel

/// What becomes of a layout where the size of the screen in millimetres is known.
struct MillimetreLayoutTests {
    private func strips(_ count: Int) throws -> PanelDescription {
        try panel(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s{n}", count = \(count), controls = [
              { id = "mute", type = "switch", label = "M" },
              { id = "level", type = "slider", label = "L" },
            ] }]
            """)
    }

    private func layout(_ panel: PanelDescription, pixelsPerMillimetre: Double?) -> PanelLayout {
        PanelLayout(
            panel.pages[0],
            on: .init(width: 800, height: 480, pixelsPerMillimetre: pixelsPerMillimetre),
            theme: panel.theme)
    }

    @Test func `digits of values are four millimetres high where there is space`() throws {
        let panel = try strips(3)
        let metrics = layout(panel, pixelsPerMillimetre: 4).metrics
        let digits = metrics.smallFontSize * 0.73 / 4
        #expect(digits > 3.8 && digits < 4.2)
        #expect(layout(panel, pixelsPerMillimetre: nil).metrics.fontSize == 16)
    }

    @Test func `text is never too large for its strip or for the panel`() throws {
        let narrow = try layout(strips(9), pixelsPerMillimetre: 6).metrics
        // Capital letters are 2.3 mm high: no value is smaller, but none is larger either.
        #expect(abs(narrow.fontSize * 0.727 / 6 - 2.3) < 0.15)
        #expect(try layout(strips(1), pixelsPerMillimetre: 20).metrics.fontSize <= 40)
    }

    @Test func `a key is nine millimetres high`() throws {
        let mute = try #require(
            layout(strips(6), pixelsPerMillimetre: 5).control(withID: "s1.mute"))
        #expect(mute.frame.height >= 45 && mute.frame.width >= 45)
    }

    @Test func `a page without enough space has less of everything, and says so once`() throws {
        let panel = try panel(
            of: (1...6).map { #"{ id = "k\#($0)", type = "switch", label = "L" }"# }
                .joined(separator: ",\n"))
        let small = layout(panel, pixelsPerMillimetre: 12)
        #expect(
            small.problems.map(\.message) == [
                "at 800×480 the strip 's' needs 749 pixels (62 mm) in height, and has 456 pixels "
                    + "(38 mm): put controls side by side in a row, or on another page"
            ])
        let keys = small.strips[0].controls.map(\.frame)
        #expect(Set(keys.map(\.height)).count == 1 && keys[0].height >= 54)
        #expect(small.strips[0].frame.contains(keys[5]))
    }

    @Test func `a rotated screen has the same number of pixels per millimetre`() throws {
        var display = try strips(1).display
        display.millimetres = Size(width: 160, height: 96)
        #expect(display.pixelsPerMillimetre(atWidth: 800, height: 480) == 5)
        #expect(display.pixelsPerMillimetre(atWidth: 480, height: 800) == 5)
        let unknown = try strips(1).display
        #expect(unknown.pixelsPerMillimetre(atWidth: 800, height: 480) == nil)
        let told = Size(width: 400, height: 240)
        #expect(unknown.pixelsPerMillimetre(atWidth: 800, height: 480, display: told) == 2)
    }

    @Test func `handles and caps are drawn at the density that the layout is made for`() throws {
        let panel = try Panel(strips(1), width: 1280, height: 800, fonts: FontCollection())
        #expect(panel.window.pixelsPerMillimetre == PanelDescription.assumedDensity)
        panel.layOut(width: 800, height: 480, millimetres: Size(width: 160, height: 96))
        #expect(panel.window.pixelsPerMillimetre == 5)
        panel.layOut(width: 1280, height: 800)
        #expect(panel.window.pixelsPerMillimetre == PanelDescription.assumedDensity)
    }
}
