package import Drawing

/// The places of one strip, its name and its controls, in pixels of the panel.
package struct StripLayout: Equatable, Sendable {
    package let id: String
    package let frame: PixelRect
    /// The strip's name, at its top; `nil` without one.
    package let title: PixelRect?
    /// In the order of the description.
    package let controls: [ControlLayout]
    /// The lines between controls.
    package let lines: [PixelRect]

    /// The same strip with left and right exchanged, on a page of this width.
    func mirrored(in width: Int) -> StripLayout {
        StripLayout(
            id: id, frame: frame.mirrored(in: width), title: title?.mirrored(in: width),
            controls: controls.map { $0.mirrored(in: width) },
            lines: lines.map { $0.mirrored(in: width) })
    }
}
