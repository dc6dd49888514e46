import Controls
import Drawing
import Testing

@testable import Panel

/// Controls and strips that `at` places: their texts, and what they overlap.
struct FixedPlaceTests {
    private func layout(_ controls: String) throws -> StripLayout {
        let panel = try panel(of: controls)
        return PanelLayout(
            panel.pages[0], on: .init(width: 800, height: 480, pixelsPerMillimetre: 5),
            theme: panel.theme
        ).strips[0]
    }

    private func errors(_ text: String) -> [String] {
        PanelFile(text: text, name: "t.toml").problems(atWidth: 800, height: 480)
            .errors.map(\.description)
    }

    @Test func `a control with at has its label and its value inside its rectangle`() throws {
        let strip = try layout(
            """
            { id = "gain", type = "knob", label = "Gain", at = [20, 60, 100, 160] },
            { id = "level", type = "slider", label = "Level", at = [140, 60, 100, 300] },
            { id = "mute", type = "switch", label = "M", at = [260, 60, 80, 80] },
            """)
        for place in strip.controls.prefix(2) {
            let (caption, value) = try (#require(place.caption), #require(place.value))
            #expect(caption.maxY == place.frame.y && place.frame.maxY == value.y)
            #expect(caption.height > 0 && value.height == caption.height)
        }
        let gain = strip.controls[0]
        #expect(gain.caption?.y == strip.frame.y + 60)
        #expect(gain.value?.maxY == strip.frame.y + 220)
        #expect(gain.frame.width == 100 && gain.frame.x == strip.frame.x + 20)
        // A key has its label on itself.
        #expect(strip.controls[2].caption == nil)
        #expect(strip.controls[2].frame.height == 80)
    }

    @Test func `in a low rectangle, the value gives way first, and then the label`() throws {
        func texts(_ height: Int) throws -> [Bool] {
            let place = try layout(
                #"{ id = "a", type = "knob", label = "A", at = [20, 60, 100, \#(height)] }"#
            ).controls[0]
            #expect(place.frame.height >= 60 || place.caption == nil)
            return [place.caption != nil, place.value != nil]
        }
        #expect(try texts(160) == [true, true])
        #expect(try texts(100) == [true, false])
        #expect(try texts(70) == [false, false])
    }

    @Test func `a control that overlaps another is an error`() {
        let file = file(
            of: """
                { id = "a", type = "knob", at = [10, 60, 100, 120] },
                { id = "b", type = "slider", at = [90, 60, 100, 300] },
                { id = "c", type = "switch", label = "C", at = [200, 60, 60, 60] },
                """)
        #expect(
            file.problems(atWidth: 800, height: 480).errors.map(\.description) == [
                "t.toml:5:1: this slider overlaps the knob 'a': move one of them, or make it smaller"
            ])
        // It needs no size.
        #expect(file.problems().errors.map(\.line) == [5])
    }

    @Test func `a control with at that covers one of the stack, or the title, is an error`() {
        let file = file(
            of: """
                { id = "m", type = "switch", label = "M" },
                { id = "a", type = "switch", label = "A", at = [10, 40, 60, 60] },
                """)
        #expect(file.problems().errors.isEmpty)
        #expect(
            file.problems(atWidth: 800, height: 480).errors.map(\.description) == [
                "t.toml:5:1: at 800×480 this switch overlaps the switch 'm': "
                    + "move one of them, or make it smaller"
            ])
        let title = errors(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s", label = "Drums", controls = [
            { id = "a", type = "switch", label = "A", at = [10, 0, 60, 60] }] }]
            """)
        #expect(
            title == [
                "t.toml:4:1: at 800×480 this switch overlaps the label of its strip: "
                    + "move it, or make it smaller"
            ])
    }

    @Test func `strips that overlap are an error`() {
        let errors = errors(
            """
            [[pages]]
            id = "p"
            strips = [
            { id = "a", controls = [{ id = "x", type = "switch", label = "X" }] },
            { id = "b", at = [300, 40, 200, 200], \
            controls = [{ id = "x", type = "switch", label = "X" }] },
            ]
            """)
        #expect(
            errors == [
                "t.toml:5:1: at 800×480 this strip overlaps the strip 'a': "
                    + "move one of them, or make it smaller"
            ])
    }

    @Test func `what is hidden, a picture and the cards of one place may overlap`() {
        let file = file(
            of: """
                { id = "a", type = "switch", label = "A", at = [10, 60, 60, 60] },
                { id = "b", type = "switch", label = "B", visible = false, at = [10, 60, 60, 60] },
                { id = "seg", type = "segmented", options = ["x", "y"], at = [100, 60, 200, 60] },
                { cards = "seg", x = { type = "knob", at = [100, 200, 80, 120] }, \
                y = { type = "knob", at = [100, 200, 80, 120] } },
                """)
        #expect(file.errors.map(\.description) == [])
        #expect(file.problems(atWidth: 800, height: 480).errors.map(\.description) == [])
    }
}
