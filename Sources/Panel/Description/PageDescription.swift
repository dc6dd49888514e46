package import TOML

/// One page, with strips side by side.
package struct PageDescription: Sendable {
    package var id: String
    /// The text for people; the ID by default.
    package var label: String
    /// The strips from left to right.
    package var strips: [StripDescription]
    /// For a bank, the number of strips of a full one. Others leave room at the end, so that strips
    /// are at the same places in all banks.
    package var bankSize: Int?
    /// Whether the file says how many strips a bank has.
    var hasOwnBanks = false
    package var position: SourcePosition

    /// The strips without those that other pages describe.
    var ownStrips: [StripDescription] { strips.filter { !$0.isBorrowed } }

    /// The controls whose values labels of the page show.
    var shownControls: Set<String> {
        Set(strips.flatMap(\.controls).compactMap(\.kind.shownControl))
    }

    /// The ID in the file: for a bank, that of the page.
    var fileID: String { String(id.prefix { $0 != "/" }) }

    /// Whether it stands for an area, which stays whatever page is shown.
    var isArea: Bool { id.isEmpty }
    /// The word for messages.
    var kindName: String { isArea ? "the area" : "the page" }
}
