import Drawing
import Layers

/// The texts on the dial of a knob: the value, and the title below it. Only a text that is seen has a
/// layer.
struct KnobTexts {
    private var value: TextLayer?
    private var title: TextLayer?

    /// Places the texts around a centre, as wide as `radius` allows, and creates or removes their
    /// layers.
    mutating func layOut(on knob: Knob, center: Point, radius: Double) {
        let heights = [knob.valueFont, knob.titleFont].map {
            min($0?.lineHeight ?? 0, radius * 1.1)
        }
        var top = center.y - heights.reduce(0, +) / 2
        var place = Rect(
            x: (center.x - radius).rounded(), y: top.rounded(), width: (2 * radius).rounded(),
            height: heights[0].rounded(.up))
        let line = knob.valueFont.flatMap { Self.line(ofValueOf: knob, $0, in: place.width) }
        value = placed(value, line, on: knob, place)
        top += heights[0]
        place.origin.y = top.rounded()
        place.size.height = heights[1].rounded(.up)
        let titleLine = knob.titleFont.map { Self.line(of: knob.title, $0, in: place.width) }
        title = placed(title, titleLine, on: knob, place)
    }

    /// The layer of a text, if there is any.
    private func placed(
        _ old: TextLayer?, _ line: TextLine?, on knob: Knob, _ frame: Rect
    ) -> TextLayer? {
        guard let line else {
            old?.removeFromSuperlayer()
            return nil
        }
        let layer = old ?? TextLayer(font: line.font)
        layer.frame = frame
        layer.show(line)
        if old == nil { knob.layer.addSublayer(layer) }
        return layer
    }

    /// The value of a knob, in a shorter form or a smaller font if it does not fit; `nil` if it is
    /// left out.
    private static func line(ofValueOf knob: Knob, _ font: Font, in width: Double) -> TextLine? {
        let text = knob.readout(nil)
        guard !text.isEmpty else { return nil }
        let line = TextLine(text, font: font, figures: .tabular)
        // Most values fit, and then need none of their shorter forms.
        guard line.width > width else { return line }
        guard let shorter = knob.shorterReadouts(nil) else {
            return Self.line(of: text, font, in: width)
        }
        return font.fit([text] + shorter, in: width)
    }

    /// A line of words, in a smaller font if they do not fit.
    private static func line(of words: String, _ font: Font, in width: Double) -> TextLine {
        let smallest = max(font.size * 0.6, Font.sizes.lowerBound)
        var line = TextLine(words, font: font, figures: .tabular)
        while line.width > width, line.font.size > smallest {
            let smaller = font.smaller(max(line.font.size - 1, smallest))
            line = TextLine(words, font: smaller, figures: .tabular)
        }
        return line
    }

    /// Sets the colours of a theme.
    func color(_ theme: Theme) {
        value?.foregroundColor = theme.text
        title?.foregroundColor = theme.secondaryText
    }

    /// The texts as they are shown.
    func shown(on knob: Knob) -> [ShownText] {
        var shown: [ShownText] = []
        let text = knob.readout(nil)
        if let font = knob.valueFont, !text.isEmpty {
            let whole = [text] + (knob.shorterReadouts(nil) ?? [])
            shown.append(
                ShownText(
                    text, size: value?.font.size ?? font.size,
                    isCut: value.map { !whole.contains($0.string) } ?? true))
        }
        let font = title?.font ?? knob.titleFont
        if let title = ShownText(knob.title, font: font, in: title?.bounds.width ?? 0) {
            shown.append(title)
        }
        return shown
    }
}

extension Knob {
    /// The font of the value on the dial; `nil` if it is not shown.
    fileprivate var valueFont: Font? { showsValue ? font : nil }

    /// The font of the title on the dial; `nil` if there is none.
    fileprivate var titleFont: Font? { title.isEmpty ? nil : smallFont }
}
