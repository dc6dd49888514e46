import Controls

// All that keys and words choose on a page.
extension PanelPreview {
    /// Calls `body` while each card of these pages is visible, and while each strip is that a key
    /// chooses. All choosers step at the same time. Their values do not change.
    ///
    /// - Parameter limit: The greatest number of steps, which bounds the time.
    func forEachChoice(on pages: [PageView], atMost limit: Int, _ body: () -> Void) {
        panel.showChoices()
        let cards = panel.table.cards.filter { panel[$0.key]?.showsPages == false }.values.map {
            $0.filter { card in pages.contains { $0 === card.host } }
        }
        let words = cards.map { unique($0.compactMap(\.description.card?.word)) }
        var strips: [String: [String]] = [:]
        for strip in pages.flatMap(\.description.strips) where strip.isVisible {
            if let selector = strip.selector { strips[selector, default: []].append(strip.id) }
        }
        strips = strips.mapValues(unique)
        let count = max(1, words.map(\.count).max() ?? 0, strips.values.map(\.count).max() ?? 0)
        for step in 0..<min(count, limit) {
            for (cards, words) in zip(cards, words) where words.indices.contains(step) {
                panel.showCard(words[step], among: cards)
            }
            let chosen = strips.mapValues { $0[min(step, $0.count - 1)] }
            let selected = panel.selected.merging(chosen) { $1 }
            for page in pages { _ = page.select(selected, styles: panel.styles(on: page)) }
            panel.layOutIfNeeded()
            body()
        }
        panel.showChoices()
        panel.layOutIfNeeded()
    }

    /// The texts without those that are equal to an earlier one.
    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
