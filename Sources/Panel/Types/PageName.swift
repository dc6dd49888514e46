/// A page of the panel, for controls that show pages.
struct PageName: Equatable, Sendable {
    let id: String
    /// The text for people.
    let label: String

    /// The ID in the file for the ID of a page or bank.
    static func page(of id: String) -> String { String(id.prefix { $0 != "/" }) }

    /// The IDs in the file for the IDs of pages and banks.
    static func pages(of ids: [String]) -> [String] {
        var pages: [String] = []
        for id in ids {
            let page = page(of: id)
            if pages.last != page { pages.append(page) }
        }
        return pages
    }

    /// The names of a page, or of its banks if it has more strips than a bank.
    ///
    /// - Parameters:
    ///   - id: The ID in the file.
    ///   - label: The label in the file, if it has one.
    ///   - isOnly: Whether the file has no other page: its banks need no name then.
    ///   - stripCount: The number of strips.
    ///   - bankSize: The greatest number of strips of a bank; `nil` for one bank.
    static func names(
        ofPage id: String, label: String?, isOnly: Bool, stripCount: Int, bankSize: Int?
    ) -> [PageName] {
        guard let bankSize, stripCount > bankSize else {
            return [PageName(id: id, label: label ?? id)]
        }
        return stride(from: 0, to: stripCount, by: bankSize).enumerated().map { bank, first in
            let last = min(first + bankSize, stripCount)
            let strips = last == first + 1 ? "\(last)" : "\(first + 1)–\(last)"
            let name = label ?? (isOnly ? nil : id)
            return PageName(
                id: "\(id)/\(bank + 1)", label: name.map { "\($0) \(strips)" } ?? strips)
        }
    }
}
