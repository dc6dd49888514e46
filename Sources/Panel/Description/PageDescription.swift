package import TOML

/// One page, with strips side by side.
package struct PageDescription: Sendable {
    package var id: String
    /// The text for people; the ID by default.
    package var label: String
    /// The strips from left to right.
    package var strips: [StripDescription]
    /// For a bank, the number of strips in a full bank. A bank with fewer strips leaves space at
    /// the end, so that strips have the same places in all banks.
    package var bankSize: Int?
    /// Whether the file sets how many strips a bank has.
    var hasOwnBanks = false
    package var position: SourcePosition

    /// The strips without those that other pages describe.
    var ownStrips: [StripDescription] { strips.filter { !$0.isBorrowed } }

    /// The full IDs of the controls whose values are shown by labels of this page.
    var shownControls: Set<String> {
        Set(strips.flatMap(\.controls).compactMap(\.kind.shownControl))
    }

    /// The ID in the file. A bank has the ID of its page.
    var fileID: String { String(id.prefix { $0 != "/" }) }

    /// Whether this page is an area, which stays visible on every page.
    var isArea: Bool { id.isEmpty }
    /// The word for messages.
    var kindName: String { isArea ? "the area" : "the page" }
}
