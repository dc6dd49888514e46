package import Drawing

/// The places of one control and its texts, in pixels of the panel.
package struct ControlLayout: Equatable, Sendable {
    /// The full id.
    package let id: String
    /// The control itself, which is drawn and touched.
    package let frame: PixelRect
    /// Its label, above or beside it; `nil` without one, and for a `label` control, which draws its
    /// own text.
    package let caption: PixelRect?
    /// Its value, below it or above it; `nil` if a label control shows it, or if there is no space.
    package let value: PixelRect?

    /// The same control with left and right exchanged, on a page of this width.
    func mirrored(in width: Int) -> ControlLayout {
        ControlLayout(
            id: id, frame: frame.mirrored(in: width), caption: caption?.mirrored(in: width),
            value: value?.mirrored(in: width))
    }
}

extension PixelRect {
    /// This rectangle with left and right exchanged, in a space of this width.
    func mirrored(in width: Int) -> PixelRect {
        PixelRect(x: width - maxX, y: y, width: self.width, height: height)
    }
}
