import Drawing

/// The values above the fingers that move a control.
struct ValuePopups {
    private var popups: [(touch: Touch, view: ValuePopup)] = []
    /// The one whose finger has left: it goes at once when another finger comes.
    private weak var leaving: ValuePopup?

    /// Whether no finger has one.
    var isEmpty: Bool { popups.isEmpty }

    /// A finger landed: shows `text` above it.
    mutating func show(
        _ text: String, _ touch: Touch, theme: Theme, font: Font, in window: Window
    ) {
        leaving?.removeFromSuperview()
        let view = ValuePopup(theme: theme, font: font)
        popups.append((touch, view))
        view.show(text, at: touch.location(in: nil), in: window)
    }

    /// Fingers moved: follows them.
    func move(_ touches: [Touch], in window: Window, text: (Touch) -> String) {
        for popup in popups where touches.contains(where: { $0 === popup.touch }) {
            popup.view.show(text(popup.touch), at: popup.touch.location(in: nil), in: window)
        }
    }

    /// The value is another.
    func update(text: (Touch) -> String) {
        for popup in popups { popup.view.update(text(popup.touch)) }
    }

    /// The finger left: its popup goes in a while.
    mutating func leave(_ touch: Touch) {
        guard let index = popups.firstIndex(where: { $0.touch === touch }) else { return }
        let view = popups.remove(at: index).view
        view.leave(at: touch.timestamp)
        leaving = view
    }
}
