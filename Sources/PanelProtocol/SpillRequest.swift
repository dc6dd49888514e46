/// A request to show only the strips of a VCA on the pages, or all strips again.
package struct SpillRequest: Equatable, Sendable {
    /// The master: its full ID, or that of its strip; `nil` to show all strips again.
    package var master: String?
    /// Whether to show all strips again if this VCA is spilled already.
    package var toggles = false

    /// Creates a request.
    package init(_ master: String?, toggles: Bool = false) {
        self.master = master
        self.toggles = toggles
    }

    init(_ fields: Fields) throws(RequestError) {
        master = try fields.string("vca")
        toggles = try fields.boolean("toggle") ?? false
        if toggles, master == nil {
            throw RequestError(
                .badRequest, "toggle: name the vca whose strips are shown or not", field: "toggle")
        }
    }
}
