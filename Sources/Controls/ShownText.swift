import Drawing

/// A text as a view shows it.
package struct ShownText: Equatable, Sendable {
    /// The whole text.
    package let text: String
    /// The size of its font, in pixels.
    package let size: Double
    /// Whether a part of the text is left out, or all of it.
    package let isCut: Bool
    /// Whether the whole text is left out.
    package let isMissing: Bool

    /// A text in a view.
    package init(_ text: String, size: Double, isCut: Bool, isMissing: Bool = false) {
        self.text = text
        self.size = size
        self.isCut = isCut || isMissing
        self.isMissing = isMissing
    }

    /// A text in one line of the width `room`, in pixels; `nil` for an empty text.
    init?(_ text: String?, font: Font?, in room: Double) {
        guard let text, !text.isEmpty, let font else { return nil }
        self.init(
            text, size: font.size,
            isCut: TextLine(text, font: font, figures: .tabular).width > max(room, 0))
    }
}
