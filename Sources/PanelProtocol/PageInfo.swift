/// A page in the reply to `list`.
package struct PageInfo: Equatable, Sendable {
    /// The ID that shows the page.
    package var id: String
    /// The text that a person sees.
    package var label: String

    /// Describes a page.
    package init(id: String, label: String) {
        self.id = id
        self.label = label
    }
}
