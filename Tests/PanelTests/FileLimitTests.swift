import PanelProtocol
import Testing

@testable import Panel

/// What a panel file may have at most: one more is an error in the line where it stands.
struct FileLimitTests {
    /// A file that has so many of something, and what is told of one more than allowed.
    struct Excess: CustomTestStringConvertible, Sendable {
        let limit: Limit
        let line: Int
        let text: @Sendable (Int) -> String
        var testDescription: String { limit.rawValue }
    }

    private static func page(_ controls: String, _ rest: String = "") -> String {
        "[[pages]]\nid = \"p\"\nstrips = [{ id = \"s\", controls = [\n\(controls)\n] }]\n\(rest)"
    }

    private static let knob = #"{ id = "k", type = "knob" }"#

    private static func many(_ count: Int, _ text: (Int) -> String) -> String {
        (1...count).map(text).joined(separator: ", ")
    }

    private static func knobs(_ count: Int) -> String {
        many(count) { "{ id = \"k\($0)\", type = \"knob\" }" }
    }

    private static func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

    static let excesses = [
        Excess(limit: .pages, line: 1) { count in
            (1...count).map { "[[pages]]\nid = \"p\($0)\"\nstrips = []\n" }.joined()
        },
        Excess(limit: .strips, line: 3) { count in
            "[[pages]]\nid = \"p\"\nstrips = [\n"
                + many(count) { "{ id = \"s\($0)\", controls = [] }" } + "\n]"
        },
        Excess(limit: .controls, line: 29) { count in
            let pages = (1...8).map {
                "[[pages]]\nid = \"p\($0)\"\n"
                    + "strips = [{ id = \"s\($0)x{n}\", count = 128, template = \"t\" }]\n"
            }
            let more =
                "[[pages]]\nid = \"q\"\nstrips = [{ id = \"one\", controls = [\(knob)] }]\n"
            return "[templates.t]\ncontrols = [\(knobs(5))]\n" + pages.joined()
                + (count > Limit.controls.most ? more : "")
        },
        Excess(limit: .controlsOfStrip, line: 3) { page(knobs($0)) },
        Excess(limit: .templates, line: 6) { count in
            page(knob, "[templates]\n" + (1...count).map { "t\($0).controls = []\n" }.joined())
        },
        Excess(limit: .groups, line: 6) { count in
            page(knob, "[groups]\n" + (1...count).map { "g\($0).label = \"G\"\n" }.joined())
        },
        Excess(limit: .groupsOfControl, line: 4) { count in
            page("{ id = \"b\", type = \"button\", groups = [\(many(count) { "\"g\($0)\"" })] }")
        },
        Excess(limit: .entries, line: 4) { count in
            page("{ id = \"k\", type = \"knob\", detents = [\(many(count) { _ in "0.5" })] }")
        },
        Excess(limit: .colors, line: 6) { count in
            page(knob, "[theme]\n" + (1...count).map { "c\($0) = \"#112233\"\n" }.joined())
        },
        Excess(limit: .devices, line: 6) { count in
            page(
                knob,
                (1...count).map { "[[input.devices]]\nmatch = \"name:t\($0)\"\n" }.joined())
        },
        Excess(limit: .binds, line: 4) { count in
            page("{ id = \"k\", type = \"knob\", bind = { \(many(count) { "b\($0) = \"a\"" }) } }")
        },
        Excess(limit: .bridges, line: 6) { count in
            page(knob, "[bridges]\n" + (1...count).map { "b\($0).a = 1\n" }.joined())
        },
        Excess(limit: .text, line: 4) { count in
            page("{ id = \"k\", type = \"knob\", label = \"\(letters(count))\" }")
        },
        Excess(limit: .path, line: 7) { count in
            page(knob, "[theme]\nfont = \"/\(letters(count - 1))\"\n")
        },
        Excess(limit: .links, line: 6) { count in
            page(
                knobs(1024),
                (1...count).map {
                    "[[links]]\ncontrols = [\"s.k\(2 * $0 - 1)\", \"s.k\(2 * $0)\"]\n"
                }.joined())
        },
        Excess(limit: .scenes, line: 6) { count in
            page(knob, (1...count).map { "[[scenes]]\nname = \"n\($0)\"\nvalues = {}\n" }.joined())
        },
    ]

    @Test(arguments: excesses)
    func `the limit is allowed, and one more is an error with its position`(_ excess: Excess) throws
    {
        let most = excess.limit.most
        let allowed = PanelFile(text: excess.text(most), name: "t.toml")
        #expect(!allowed.errors.contains { $0.message.contains("at most") }, "\(allowed.errors)")
        let file = PanelFile(text: excess.text(most + 1), name: "t.toml")
        let error = try #require(file.errors.first { $0.message.contains("at most") })
        let found = excess.limit == .strips || excess.limit == .controls ? "" : "\(most + 1) "
        #expect(
            error.message.contains(
                "\(found)\(excess.limit.rawValue): at most \(most) are allowed"), "\(error)")
        #expect(error.line == excess.line, "\(error)")
    }

    @Test func `the number of connections times the events of each is limited`() {
        func errors(_ connections: Int, _ entries: Int) -> [String] {
            let text = "[socket]\nconnections = \(connections)\nentries = \(entries)\n"
            return PanelFile(text: text + Self.page(Self.knob), name: "t.toml").errors.map(
                \.description)
        }
        #expect(errors(4096, 64) == [])
        #expect(errors(4, 65_536) == [])
        #expect(
            errors(4096, 65) == [
                "t.toml:2:15: 'connections' times 'entries' is 266240 events that wait for a user: "
                    + "at most 262144 are allowed"
            ])
    }

    @Test func `at most a hundred mistakes are reported, with the number of the others`() {
        let controls = (1...5000).map {
            "{ id = \"l\($0)\", type = \"label\", shows = \"no.\($0)\" }"
        }
        let strips = stride(from: 0, to: 5000, by: 1000).map { start in
            "{ id = \"s\(start)\", controls = [\n"
                + controls[start..<start + 1000].joined(separator: ",\n") + "] }"
        }
        let file = PanelFile(
            text: "[[pages]]\nid = \"p\"\nstrips = [\(strips.joined(separator: ",\n"))]",
            name: "t.toml")
        #expect(file.errors.count == 101)
        #expect(file.errors.last?.message == "4900 more mistakes: at most 100 are reported")
    }
}
