import Controls

/// The options of a switch whose thumb slides.
struct SlideDescription: Equatable, Sendable {
    /// Whether it is on at start.
    var isOn: Bool
    var orientation: Orientation
    var direction: Direction
    var conduct: ConductDescription

    init(_ fields: inout TableFields, at place: ControlPlace) {
        isOn = fields.defaultToggle()
        orientation = fields.choice("orientation", of: Orientation.self) ?? .horizontal
        direction = fields.choice("direction", of: Direction.self) ?? .leftToRight
        conduct = ConductDescription(ofDiscrete: &fields)
    }

    var room: ControlRoom {
        var room = ControlRoom(lines: orientation == .vertical ? 3 : 1.6)
        // The thumb says it.
        room.leastWidthOfValue = .infinity
        return room
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let slide = style.view(Switch(frame: .zero, isVertical: orientation == .vertical))
        slide.theme = style.theme
        slide.onTintColor = style.accent
        slide.isRightToLeft = direction == .rightToLeft
        if style.keptView == nil { slide.isOn = isOn }
        return PublishedView(
            view: slide, value: { .number(slide.isOn ? 1 : 0) },
            assign: { if let number = $0.number { slide.setOn(number != 0, animated: true) } },
            paint: { slide.onTintColor = $0 },
            isDiscrete: true)
    }
}
