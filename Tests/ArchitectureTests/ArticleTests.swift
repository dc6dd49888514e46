import Foundation
import TestVectors
import Testing

/// What the articles show is what is there.
struct ArticleTests {
    @Test func `the bridge in the article is the same as the program file`() throws {
        let article = try TestFiles.text("Sources/GlassfaderClient/GlassfaderClient.docc/Bridge.md")
        let program = try TestFiles.text("Sources/Clients/python/terminal-bridge.py")
        #expect(article.contains("```python\n\(program)```"))
    }

    @Test func `the first panel in the readme is the smallest desk`() throws {
        let desk = try TestFiles.text("Config/minimal.toml")
        #expect(try TestFiles.text("README.md").contains("```toml\n\(desk)```"))
    }

    /// Those that a command installs or starts; a path with a star is a folder of them.
    @Test func `the files in the commands of the readme are there`() throws {
        let commands = try TestFiles.text("README.md").split(separator: "\n")
            .filter { $0.hasPrefix("    ") }
        let paths = commands.flatMap { line in
            line.matches(of: /(?:^|[\s"])((?:Config|Tests|systemd)\/[\w.\/*-]+)/).map {
                String($0.1)
            }
        }
        for path in paths {
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            let ending = path.split(separator: "*", omittingEmptySubsequences: false).last ?? ""
            let place = TestFiles.packageRoot.appending(path: path.contains("*") ? folder : path)
            if path.contains("*") {
                let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
                #expect(names.contains { $0.hasSuffix(ending) }, "\(path)")
            } else {
                #expect(FileManager.default.fileExists(atPath: place.path), "\(path)")
            }
        }
        #expect(paths.count > 3 && paths.contains("systemd/package"), "\(paths)")
    }

    @Test func `links between the documents point to files`() throws {
        var count = 0
        for document in ["README.md", ".github/CONTRIBUTING.md"] {
            let folder = TestFiles.packageRoot.appending(path: document).deletingLastPathComponent()
            for link in try TestFiles.text(document).matches(of: /\]\(([^)#]+)\)/)
            where !link.1.contains("://") {
                let path = folder.appending(path: String(link.1)).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: path), "\(document): \(link.1)")
                count += 1
            }
        }
        #expect(count > 10)
    }

    @Test func `the readme is short`() throws {
        #expect(
            try TestFiles.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
                .count <= 171)
    }

    /// What the lines of the log in the article have in common with the source: the rest are names.
    @Test(arguments: [
        "listening on ", "showing on ", "reading ", " outside ", "cannot read ",
        "cannot use the socket's folder ", "create it, ", "choose another path with --socket",
        "already running: another daemon serves it; stop it", "no display: ",
        "waiting for one (--display memory needs none)", "no card: cannot open /dev/dri: ",
        "no card in /dev/dri", ", which has: ", ", which offers: ", ", without modes",
        " shows only the firmware's picture (", " until the hardware's driver is loaded",
        "the user must be in the group that owns the node, usually video", "become master",
        "it is used by ", ": a second panel needs a card of its own", "the display is gone: ",
        "another console is shown", "show a picture",
        "; trying again until it works", ": takes effect at the next start", "no touchscreen ",
        "yet; waiting for one", " as a touchscreen: ", "it has no position axes",
        "it has no BTN_TOUCH to show when it is touched", "grab (EVIOCGRAB)",
        "; sharing the touchscreen", "all touches are at ",
        ": the device may report positions on other axes; ",
        "contacts appear for a single report at ",
        "fingers are lost and found again in every report",
        "events were lost: it was not read for up to ", "no panel at ", "no permission for ",
        ", owned by ",
        ": it is read while the panel is shown there", "it read nothing for ",
        "it sent no request in the first ", ", belongs to ",
        "one user may have at most ", "the panel has not changed",
        "; trying again every ", "the state is saved again", "the last changes are lost",
        " characters of '",
        ": they show as boxes; [theme] fallback = ",
        "no backlight: the brightness cannot be changed",
        "cannot change the brightness: ",
        "; the sandbox of the service has no network: SERVICE in glassfader-osc(1) says what to do",
    ])
    func `the article on symptoms quotes the log messages exactly`(words: String) throws {
        let article = try TestFiles.text(
            "Sources/GlassfaderDaemon/GlassfaderDaemon.docc/Troubleshooting.md")
        #expect(article.contains(words))
        #expect(
            try Self.messages.get().contains(words),
            "the log has other words by now: change the article, and this")
    }

    /// The texts of the sources, put together where they are in two halves.
    private static let messages = Result {
        try SourceFile.all().map { file in
            file.lines.map { $0.drop { $0 == " " } }.joined(separator: "\n")
                .replacing("\"\n+ \"", with: "").replacing("\\\"", with: "\"")
        }.joined(separator: "\n")
    }
}
