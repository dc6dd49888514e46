import Drawing

/// The texts on the dial of a knob: the value, and the title below it.
struct KnobTexts {
    private var value: Label?
    private var title: Label?

    /// Places the texts around a centre, as wide as `radius` allows, and creates or removes their
    /// labels.
    mutating func layOut(on knob: Knob, center: Point, radius: Double) {
        value = placed(value, on: knob, isShown: knob.showsValue, knob.font) {
            $0.showValue(of: knob)
        }
        title = placed(title, on: knob, isShown: !knob.title.isEmpty, knob.smallFont) {
            $0.text = knob.title
        }
        let heights = [value, title].map { min($0?.font.lineHeight ?? 0, radius * 1.1) }
        var top = center.y - heights.reduce(0, +) / 2
        for (label, height) in zip([value, title], heights) {
            label?.frame = Rect(
                x: (center.x - radius).rounded(), y: top.rounded(), width: (2 * radius).rounded(),
                height: height.rounded(.up))
            top += height
        }
    }

    /// The label of a text, if the text is shown and there is a font.
    private func placed(
        _ old: Label?, on knob: Knob, isShown: Bool, _ font: Font?, _ fill: (Label) -> Void
    ) -> Label? {
        guard isShown, let font else {
            old?.removeFromSuperview()
            return nil
        }
        let label = old ?? Label(frame: .zero, font: font)
        label.font = font
        label.adjustsFontSizeToFitWidth = true
        fill(label)
        if label.superview == nil { knob.addSubview(label) }
        return label
    }

    /// Sets the colours of a theme.
    func color(_ theme: Theme) {
        value?.textColor = theme.text
        title?.textColor = theme.secondaryText
    }
}
