package import Drawing

/// Where one control and its texts are, in pixels of the panel.
package struct ControlLayout: Equatable, Sendable {
    /// The full id.
    package let id: String
    /// The control itself: what is drawn and touched.
    package let frame: PixelRect
    /// Its label, above it; nil if it has none, and for a label, which is its own text.
    package let caption: PixelRect?
    /// Its value, below it; nil where a label shows it, and where there is no room.
    package let value: PixelRect?
}
