import Drawing
import Layers

/// The texts on the dial of a knob: the value, and the title below it. Only a visible text has a
/// layer.
struct KnobTexts {
    private var value: TextLayer?
    private var title: TextLayer?

    /// Places the texts in a circle, and creates or removes their layers.
    mutating func layOut(on knob: Knob, center: Point, radius: Double) {
        let places = KnobTextPlaces(
            center: center, radius: radius, hasValue: knob.valueFont != nil,
            hasTitle: knob.titleFont != nil)
        let valueLine = knob.valueFont.flatMap {
            Self.line(ofValueOf: knob, $0, in: places.roomForValue)
        }
        value = placed(value, valueLine, on: knob, places.frameOfValue)
        let titleLine = knob.titleFont.flatMap {
            $0.fit(words: knob.title, in: places.roomForTitle)
        }
        title = placed(title, titleLine, on: knob, places.frameOfTitle)
    }

    /// Whether a circle has room for the values of a knob, at least in their shortest forms: from
    /// one end of the scale to the other.
    static func fitValues(of knob: Knob, in radius: Double) -> Bool {
        guard let font = knob.valueFont else { return true }
        let places = KnobTextPlaces(
            center: .zero, radius: radius, hasValue: true, hasTitle: knob.titleFont != nil)
        return stride(from: 0, through: 1, by: 0.25).allSatisfy { position in
            let shortest = knob.shortestText(for: knob.scale.value(at: position))
            return font.fit([shortest], in: places.roomForValue) != nil
        }
    }

    /// The layer of a text; `nil` without a text.
    private func placed(
        _ old: TextLayer?, _ line: TextLine?, on knob: Knob, _ frame: (Font) -> Rect
    ) -> TextLayer? {
        guard let line else {
            old?.removeFromSuperlayer()
            return nil
        }
        let layer = old ?? TextLayer(font: line.font)
        layer.frame = frame(line.font)
        layer.show(line)
        if old == nil { knob.layer.addSublayer(layer) }
        return layer
    }

    /// The value of a knob, in a shorter form or a smaller font if it does not fit; `nil` if it is
    /// left out.
    private static func line(
        ofValueOf knob: Knob, _ font: Font, in room: (Font) -> Size
    ) -> TextLine? {
        let text = knob.readout(nil)
        guard !text.isEmpty else { return nil }
        let line = TextLine(text, font: font, figures: .tabular)
        // Most values fit, and then need none of their shorter forms.
        guard !line.fits(room(font)) else { return line }
        guard let shorter = knob.shorterReadouts(nil) else {
            return font.fit(words: text, in: room)
        }
        return font.fit([text] + shorter, in: room)
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
            let drawn = ShownText(
                value?.string, font: value?.font, in: value?.bounds.width ?? 0)
            shown.append(
                ShownText(
                    text, size: drawn?.size ?? font.size, isCut: drawn?.isCut ?? false,
                    isMissing: drawn == nil))
        }
        if let font = knob.titleFont {
            let drawn = ShownText(knob.title, font: title?.font, in: title?.bounds.width ?? 0)
            shown.append(
                drawn ?? ShownText(knob.title, size: font.size, isCut: true, isMissing: true))
        }
        return shown
    }
}

extension Knob {
    /// The font of the value on the dial; `nil` if it is not shown.
    fileprivate var valueFont: Font? { showsValue ? font : nil }

    /// The font of the title on the dial; `nil` if there is none.
    fileprivate var titleFont: Font? { title.isEmpty ? nil : font }
}
