import Controls
import Drawing
import Testing

@testable import Panel

/// Types of control that a program brings along.
struct OwnTypeTests {
    /// A control that keeps what it was made of.
    private final class Lever: ValueControl {
        var length = 60.0
        var note = "free"
        var isStiff = false
        var handle = Color.red
        var tint = Color.black
        var shape = Shape.round

        enum Shape: String, CaseIterable, Sendable {
            case round
            case flat
        }

        override init(frame: Rect) {
            super.init(frame: frame)
            springs = true
        }
    }

    private static let lever = ControlType(
        "lever", color: \Lever.tint,
        options: [
            PanelOption(
                "length", \.length, .number(in: 20...400), unit: "pixels", "How far it goes."
            ).listed,
            PanelOption("note", \.note, .text, "What is written on it.").listed,
            PanelOption("stiff", \.isStiff, .flag, "Whether it is hard to move.").listed,
            PanelOption("handle", \.handle, .color, "The colour of its handle.").appearanceOnly,
            PanelOption("shape", \.shape, .choice(), "What it looks like.")
                .onlyWhen("stiff", is: "true"),
        ]
    ) { Lever(frame: .zero) }

    private func file(_ options: String) -> PanelFile {
        PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s{n}", count = 2, controls = [{ id = "c", type = "lever"\(options) }] }]
                """, name: "t.toml", types: ControlType.builtIn + [Self.lever])
    }

    private func panel(_ options: String) throws -> Panel {
        try Panel(
            #require(file(options).panel), width: 400, height: 300, fonts: FontCollection())
    }

    @Test func `a control of a custom type takes its options from the file`() throws {
        let panel = try panel(
            ", length = 80, note = \"no {n}\", stiff = true, handle = \"#0000ff\", max = 10, step = 1"
        )
        let lever = try #require(panel["s2.c"]?.view as? Lever)
        #expect(lever.length == 80 && lever.note == "no 2" && lever.isStiff)
        #expect(lever.handle == .blue && lever.tint == panel.theme.accent)
        #expect(lever.maximumValue == 10 && lever.scale.step == 1)
    }

    @Test func `where the file omits options, those of the type apply`() throws {
        let lever = try #require(try panel("")["s1.c"]?.view as? Lever)
        #expect(lever.length == 60 && lever.note == "free" && !lever.isStiff)
        #expect(lever.handle == .red && lever.springs && lever.shape == .round)
    }

    @Test func `clients see a control of a custom type as any other control`() throws {
        let info = try #require(try panel(", unit = \"%\", default = 25")["s1.c"]?.info)
        #expect(info.type == "lever" && info.unit == "%")
        #expect(info.state?.value == .number(25) && info.state?.text == "25 %")
    }

    @Test func `clients get the options that are listed`() throws {
        let info = try #require(try panel(", length = 80")["s1.c"]?.info)
        #expect(
            info.settings == [
                .init("length", .number(80)), .init("note", .text("free")),
                .init("stiff", .flag(false)),
            ])
    }

    @Test func `a mistake in the options of a custom type is reported with its position`() {
        #expect(
            file(", length = \"long\"").errors.map(\.description) == [
                "t.toml:3:86: 'length': expected a number, found a string"
            ])
        #expect(
            file(", lenght = 1").warnings.map(\.description) == [
                "t.toml:3:77: unknown key 'lenght' in a lever; did you mean 'length'?"
            ])
    }

    @Test func `a range, a choice and a condition work as for the built-in types`() {
        #expect(
            file(", length = 500, shape = \"flt\"").errors.map(\.description) == [
                "t.toml:3:86: 'length' is 500, outside 20…400",
                "t.toml:3:99: unknown shape 'flt'; known are round, flat; did you mean 'flat'?",
            ])
        #expect(
            file(", shape = \"flat\"").warnings.map(\.description) == [
                "t.toml:3:85: 'shape' is not in effect: 'stiff' is false"
            ])
    }

    @Test func `the settings of the type apply until the file overrides them`() throws {
        #expect(try #require(panel(", spring = false")["s1.c"]?.view as? Lever).springs == false)
        #expect(try #require(panel(", stiff = true")["s1.c"]?.view as? Lever).springs)
    }

    @Test func `a custom type is unknown where it is not provided`() {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "c", type = "lever" }] }]
                """, name: "t.toml")
        #expect(file.errors.first?.description.contains("unknown control type 'lever'") == true)
    }
}
