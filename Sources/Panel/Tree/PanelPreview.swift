package import Drawing
import PanelProtocol

/// Pictures of a panel without a display: all controls have their defaults, and no clock runs.
package struct PanelPreview {
    /// The sizes that panels usually have, in pixels and in millimetres if they are known.
    package static let commonSizes: [(width: Int, height: Int, millimetres: Size?)] = [
        (800, 480, Size(width: 154, height: 86)), (1024, 600, nil), (1280, 800, nil),
        (1920, 1080, nil),
        (480, 1920, nil), (600, 1024, nil),
    ]

    let panel: Panel

    /// Lays out a panel for a screen.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - millimetres: The width and height of the screen; `nil` if they are unknown. A size in
    ///     the panel file is used instead.
    /// - Throws: If the font cannot be used.
    package init(
        of description: PanelDescription, width: Int, height: Int, millimetres: Size? = nil
    ) throws {
        panel = try Panel(description, width: width, height: height, fonts: FontCollection())
        if millimetres != nil {
            panel.layOut(width: width, height: height, millimetres: millimetres)
        }
    }

    /// The IDs of the pages, with the banks that they have on this screen.
    package var pages: [String] { panel.pageNames.map(\.id) }

    /// The ID of a page, or of the first of its banks.
    package func page(named name: String) -> String? {
        pages.first { $0 == name } ?? pages.first { $0.hasPrefix(name + "/") }
    }

    /// Lays out the visible views.
    func update() {
        var damage = Region()
        panel.window.update(damage: &damage, at: .zero)
    }

    /// Draws a page, as a PNG file.
    ///
    /// - Parameters:
    ///   - id: The page.
    ///   - show: Shows what clients send, at the time of the picture.
    /// - Throws: What `show` throws, or if the picture cannot be compressed.
    package func png(
        page id: String, showing show: (Panel, Duration) throws -> Void = { _, _ in }
    ) throws -> [UInt8] {
        _ = panel.turn(to: id)
        panel.showChoices()
        panel.layOutIfNeeded()
        let bounds = panel.window.bounds
        let bitmap = Bitmap(
            width: Int(bounds.width), height: Int(bounds.height), format: .xrgb32)
        // In the second frame, all animations have ended.
        for time in [Duration.zero, .seconds(2)] {
            if time > .zero { try show(panel, time) }
            var damage = Region()
            panel.window.update(damage: &damage, at: time)
        }
        // Draws everything, because parts that equal the previous page are not damaged.
        panel.window.draw(Region(bitmap.bounds), into: bitmap)
        return try bitmap.pngData()
    }
}
