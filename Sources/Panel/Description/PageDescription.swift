/// One page: strips side by side.
package struct PageDescription: Sendable {
    package var id: String
    /// What a person sees; the id if the file says nothing.
    package var label: String
    /// The strips from left to right.
    package var strips: [StripDescription]
    package var position: SourcePosition
}
