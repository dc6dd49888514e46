/// A page of the panel, for controls that show pages.
struct PageName: Equatable, Sendable {
    let id: String
    /// The text for people.
    let label: String
}
