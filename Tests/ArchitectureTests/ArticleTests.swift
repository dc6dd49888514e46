import Foundation
import Testing

/// What the articles show is what is there.
struct ArticleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test func `the bridge of the article is the one that can be run`() throws {
        let article = try Self.text("Sources/GlassfaderClient/GlassfaderClient.docc/Bridge.md")
        let program = try Self.text("Sources/Clients/python/terminal-bridge.py")
        #expect(article.contains("```python\n\(program)```"))
    }

    @Test func `links between the documents lead to files`() throws {
        var count = 0
        for document in ["README.md", ".github/CONTRIBUTING.md"] {
            let folder = Self.root.appending(path: document).deletingLastPathComponent()
            for link in try Self.text(document).matches(of: /\]\(([^)#]+)\)/)
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
            try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
                .count <= 171)
    }

    /// What the lines of the log in the article have in common with the source: the rest are names.
    @Test(arguments: [
        "listening on ", "showing on ", "reading ", " outside ", "cannot read ",
        "cannot use the socket's folder ", "make it, name another place with --socket PATH",
        "already running: another daemon serves it; stop it", "no display: ",
        "waiting for one (--display memory needs none)", "no card: cannot open /dev/dri: ",
        "no card in /dev/dri", ", which has: ", ", which offers: ", ", without modes",
        " shows only the firmware's picture (", " until the hardware's driver comes",
        "the user must be in the group that owns the node, usually video", "become master",
        "it is used by ", "the display is gone: ", "another console is shown", "show a picture",
        "; trying again until it works", ": another at the next start only", "no touchscreen ",
        "yet; waiting for one", " as a touchscreen: ", "it has no position axes",
        "nothing tells when it is touched: it has no BTN_TOUCH", "grab (EVIOCGRAB)",
        "; sharing the touchscreen", "every touch is at ",
        "; its positions may come on other axes, ",
        "contacts of a single report at ", "it loses its fingers and finds them again",
        "events were lost, for it was not read for up to ", "no panel at ", "no permission for ",
        "nothing taken for 30 s", "nothing said in the first 30 s", " away: ",
        " connections of one user are the most", "the panel stays as it was",
        "; trying again every ", "the state is saved again", " characters of '",
        ": they show as boxes; [theme] fallback = ", "no backlight: the brightness stays as it is",
        "the brightness stays as it is: ",
    ])
    func `the article on symptoms has the words of the log`(words: String) throws {
        let article = try Self.text(
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

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
