/// The pages and areas of a panel, their tabs, and which of them are visible.
struct PageTree {
    /// The pages, in order.
    private(set) var pages: [PageView] = []
    /// The areas, as pages that are always visible.
    private(set) var areas: [PageView] = []
    /// Pages of the strips that a spill shows from several banks, each with the ID of the page in
    /// the file. One is visible in place of a bank.
    private(set) var gatherings: [PageView] = []
    /// The tabs above every page; `nil` without them.
    var bar: PageBar?
    /// The index of the visible page.
    var index = 0
    /// The banks that were shown last, by the ID of their page.
    private var shownBanks: [String: String] = [:]
    /// Where the strips with an ID are: the pages, and the indices of the strips on them.
    private(set) var stripPlaces: [String: [(page: PageView, strip: Int)]] = [:]

    var all: [PageView] { pages + areas + gatherings }

    /// The visible page, or the bank in whose place spilled strips are visible.
    var visible: PageView? { pages.indices.contains(index) ? pages[index] : nil }

    /// The visible page, or the page of the gathered strips in its place.
    var shown: PageView? {
        visible.map { page in
            gatherings.first { $0.id == page.description.fileID } ?? page
        }
    }

    // MARK: Changes

    /// Adds a page or an area after the others.
    mutating func add(_ page: PageView) {
        if page.description.isArea { areas.append(page) } else { pages.append(page) }
        addStrips(of: page)
    }

    /// Adds a page of gathered strips.
    mutating func addGathering(_ page: PageView) {
        gatherings.append(page)
        addStrips(of: page)
    }

    private mutating func addStrips(of page: PageView) {
        for (index, strip) in page.description.strips.enumerated() {
            stripPlaces[strip.id, default: []].append((page, index))
        }
    }

    /// Removes the pages of gathered strips.
    mutating func removeGatherings() {
        let old = gatherings
        gatherings = []
        for strip in old.flatMap(\.description.strips) {
            stripPlaces[strip.id]?.removeAll { place in old.contains { $0 === place.page } }
        }
    }

    /// Removes all pages and areas.
    mutating func removeAll() {
        (pages, areas, gatherings, stripPlaces) = ([], [], [], [:])
    }

    // MARK: Banks

    /// The ID of the page that a request names: a page, a bank, the bank of a page that was shown
    /// last, or a neighbour of the visible page. `nil` if there is none.
    func page(named name: String) -> String? {
        let ids = pages.map(\.id)
        if ids.contains(name) { return name }
        if let bank = shownBanks[name], ids.contains(bank) { return bank }
        if let bank = ids.first(where: { $0.hasPrefix(name + "/") }) { return bank }
        guard let index = visible.flatMap({ ids.firstIndex(of: $0.id) }) else { return nil }
        switch name {
        case "next": return ids[(index + 1) % ids.count]
        case "prev": return ids[(index + ids.count - 1) % ids.count]
        default: return nil
        }
    }

    /// The page or bank that replaces a saved one: on another screen, a page may have banks, or
    /// none.
    func bank(of saved: String) -> String {
        if pages.contains(where: { $0.id == saved }) { return saved }
        let page = Self.page(ofBank: saved)
        let bank = self.page(named: page) ?? saved
        return bank == page || bank.hasPrefix(page + "/") ? bank : saved
    }

    /// Records a saved bank that this screen lacks, for a screen that has it. What is shown in its
    /// place was shown before.
    mutating func noteSaved(_ bank: String) {
        let page = Self.page(ofBank: bank)
        if bank != page, !pages.contains(where: { $0.id == bank }) {
            shownBanks[page] = bank
        }
    }

    /// What is saved in place of a page: its bank that was shown or saved last, for a screen that has
    /// it. A panel that starts before its screen may have no banks.
    func bankToSave(for page: String) -> String { shownBanks[Self.page(ofBank: page)] ?? page }

    /// Records that a page is shown, if it is a bank.
    mutating func noteShown(_ id: String) {
        let page = Self.page(ofBank: id)
        if page != id { shownBanks[page] = id }
    }

    /// Forgets the banks of pages that another panel file lacks.
    mutating func forgetBanks(except pages: [PageDescription]) {
        shownBanks = shownBanks.filter { id, _ in pages.contains { $0.fileID == id } }
    }

    /// The page of a bank such as `mix/2`.
    private static func page(ofBank id: String) -> String { String(id.prefix { $0 != "/" }) }
}
