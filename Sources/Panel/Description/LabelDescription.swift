/// The options of a label.
package struct LabelDescription: Equatable, Sendable {
    package var content: Content
    package var alignment: Alignment

    /// What a label says.
    package enum Content: Equatable, Sendable {
        case text(String)
        /// The value of the control with this full id.
        case value(of: String)
    }

    /// Where the text stands in its frame.
    package enum Alignment: String, CaseIterable, Sendable {
        case left
        case center
        case right
    }
}
