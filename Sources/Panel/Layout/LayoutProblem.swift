/// Why a page does not fit a size.
package struct LayoutProblem: Hashable, Sendable {
    /// What does not fit, in the panel file.
    package let position: SourcePosition
    package let message: String
}
