package import PanelProtocol

/// A page in the reply to `list`.
package struct PanelPage: Equatable, Sendable {
    /// The page's ID.
    package var id: String
    /// The text on its tab; may be empty.
    package var label: String

    /// Reads a page in a reply to `list`; `nil` if a member is missing.
    init?(_ object: JSONObject) {
        guard let id = object["page"]?.string else { return nil }
        self.id = id
        label = object["label"]?.string ?? ""
    }

    /// The pages in a reply to `list`, in the panel's order.
    package static func list(_ reply: JSONObject) -> [PanelPage] {
        reply["pages"]?.array?.compactMap { $0.object.flatMap(PanelPage.init) } ?? []
    }
}
