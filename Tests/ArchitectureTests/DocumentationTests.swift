import Foundation
import Testing

/// What the documentation shows is what is built.
struct DocumentationTests {
    @Test(arguments: ["Sources/leverd/Lever.swift", "Sources/leverd/main.swift", "Package.swift"])
    func `the control of one's own is shown as it is built`(path: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Sources/Controls/Controls.docc/OwnControl.md"),
            encoding: .utf8)
        let file = try String(
            contentsOf: root.appending(path: "Tests/OwnControl/\(path)"), encoding: .utf8)
        #expect(article.contains("```swift\n\(file)```"))
    }
}
