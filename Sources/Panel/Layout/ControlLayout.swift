package import Drawing

/// The places of one control and its texts, in pixels of the panel.
package struct ControlLayout: Equatable, Sendable {
    /// The full id.
    package let id: String
    /// The control itself, which is drawn and touched.
    package let frame: PixelRect
    /// Its label, above it or beside it; `nil` without one, and for a label control, which is its own text.
    package let caption: PixelRect?
    /// Its value, below it or above it; `nil` if a label control shows it, or if there is no space.
    package let value: PixelRect?
}
