import Drawing

/// The popups above the fingers that move a control.
struct ValuePopups {
    private var popups: [(touch: Touch, view: ValuePopup)] = []
    /// The popup whose finger has left. Another finger that lands removes it at once.
    private weak var leaving: ValuePopup?

    /// Whether no finger has a popup.
    var isEmpty: Bool { popups.isEmpty }

    /// Shows `text` above a finger that landed.
    mutating func show(
        _ text: String, _ touch: Touch, theme: Theme, font: Font, in window: Window
    ) {
        leaving?.removeFromSuperview()
        let view = ValuePopup(theme: theme, font: font)
        popups.append((touch, view))
        view.show(text, at: touch.location(in: nil), in: window)
    }

    /// Moves the popups with their fingers.
    func move(_ touches: [Touch], in window: Window, text: (Touch) -> String) {
        for popup in popups where touches.contains(where: { $0 === popup.touch }) {
            popup.view.show(text(popup.touch), at: popup.touch.location(in: nil), in: window)
        }
    }

    /// Updates the texts after the value changed.
    func update(text: (Touch) -> String) {
        for popup in popups { popup.view.update(text(popup.touch)) }
    }

    /// Starts the delay after which the popup of a finger that left disappears.
    mutating func leave(_ touch: Touch) {
        guard let index = popups.firstIndex(where: { $0.touch === touch }) else { return }
        let view = popups.remove(at: index).view
        view.leave(at: touch.timestamp)
        leaving = view
    }
}
