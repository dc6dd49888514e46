import Controls
import Drawing
import Foundation
import Testing

@testable import Panel

/// Images of a panel file, which are beside it.
final class ImageTypeTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "glassfader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let logo = Bitmap(width: 20, height: 10)
        Context(logo).fill(Path(Rect(x: 0, y: 0, width: 20, height: 10)), .red)
        try Data(logo.pngData()).write(to: folder.appending(path: "logo.png"))
        try Data("no picture".utf8).write(to: folder.appending(path: "text.png"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func file(_ controls: String) -> PanelFile {
        PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                \(controls)
                ] }]
                """, name: folder.path + "/desk.toml")
    }

    private func view<Body: View>(_ options: String, as type: Body.Type) throws -> Body {
        let file = file("{ id = \"i\", \(options) }")
        try #require(file.errors.map(\.message) == [])
        #expect(file.warnings.map(\.message) == [])
        let panel = try Panel(
            #require(file.panel), width: 400, height: 300, fonts: FontCollection())
        return try #require(panel["s.i"]?.view as? Body)
    }

    @Test func `an image is found beside the panel file`() throws {
        let view = try view("type = \"image\", file = \"logo.png\"", as: ImageView.self)
        #expect(view.image?.size == Size(width: 20, height: 10))
        #expect(view.contentMode == .scaleAspectFit && view.tintColor == nil)
    }

    @Test func `an image takes every option of the file`() throws {
        let view = try view(
            """
            type = "image", file = { file = "\(folder.path)/logo.png", caps = [1, 2, 3, 4] }, \
            content_mode = "scale-to-fill", tint = "danger"
            """, as: ImageView.self)
        #expect(
            view.image?.capInsets == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        #expect(view.contentMode == .scaleToFill && view.tintColor == Theme.dark.danger)
    }

    @Test func `a list says that it is an image`() throws {
        let file = file("{ id = \"i\", type = \"image\", file = \"logo.png\", label = \"Logo\" }")
        let panel = try Panel(
            #require(file.panel), width: 400, height: 300, fonts: FontCollection())
        let info = try #require(panel["s.i"]?.info)
        #expect(info.type == "image" && info.access == .readOnly && info.state == nil)
        #expect(info.accessibility?.traits == ["image"])
        #expect(info.accessibility?.label == "s Logo")
    }

    @Test(arguments: [
        ("file = \"nothing.png\"", "4:36: 'file': cannot use the image ", "No such file"),
        ("file = \"text.png\"", "4:36: 'file': cannot use the image ", "text.png: "),
        ("file = \".\"", "4:36: 'file': cannot use the image ", "/.: "),
        ("file = { caps = [1, 1, 1, 1] }", "4:36: missing 'file' in 'file'", ""),
        ("file = { file = \"logo.png\", caps = [-1, 0, 0, 0] }", "4:64: 'caps': expected", ""),
        ("label = \"x\"", "4:1: missing 'file' in an image", ""),
        ("file = 3", "4:36: 'file': expected a string, found a number", ""),
        ("file = \"logo.png\", content_mode = \"fill\"", "4:63: unknown content_mode 'fill'", ""),
    ])
    func `an image that cannot be used is told with its place`(
        options: String, message: String, reason: String
    ) {
        let errors = file("{ id = \"i\", type = \"image\", \(options) }").errors
        #expect(errors.count == 1)
        let text = errors.first.map { "\($0.line):\($0.column): \($0.message)" } ?? ""
        #expect(text.hasPrefix(message) && (reason.isEmpty || text.contains(reason)), "\(text)")
    }
}
