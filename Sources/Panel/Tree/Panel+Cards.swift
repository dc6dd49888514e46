import Controls

// Cards: controls in the same place. Another control selects which one is visible.
extension Panel {
    /// Makes the cards follow the controls that choose among them.
    func connectCards() {
        for control in controls {
            guard let card = control.description.card else { continue }
            cards[card.chooser, default: []].append(control)
        }
        for id in cards.keys { self[id]?.isChooser = true }
    }

    /// Shows the card that a control chooses, and hides the others. Hiding a card ends the touches
    /// on it.
    func showCard(of chooser: String) {
        let chooser = self[chooser]
        let value = chooser?.value?.text
        let word = chooser?.showsPages == true ? value.map(PageName.page(of:)) : value
        var hasChanged = false
        for control in chooser.flatMap({ cards[$0.id] }) ?? [] {
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
