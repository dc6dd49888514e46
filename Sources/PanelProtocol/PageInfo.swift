/// What `list` says of a page.
package struct PageInfo: Equatable, Sendable {
    /// The id by which it is shown.
    package var id: String
    /// What a person sees.
    package var label: String

    /// Describes a page.
    package init(id: String, label: String) {
        self.id = id
        self.label = label
    }
}
