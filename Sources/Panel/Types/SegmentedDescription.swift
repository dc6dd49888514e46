import Controls
import PanelProtocol

/// The options of keys side by side of which one is selected: its value is the option's word.
struct SegmentedDescription: ControlKind {
    var choice: ChoiceDescription
    var orientation: Orientation
    var direction: Direction
    var conduct: ConductDescription

    init(_ fields: inout TableFields, at place: ControlPlace) {
        choice = ChoiceDescription(&fields)
        orientation = fields.choice("orientation", of: Orientation.self) ?? .horizontal
        direction = fields.choice("direction", of: Direction.self) ?? .leftToRight
        conduct = ConductDescription(ofDiscrete: &fields)
    }

    var law: (any ValueLaw)? { choice.law }
    var defaultValue: ControlValue? { choice.defaultValue }
    var texts: [String] { choice.labels }

    var room: ControlRoom {
        let count = choice.options.count
        let isVertical = orientation == .vertical
        var room = ControlRoom(
            lines: isVertical ? 1.6 * Double(count) : 1.6,
            targets: isVertical ? (width: 1, height: count) : (width: count, height: 1))
        // The key that is lit says it.
        room.leastWidthOfValue = .infinity
        return room
    }

    var withoutLooks: Self {
        var other = self
        other.choice = choice.withoutLabels
        return other
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let segmented = style.view(
            SegmentedControl(
                frame: .zero, titles: choice.labels, isVertical: orientation == .vertical))
        segmented.theme = style.theme
        segmented.selectedSegmentTintColor = style.accent
        segmented.isRightToLeft = direction == .rightToLeft
        if style.keptView == nil {
            segmented.selectedSegmentIndex = choice.defaultIndex
        } else {
            for (index, label) in choice.labels.enumerated() {
                segmented.setTitle(label, forSegmentAt: index)
            }
        }
        let words = choice.options.map(\.value)
        let labels = choice.labels
        return PublishedView(
            view: segmented,
            value: {
                let index = segmented.selectedSegmentIndex
                return words.indices.contains(index) ? .text(words[index]) : nil
            },
            assign: { value in
                guard let index = value.text.flatMap(words.firstIndex(of:)) else { return }
                segmented.selectedSegmentIndex = index
            },
            paint: { segmented.selectedSegmentTintColor = $0 },
            fit: { fontSize in
                let width = segmented.rectForSegment(at: 0).width - 11
                segmented.font = style.font.withSize(
                    style.font.size(for: labels, in: width, atMost: fontSize))
            },
            isDiscrete: true)
    }

    func describe(in info: inout ControlInfo) { info.orientation = orientation.rawValue }
}
