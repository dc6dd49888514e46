import Foundation
import TestVectors
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
    func `the code that an article shows is the code that is built`(
        article: String, path: String
    ) throws {
        let article = try TestFiles.text(article)
        let file = try TestFiles.text("Tests/OwnControl/\(path)")
        #expect(article.contains("```swift\n\(file)```"))
    }
}
