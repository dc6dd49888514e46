/// A page of the panel, as controls name it.
struct PageName: Equatable, Sendable {
    let id: String
    /// What a person sees.
    let label: String
}
