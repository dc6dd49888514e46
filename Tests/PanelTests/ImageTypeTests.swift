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
        try Data(Bitmap(width: 30, height: 15).pngData())
            .write(to: folder.appending(path: "held.png"))
        try Data(Bitmap(width: 90, height: 70).pngData())
            .write(to: folder.appending(path: "large.png"))
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

    @Test func `an image is mirrored where controls begin at the right, if the file says so`()
        throws
    {
        for (option, isMirrored) in [
            ("", false), (", mirror = true", true), (", mirror = false", false),
        ] {
            let range = try view(
                """
                type = "range", orientation = "horizontal", direction = "rtl", \
                low_thumb_image = { file = "logo.png"\(option) }
                """, as: RangeSlider.self)
            let image = try #require(range.thumbImage(of: .lower, for: .normal))
            let drawn = image.flipped(forRightToLeft: range.isRightToLeft)
            #expect(drawn == (isMirrored ? image.withHorizontallyFlippedOrientation() : image))
        }
    }

    @Test func `a knob takes its dial and its pointer from files`() throws {
        let knob = try view(
            "type = \"knob\", face_image = \"logo.png\", pointer_image = \"logo.png\"",
            as: Knob.self)
        #expect(knob.faceImage?.size == Size(width: 20, height: 10))
        #expect(knob.pointerImage?.bitmap === knob.faceImage?.bitmap, "read once")
    }

    @Test func `a knob has images for each state`() throws {
        let knob = try view(
            """
            type = "knob", face_image = "logo.png", held_face_image = "held.png", \
            disabled_face_image = "logo.png", pointer_image = "held.png", \
            held_pointer_image = "logo.png", disabled_pointer_image = "held.png"
            """, as: Knob.self)
        let (small, large) = (Size(width: 20, height: 10), Size(width: 30, height: 15))
        #expect(knob.faceImage(for: .normal)?.size == small)
        #expect(knob.faceImage(for: .highlighted)?.size == large)
        #expect(knob.faceImage(for: .disabled)?.size == small)
        #expect(knob.pointerImage(for: .normal)?.size == large)
        #expect(knob.pointerImage(for: .highlighted)?.size == small)
        #expect(knob.pointerImage(for: .disabled)?.size == large)
    }

    @Test func `a range takes its parts from files, and one handle may differ from the other`()
        throws
    {
        let range = try view(
            """
            type = "range", thumb_image = "logo.png", held_thumb_image = "held.png", \
            high_thumb_image = "held.png", disabled_low_thumb_image = "held.png", \
            range_track_image = { file = "logo.png", caps = [2, 3, 2, 3] }, \
            held_track_image = "held.png", min_image = "logo.png", max_image = "held.png"
            """, as: RangeSlider.self)
        let (small, large) = (Size(width: 20, height: 10), Size(width: 30, height: 15))
        #expect(range.thumbImage(of: .lower, for: .normal)?.size == small)
        #expect(range.thumbImage(of: .upper, for: .normal)?.size == large)
        #expect(range.thumbImage(for: .highlighted)?.size == large, "both handles")
        #expect(range.thumbImage(of: .lower, for: .disabled)?.size == large)
        #expect(range.thumbImage(of: .upper, for: .disabled) == nil)
        #expect(
            range.trackHighlightImage(for: .normal)?.capInsets
                == EdgeInsets(top: 2, left: 3, bottom: 2, right: 3))
        #expect(range.trackImage(for: .normal) == nil)
        #expect(range.trackImage(for: .highlighted)?.size == large)
        #expect(range.minimumValueImage?.size == small && range.maximumValueImage?.size == large)
    }

    @Test(arguments: [
        (
            "thumb_image = \"logo.png\", thumb_color = \"danger\"",
            ["'thumb_color' is not in effect: 'thumb_image' is set"]
        ),
        (
            "track_image = \"logo.png\", track_color = \"danger\"",
            ["'track_color' is not in effect: 'track_image' is set"]
        ),
        (
            "low_thumb_image = \"logo.png\", high_thumb_image = \"held.png\", thumb_image = \"logo.png\"",
            ["'thumb_image' is not in effect: each handle has an image of its own"]
        ),
        (
            "low_thumb_image = \"logo.png\", high_thumb_image = \"held.png\", thumb_color = \"danger\"",
            ["'thumb_color' is not in effect: each handle has an image"]
        ),
        (
            "thumb_image = \"logo.png\", track_image = \"logo.png\", curvaceousness = 0.5",
            ["'curvaceousness' is not in effect: images replace the handles and the track"]
        ),
        ("low_thumb_image = \"logo.png\", thumb_color = \"danger\"", []),
        ("held_thumb_image = \"logo.png\", thumb_color = \"danger\"", []),
    ])
    func `options of parts that images replace on a range are reported`(
        options: String, messages: [String]
    ) {
        let file = file("{ id = \"i\", type = \"range\", \(options) }")
        #expect(file.warnings.map(\.message) == messages)
    }

    @Test func `an image of a held control that no finger holds is reported`() {
        let file = file(
            """
            { id = "i", type = "knob", access = "r", held_face_image = "logo.png" },
            { id = "j", type = "slider", access = "w", held_thumb_image = "logo.png", \
            disabled_thumb_image = "logo.png" },
            { id = "k", type = "range", held_track_image = "logo.png" },
            { id = "l", type = "knob", access = "w", held_nothing = "logo.png" }
            """)
        #expect(
            file.warnings.map(\.message).sorted() == [
                "'held_face_image' is not in effect: no finger holds it",
                "'held_thumb_image' is not in effect: no finger holds it",
                "unknown key 'held_nothing' in a knob",
            ])
    }

    @Test func `a slider takes its parts from files`() throws {
        let slider = try view(
            """
            type = "slider", thumb_image = "logo.png", held_thumb_image = "held.png", \
            disabled_thumb_image = "logo.png", min_image = "logo.png", max_image = "held.png", \
            min_track_image = { file = "logo.png", caps = [2, 3, 2, 3] }, max_track_image = "held.png"
            """, as: Slider.self)
        let (small, large) = (Size(width: 20, height: 10), Size(width: 30, height: 15))
        #expect(slider.thumbImage(for: .normal)?.size == small)
        #expect(slider.thumbImage(for: .highlighted)?.size == large)
        #expect(slider.thumbImage(for: .disabled)?.size == small)
        #expect(slider.minimumValueImage?.size == small)
        #expect(slider.maximumValueImage?.size == large)
        #expect(
            slider.minimumTrackImage(for: .normal)?.capInsets
                == EdgeInsets(top: 2, left: 3, bottom: 2, right: 3))
        #expect(slider.maximumTrackImage(for: .normal)?.size == large)
    }

    @Test func `the track of a slider has an image for each state`() throws {
        let slider = try view(
            """
            type = "slider", min_track_image = "logo.png", max_track_image = "logo.png", \
            held_min_track_image = "held.png", held_max_track_image = "held.png", \
            disabled_min_track_image = "held.png", disabled_max_track_image = "held.png"
            """, as: Slider.self)
        let (small, large) = (Size(width: 20, height: 10), Size(width: 30, height: 15))
        #expect(slider.currentMinimumTrackImage?.size == small)
        #expect(slider.currentMaximumTrackImage?.size == small)
        slider.isHighlighted = true
        #expect(slider.currentMinimumTrackImage?.size == large)
        #expect(slider.currentMaximumTrackImage?.size == large)
        slider.isHighlighted = false
        slider.isEnabled = false
        #expect(slider.currentMinimumTrackImage?.size == large)
        #expect(slider.currentMaximumTrackImage?.size == large)
    }

    @Test func `a slider that only shows a value has the images of one that can be moved`() throws {
        let slider = try view(
            """
            type = "slider", access = "w", thumb_image = "logo.png", \
            disabled_thumb_image = "held.png", min_track_image = "logo.png", \
            disabled_min_track_image = "held.png"
            """, as: Slider.self)
        #expect(!slider.isEnabled)
        #expect(slider.currentThumbImage?.size == Size(width: 20, height: 10))
        #expect(slider.currentMinimumTrackImage?.size == Size(width: 20, height: 10))
    }

    @Test func `an image that a momentary key never shows is reported`() {
        let images = """
            image_on = "logo.png", held_image = "held.png", face_image = "logo.png", \
            face_image_on = "logo.png", held_face_image = "held.png"
            """
        func warnings(_ options: String) -> [String] {
            file("{ id = \"i\", type = \"button\", \(options), \(images) }").warnings.map(\.message)
        }
        #expect(
            warnings("mode = \"momentary\"") == [
                "'held_image' is not in effect: the key is on while it is held, and 'image_on' is set",
                "'held_face_image' is not in effect: the key is on while it is held, and "
                    + "'face_image_on' is set",
            ])
        #expect(warnings("mode = \"latching\"").isEmpty)
        #expect(warnings("confirm = \"hold\"").isEmpty, "held before it is on")
    }

    @Test func `a key has images for each state, on it and in its place`() throws {
        let key = try view(
            """
            type = "switch", image = "logo.png", held_image = "held.png", image_on = "held.png", \
            disabled_image = "held.png", face_image = "logo.png", held_face_image = "held.png", \
            face_image_on = "held.png", disabled_face_image = "held.png"
            """, as: Button.self)
        let (small, large) = (Size(width: 20, height: 10), Size(width: 30, height: 15))
        #expect(key.image(for: .normal)?.size == small)
        #expect(key.backgroundImage(for: .normal)?.size == small)
        let others: [Control.State] = [
            .highlighted, .selected, [.selected, .highlighted], [.selected, .disabled], .disabled,
        ]
        for state in others {
            #expect(key.image(for: state)?.size == large)
            #expect(key.backgroundImage(for: state)?.size == large)
        }
    }

    @Test func `an image in place of a key needs one for when it is on`() {
        let file = file("{ id = \"i\", type = \"switch\", face_image = \"logo.png\" }")
        #expect(
            file.errors.map(\.message) == [
                "'face_image' needs 'face_image_on': the lamp is part of the key that it covers"
            ])
    }

    @Test func `an icon below an image is reported`() {
        let file = file(
            """
            { id = "i", type = "switch", icon = "play", icon_on = "stop", image = "logo.png" },
            { id = "j", type = "switch", icon = "play", icon_on = "stop", image_on = "logo.png" }
            """)
        #expect(
            file.warnings.map(\.message) == [
                "'icon' is not in effect: 'image' is set",
                "'icon_on' is not in effect: 'image' is set",
                "'icon_on' is not in effect: 'image_on' is set",
            ])
    }

    @Test func `a slider and a knob without images have those of the theme`() throws {
        let slider = try view("type = \"slider\"", as: Slider.self)
        #expect(slider.thumbImage(for: .normal) == nil && slider.minimumValueImage == nil)
        #expect(try view("type = \"knob\"", as: Knob.self).faceImage == nil)
    }

    @Test(arguments: [
        ("type = \"slider\", thumb_image = \"none.png\"", "4:44: 'thumb_image': cannot use"),
        ("type = \"knob\", face_image = { fil = 3 }", "4:41: missing 'file' in 'face_image'"),
    ])
    func `an unusable image of a part is reported with its position`(
        options: String, message: String
    ) {
        let errors = file("{ id = \"i\", \(options) }").errors
        let text = errors.first.map { "\($0.line):\($0.column): \($0.message)" } ?? ""
        #expect(errors.count == 1 && text.hasPrefix(message), "\(text)")
    }

    @Test func `a list reports that the control is an image`() throws {
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
    func `an unusable image is reported with its position`(
        options: String, message: String, reason: String
    ) {
        let errors = file("{ id = \"i\", type = \"image\", \(options) }").errors
        #expect(errors.count == 1)
        let text = errors.first.map { "\($0.line):\($0.column): \($0.message)" } ?? ""
        #expect(text.hasPrefix(message) && (reason.isEmpty || text.contains(reason)), "\(text)")
    }

    @Test func `an image that alone exceeds the limit of all images is rejected by its header`()
        throws
    {
        try Data(Bitmap(width: 2048, height: 1537).pngData())
            .write(to: folder.appending(path: "tall.png"))
        let errors = file("{ id = \"a\", type = \"image\", file = \"tall.png\" }").errors
        #expect(errors.count == 1)
        let reason = "it has 2048×1537 pixels: at most 3145728 in all"
        #expect(errors.first?.message.hasSuffix(reason) == true, "\(errors)")
    }

    @Test func `an image does not have the control's colour beside a tint`() {
        let options = "type = \"image\", file = \"logo.png\", color = \"danger\""
        #expect(file("{ id = \"i\", \(options) }").warnings.isEmpty)
        #expect(
            file("{ id = \"i\", \(options), tint = \"danger\" }").warnings.map(\.message)
                == ["'color' is not in effect: 'tint' is set"])
    }

    @Test func `images that together exceed the size limit are an error`() throws {
        for name in ["one.png", "two.png"] {
            let image = try Bitmap(width: 2048, height: 769).pngData()
            try Data(image).write(to: folder.appending(path: name))
        }
        let one = "{ id = \"a\", type = \"image\", file = \"one.png\" },\n"
        #expect(file(one).errors.isEmpty)
        let both = file(one + "{ id = \"b\", type = \"image\", file = \"two.png\" }")
        let more = file(
            one + "{ id = \"b\", type = \"image\", file = \"two.png\" },\n"
                + "{ id = \"c\", type = \"image\", file = \"logo.png\" }")
        #expect(more.errors.count == 1, "once")
        #expect(
            both.errors.map { "\($0.line): \($0.message)" } == [
                "5: 'file': 3149824 pixels of all images: at most 3145728 are allowed"
            ])
    }

    @Test func `an image may be behind several strips`() {
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [
                { id = "bg", at = [0, 0, 700, 400], controls = [
                  { id = "i", type = "image", file = "logo.png" } ] },
                { id = "a", at = [10, 10, 200, 300], controls = [{ id = "x", type = "knob" }] },
                { id = "b", at = [300, 10, 200, 300], controls = [{ id = "x", type = "knob" }] },
                { id = "c", at = [400, 10, 200, 300], controls = [{ id = "x", type = "knob" }] },
                ]
                """, name: folder.path + "/desk.toml")
        let errors = file.problems(atWidth: 800, height: 480).errors.map(\.message)
        #expect(errors.count == 1 && errors[0].contains("overlaps the strip 'b'"), "\(errors)")
    }

    @Test func `large images of other states are found as well`() throws {
        let file = file(
            """
            { id = "i", type = "slider", width = 80, height = 240, thumb_image = "logo.png", \
            held_thumb_image = "large.png", disabled_thumb_image = "large.png", \
            disabled_max_track_image = "large.png" },
            """)
        let preview = try PanelPreview(of: #require(file.panel), width: 800, height: 800)
        let found = preview.findings().map(\.message).filter { $0.contains("_image'") }
        #expect(
            found.compactMap { $0.split(separator: "'").dropFirst().first } == [
                "held_thumb_image", "disabled_thumb_image", "disabled_max_track_image",
            ])
    }

    @Test func `images that a range has no room for are found`() throws {
        let file = file(
            """
            { id = "i", type = "range", width = 260, height = 68, thumb_image = "large.png", \
            held_low_thumb_image = "large.png", max_image = "large.png" },
            { id = "j", type = "range", height = 68, thumb_image = "logo.png", track_image = "held.png" }
            """)
        let preview = try PanelPreview(of: #require(file.panel), width: 800, height: 800)
        let found = preview.findings().map(\.message)
        #expect(
            found == [
                "at 800×800 'thumb_image' has 90×70 pixels, and there is room for 68 across the "
                    + "track and 65 along it",
                "at 800×800 'held_low_thumb_image' has 90×70 pixels, and there is room for 68 "
                    + "across the track and 65 along it",
                "at 800×800 'max_image' has 90×70 pixels, and there is room for 68 across the "
                    + "track and 86 along it",
            ])
    }

    @Test func `images that a slider has no room for are found`() throws {
        let file = file(
            """
            { id = "i", type = "slider", width = 80, height = 240, thumb_image = "large.png", \
            min_image = "large.png", max_track_image = "large.png" },
            { id = "j", type = "slider", thumb_image = "logo.png", min_image = "logo.png" }
            """)
        let preview = try PanelPreview(of: #require(file.panel), width: 800, height: 800)
        let found = preview.findings().filter { $0.message.contains("_image'") }
        #expect(
            found.map { "\($0.position.line): \($0.message)" } == [
                "4: at 800×800 'thumb_image' has 90×70 pixels, and there is room for 80 across the "
                    + "track and 120 along it",
                "4: at 800×800 'max_track_image' has 90×70 pixels, and there is room for 80 across "
                    + "the track",
                "4: at 800×800 'min_image' has 90×70 pixels, and there is room for 80 across the "
                    + "track and 80 along it",
            ])
    }
}
