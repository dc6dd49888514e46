import Controls
import Drawing
import Testing

@testable import Panel

/// Types of control that a program brings along.
struct OwnTypeTests {
    /// A control that keeps what it was made of.
    private final class Lever: ValueControl {
        var length = 0.0
        var note = ""
        var isStiff = false
        var color: Color?
    }

    private static let lever = ControlType(
        "lever",
        options: [
            "length": .number(60), "note": .text("free"), "stiff": .flag(false),
            "handle": .color(.red),
        ]
    ) { options in
        let lever = Lever(frame: .zero)
        lever.length = options.number("length")
        lever.note = options.text("note")
        lever.isStiff = options.flag("stiff")
        lever.color = options.color("handle")
        return lever
    }

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

    @Test func `a control of a type of one's own takes its options from the file`() throws {
        let panel = try panel(
            ", length = 80, note = \"no {n}\", stiff = true, handle = \"#0000ff\", max = 10, step = 1"
        )
        let lever = try #require(panel["s2.c"]?.view as? Lever)
        #expect(lever.length == 80 && lever.note == "no 2" && lever.isStiff)
        #expect(lever.color == .blue)
        #expect(lever.maximumValue == 10 && lever.scale.step == 1)
    }

    @Test func `where the file says nothing, the type's own options count`() throws {
        let lever = try #require(try panel("")["s1.c"]?.view as? Lever)
        #expect(lever.length == 60 && lever.note == "free" && !lever.isStiff)
        #expect(lever.color == .red)
    }

    @Test func `clients see it as any other control`() throws {
        let info = try #require(try panel(", unit = \"%\", default = 25")["s1.c"]?.info)
        #expect(info.type == "lever" && info.unit == "%")
        #expect(info.state?.value == .number(25) && info.state?.text == "25 %")
    }

    @Test func `what is wrong with its options is told with its place`() {
        #expect(
            file(", length = \"long\"").errors.map(\.description) == [
                "t.toml:3:86: 'length': expected a number, found a string"
            ])
        #expect(
            file(", lenght = 1").warnings.map(\.description) == [
                "t.toml:3:77: unknown key 'lenght' in a lever; did you mean 'length'?"
            ])
    }

    @Test func `nobody else knows the type`() {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "c", type = "lever" }] }]
                """, name: "t.toml")
        #expect(file.errors.first?.description.contains("unknown control type 'lever'") == true)
    }
}
