import Drawing
import Foundation
import Testing

/// Pictures of a panel file that `glassfader check` draws without a daemon.
final class CheckPictureTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(Self.twoPages)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private static let twoPages = """
        [[pages]]
        id = "mix"
        strips = [{ id = "ch{n}", count = 4, controls = [
          { id = "pan", type = "knob" }, { id = "level", type = "slider", default = 0.5 },
        ] }]
        [[pages]]
        id = "dyn"
        strips = [{ id = "gate", controls = [{ id = "range", type = "range" }] }]

        """

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path("desk.toml")))
    }

    private func check(_ options: String...) throws -> ToolResult {
        try ToolResult(of: ["check", path("desk.toml")] + options, socket: path("s"))
    }

    private func picture(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: path(name)))
    }

    /// The width and height in a PNG file's header.
    private func size(of png: Data) -> [Int] {
        [16, 20].map { start in
            png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        }
    }

    @Test func `the picture equals that of a daemon`() throws {
        let served = try ServedPanel()
        #expect(try served.tool("screenshot", path("shown.png")).status == 0)
        let result = try ToolResult(
            of: [
                "check", served.panelFile.path, "--size", "800x480", "--render", path("drawn.png"),
            ], socket: path("s"))
        #expect(result.status == 0 && result.errors == "glassfader: wrote \(path("drawn.png"))\n")
        let drawn = try Image(contentsOfFile: path("drawn.png")).bitmap
        let shown = try Image(contentsOfFile: path("shown.png")).bitmap
        #expect(drawn.differingPixels(from: shown, tolerance: 0).isEmpty)
    }

    @Test func `a panel that is turned is checked and drawn as the display shows it`() throws {
        let strips =
            #"strips = [{ id = "a{n}", count = 12, controls = [{ id = "k", type = "knob" }] }]"#
        let page = "[[pages]]\nid = \"p\"\nbanks = 12\n\(strips)\n"
        for (rotation, shown, fits) in [(0, [1280, 480], true), (90, [480, 1280], false)] {
            try write("[display]\nrotate = \(rotation)\n" + page)
            let result = try check("--size", "1280x480", "--render", path("a.png"))
            #expect(size(of: try picture("a.png")) == shown)
            #expect(result.output.contains("at 480×1280 the strip") == !fits, "\(result.output)")
        }
    }

    @Test func `a page, a theme and a size in millimetres change the picture`() throws {
        func png(_ options: String...) throws -> Data {
            let arguments =
                ["check", path("desk.toml"), "--size", "800x480", "--render", path("a.png")]
            let result = try ToolResult(of: arguments + options, socket: path("s"))
            #expect(result.status == 0, "\(result.errors)")
            return try picture("a.png")
        }
        let plain = try png()
        #expect(size(of: plain) == [800, 480])
        #expect(try png("--page", "mix") == plain)
        #expect(try png("--page", "dyn") != plain)
        #expect(try png("--theme", "dark") == plain)
        #expect(try png("--theme", "light") != plain)
        #expect(try png("--mm", "80x48") != plain)
        #expect(try check("--render", path("b.png")).status == 0)
        #expect(try size(of: picture("b.png")) == [1280, 800])
    }

    @Test func `all pages are drawn at all common sizes`() throws {
        let result = try check("--render-all", path("all"))
        #expect(result.status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: path("all")).sorted()
        let sizes = ["1024x600", "1280x800", "1920x1080", "480x1920", "600x1024", "800x480"]
        #expect(names == ["dyn", "mix"].flatMap { page in sizes.map { "\(page)-\($0).png" } })
        for name in names {
            let size = size(of: try picture("all/\(name)"))
            #expect(name.hasSuffix("-\(size[0])x\(size[1]).png"))
        }
    }

    @Test func `pictures of banks and of pages have different names`() throws {
        try write(
            Self.twoPages.replacingOccurrences(
                of: "strips = [{ id = \"ch", with: "banks = 2\nstrips = [{ id = \"ch"
            )
            .replacingOccurrences(of: "\"dyn\"", with: "\"mix-2\""))
        #expect(try check("--render-all", path("all")).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: path("all")).sorted()
        #expect(
            names.filter { $0.hasSuffix("-800x480.png") } == [
                "mix-2-800x480.png", "mix.1-800x480.png", "mix.2-800x480.png",
            ])
    }

    @Test func `a picture on standard output has the messages on standard error`() throws {
        let result = try check("--render", "-", "--size", "800x480")
        #expect(result.status == 0)
        #expect(result.errors == "\(path("desk.toml")): no errors\n")
        #expect(try check("--render", path("a.png"), "--size", "800x480").status == 0)
        #expect(try result.bytes == picture("a.png"))
    }

    @Test func `a size that is too small for a page is reported besides the picture`() throws {
        try write(
            Self.twoPages.replacingOccurrences(
                of: "strips = [{", with: "banks = 24\nstrips = [{"
            ).replacingOccurrences(of: "count = 4", with: "count = 24"))
        let result = try check("--render-all", path("all"))
        #expect(result.status == 1)
        #expect(
            result.lines.contains {
                $0.hasPrefix("\(path("desk.toml")):5:") && $0.contains(": at 480×1920 ")
            })
        #expect(!result.output.contains("at 1920×1080"))
        #expect(try size(of: picture("all/mix-480x1920.png")) == [480, 1920])
    }

    @Test func `a panel that does not fit is drawn, but one with errors is not`() throws {
        let small = try check("--size", "100x60", "--render", path("small.png"))
        #expect(small.status == 1 && small.output.contains("desk.toml:"))
        #expect(size(of: try picture("small.png")) == [100, 60])
        try write(Self.twoPages + "[display]\nrotate = 45\n")
        let wrong = try check("--render", path("wrong.png"))
        #expect(wrong.status == 1)
        #expect(wrong.errors == "glassfader: nothing is drawn of a panel file with errors\n")
        #expect(!FileManager.default.fileExists(atPath: path("wrong.png")))
    }

    @Test(
        arguments: [
            (["--page", "mix"], "--page says what --render draws, and there is no --render"),
            (["--theme", "light"], "--theme needs --render or --render-all"),
            (["--mm", "80x48"], "--mm needs --size or --render"),
            (["--mm", "0x48", "--size", "800x480"], "each 5 to 3000"),
            (["--size", "9000x480"], "at most 8192"),
            (["--render", "a", "--render-all", "b"], "exclude each other"),
            (["--render-all", "b", "--size", "800x480"], "leave out --size"),
            (["--render", "a.png", "--theme", "blue"], "'dark', 'light' or 'high-contrast'"),
        ])
    func `an option without effect is rejected`(options: [String], reason: String) throws {
        let result = try ToolResult(
            of: ["check", path("desk.toml")] + options, socket: path("s"))
        #expect(result.status == 64)
        #expect(result.errors.contains(reason), "\(result.errors)")
    }

    @Test func `a size in millimetres is rejected if the file has one`() throws {
        try write(Self.twoPages + "[display]\nsize_mm = [154, 86]\n")
        let result = try check("--size", "800x480", "--mm", "80x48")
        #expect(result.status == 64)
        #expect(result.errors.contains("--mm has no effect: the file has 'size_mm'"))
    }

    @Test func `a missing page and a path that is not a folder are errors`() throws {
        let page = try check("--render", path("a.png"), "--page", "eq")
        #expect(page.status == 64)
        #expect(page.errors == "glassfader: no page 'eq'; the panel has mix, dyn\n")
        let folder = try check("--render-all", "/nonexistent/all")
        #expect(folder.status == 2 && folder.errors.contains("cannot write /nonexistent/all/"))
    }
}
