import Foundation
import Testing

/// What the documentation shows is what is built.
struct DocumentationTests {
    private static let ownControl = "Sources/Controls/Controls.docc/OwnControl.md"
    private static let handmadeTree =
        "Sources/GlassfaderDaemon/GlassfaderDaemon.docc/HandmadeTree.md"

    @Test(arguments: [
        (ownControl, "Sources/leverd/Lever.swift"), (ownControl, "Sources/leverd/main.swift"),
        (ownControl, "Package.swift"), (handmadeTree, "Sources/handmade/main.swift"),
    ])
    func `what a reader is to write is shown as it is built`(
        article: String, path: String
    ) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(contentsOf: root.appending(path: article), encoding: .utf8)
        let file = try String(
            contentsOf: root.appending(path: "Tests/OwnControl/\(path)"), encoding: .utf8)
        #expect(article.contains("```swift\n\(file)```"))
    }
}
