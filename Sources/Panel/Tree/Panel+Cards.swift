import Controls

// Cards: controls in the same place. Another control selects which one is visible.
extension Panel {
    /// Shows the card that a control chooses, and hides the others. Hiding a card ends the touches
    /// on it.
    func showCard(of chooser: String) {
        let chooser = self[chooser]
        let value = chooser?.value?.text
        let word = chooser?.showsPages == true ? value.map(PageName.page(of:)) : value
        showCard(word, among: chooser.flatMap { table.cards[$0.id] } ?? [])
    }

    /// Shows the card with this word, and hides the others.
    func showCard(_ word: String?, among cards: [PanelControl]) {
        var hasChanged = false
        for control in cards {
            let isOnTop = control.description.card?.word == word
            guard control.isOnTop != isOnTop else { continue }
            control.isOnTop = isOnTop
            hasChanged = true
            showTexts(of: control)
        }
        if hasChanged { areVeilsOutdated = true }
        closeIdleValuePad()
    }
}
