/// One page, with strips side by side.
package struct PageDescription: Sendable {
    package var id: String
    /// The text for people; the ID by default.
    package var label: String
    /// The strips from left to right.
    package var strips: [StripDescription]
    package var position: SourcePosition
}
