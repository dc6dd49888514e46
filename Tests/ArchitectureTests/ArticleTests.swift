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

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
