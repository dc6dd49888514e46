import Drawing

/// The places of the value and the title in the circle on a dial that the pointer leaves free.
/// Where there are both, the value is above the centre and the title below it.
///
/// No corner of a text is outside the circle, so that the pointer covers nothing in any direction.
struct KnobTextPlaces {
    let center: Point
    let radius: Double
    let hasValue: Bool
    let hasTitle: Bool

    /// The space for the value in a font: as high as its line, and as wide as the circle where its
    /// digits are. They are as high as capitals.
    func roomForValue(_ font: Font) -> Size {
        let middle = hasTitle ? font.lineHeight / 2 + rise(font) : 0
        return room(font, farthest: middle + font.capHeight / 2)
    }

    /// The space for the title in a font.
    func roomForTitle(_ font: Font) -> Size {
        room(font, farthest: hasValue ? font.lineHeight - rise(font) : font.lineHeight / 2)
    }

    /// How far above the centre the two texts meet, so that the digits at the top are as far from
    /// it as the descenders at the bottom.
    private func rise(_ font: Font) -> Double { (font.lineHeight - font.capHeight) / 4 }

    /// The space for a text that extends so far above or below the centre.
    private func room(_ font: Font, farthest: Double) -> Size {
        guard farthest < radius else { return .zero }
        let half = (radius * radius - farthest * farthest).squareRoot()
        return Size(width: (2 * half).rounded(.down), height: font.lineHeight)
    }

    /// The frame of the value.
    func frameOfValue(_ font: Font) -> Rect {
        let top = hasTitle ? -font.lineHeight - rise(font) : -font.lineHeight / 2
        return frame(roomForValue(font), top: top)
    }

    /// The frame of the title.
    func frameOfTitle(_ font: Font) -> Rect {
        frame(roomForTitle(font), top: hasValue ? -rise(font) : -font.lineHeight / 2)
    }

    private func frame(_ size: Size, top: Double) -> Rect {
        Rect(
            x: (center.x - size.width / 2).rounded(), y: (center.y + top).rounded(),
            width: size.width, height: size.height)
    }
}
