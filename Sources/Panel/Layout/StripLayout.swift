package import Drawing

/// Where one strip, its name and its controls are, in pixels of the panel.
package struct StripLayout: Equatable, Sendable {
    package let id: String
    package let frame: PixelRect
    /// The strip's name, at its top; nil if it has none.
    package let title: PixelRect?
    /// In the order of the description.
    package let controls: [ControlLayout]
}
