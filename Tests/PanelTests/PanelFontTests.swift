import Controls
import Drawing
import Foundation
import Testing

@testable import Panel

/// The fonts of a panel file, which are named relative to it.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: Font.defaultPath)))
final class PanelFontTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "glassfader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "fonts"), withIntermediateDirectories: true)
        for name in ["Own.otf", "Other.otf"] {
            try FileManager.default.copyItem(
                atPath: Font.defaultPath, toPath: folder.path + "/fonts/" + name)
        }
        try Data("no font".utf8).write(to: folder.appending(path: "fonts/text.ttf"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func file(_ theme: String) -> PanelFile {
        PanelFile(
            text: """
                [theme]
                \(theme)
                [[pages]]
                id = "p"
                strips = [{ id = "s", label = "音", controls = [{ id = "k", type = "knob" }] }]
                """, name: folder.path + "/desk.toml")
    }

    private func panel(_ theme: String) throws -> Panel {
        let file = file(theme)
        try #require(file.errors.map(\.message) == [])
        #expect(file.warnings.map(\.message) == [])
        return try Panel(
            #require(file.panel), width: 400, height: 300, fonts: FontCollection())
    }

    @Test func `fonts are found beside the panel file`() throws {
        let font = try panel(
            """
            font = "fonts/Own.otf"
            fallback = ["fonts/Other.otf", "\(Font.defaultPath)"]
            """
        ).font
        #expect(font.path == folder.path + "/fonts/Own.otf")
        #expect(font.fallbackPaths == [folder.path + "/fonts/Other.otf", Font.defaultPath])
    }

    @Test func `another panel file brings its own fonts`() throws {
        let panel = try panel("")
        panel.reload(
            try #require(file("font = \"fonts/Own.otf\"").panel), from: nil, at: .zero)
        #expect(panel.font.path == folder.path + "/fonts/Own.otf")
    }

    @Test func `one fallback needs no array`() throws {
        let font = try panel("fallback = \"fonts/Other.otf\"").font
        #expect(font.path == Font.defaultPath)
        #expect(font.fallbackPaths == [folder.path + "/fonts/Other.otf"])
    }

    @Test func `a font that is missing or broken is reported with its position`() {
        let errors = file(
            """
            font = "fonts/Lost.otf"
            fallback = ["fonts/Own.otf", "fonts/text.ttf", "fonts/Lost.ttf"]
            """
        ).errors
        #expect(
            errors.map(\.description) == [
                "\(folder.path)/desk.toml:2:8: 'font': cannot use the font "
                    + "\(folder.path)/fonts/Lost.otf: No such file or directory",
                "\(folder.path)/desk.toml:3:30: 'fallback': cannot use the font "
                    + "\(folder.path)/fonts/text.ttf: it is not a font that FreeType can read",
                "\(folder.path)/desk.toml:3:48: 'fallback': cannot use the font "
                    + "\(folder.path)/fonts/Lost.ttf: No such file or directory",
            ])
    }

    @Test(arguments: ["font = 7", "font = [\"fonts/Own.otf\"]", "fallback = [1]", "fallback = {}"])
    func `a value that is not a file name is an error`(theme: String) {
        #expect(file(theme).errors.count == 1)
        #expect(file(theme).errors.first?.position.line == 2)
    }

    @Test func `a name is illegible only if no font has its characters`() throws {
        #expect(try panel("").illegibleTexts == ["音"])
        let chinese = "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"
        guard FileManager.default.fileExists(atPath: chinese) else { return }
        #expect(try panel("fallback = \"\(chinese)\"").illegibleTexts == [])
    }

    @Test func `a title on a knob's dial with characters that no font has is reported`() throws {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "k", type = "knob", title = "音" }] }]
                """, name: "desk.toml")
        let panel = try Panel(
            #require(file.panel), width: 400, height: 300, fonts: FontCollection())
        #expect(panel.illegibleTexts == ["音"])
    }

    @Test func `text beside a control is dimmed with the control`() throws {
        func captions(_ options: String) throws -> [Color] {
            let file = PanelFile(
                text: """
                    [[pages]]
                    id = "p"
                    strips = [{ id = "s", controls = [
                      { id = "a", type = "slider", label = "Aux" },
                      { id = "b", type = "slider", label = "Aux", \(options) },
                    ] }]
                    """, name: "t.toml")
            let panel = try Panel(
                #require(file.panel), width: 400, height: 300, fonts: FontCollection())
            return panel.window.labels.filter { $0.text == "Aux" }.map(\.textColor)
        }
        let enabled = try captions("enabled = true")
        #expect(enabled.count == 2 && enabled[0] == enabled[1])
        for options in ["enabled = false", "access = \"r\""] {
            let dimmed = try captions(options)
            #expect(dimmed.count == 2 && dimmed[0] == enabled[0] && dimmed[1] != enabled[0])
        }
    }
}

extension View {
    fileprivate var labels: [Label] {
        subviews.flatMap { ($0 as? Label).map { [$0] } ?? $0.labels }
    }
}
