import Foundation
import Panel
import TestVectors
import Testing

/// The panels in the article about engines, which readers copy.
struct ArticlePanelTests {
    @Test func `every panel in the article can be used as it is`() throws {
        let article = try TestFiles.text(
            "Sources/GlassfaderClient/GlassfaderClient.docc/AudioEngines.md")
        let blocks = article.components(separatedBy: "```toml\n").dropFirst()
        #expect(blocks.count == 5)
        for block in blocks {
            let text = try #require(block.components(separatedBy: "```").first)
            let file = PanelFile(text: text, name: "panel.toml")
            #expect((file.errors + file.warnings).map(\.description) == [])
            #expect(text.contains("bind") || text.contains("[bridges."))
        }
    }
}
