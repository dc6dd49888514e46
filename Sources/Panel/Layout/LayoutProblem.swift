/// Why a page does not fit a size.
package struct LayoutProblem: Hashable, Sendable {
    /// The table in the panel file that does not fit.
    package let position: SourcePosition
    package let message: String
}
