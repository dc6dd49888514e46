import Controls
import PanelProtocol

/// The options of a segmented control: keys side by side, one of which is selected. Its value is
/// the option's word.
struct SegmentedDescription: BuiltInKind {
    static let table = OptionTable(of: SegmentedControl(frame: .zero, titles: [])) {
        PanelOption.orientation(.horizontal)
        PanelOption.direction(\.isRightToLeft)
    }

    static var options: [OptionEntry] {
        BehaviorDescription.discreteTable.entries + ChoiceDescription.table.entries + table.entries
    }

    private let choice: ChoiceDescription
    let behavior: BehaviorDescription
    private let options: OptionValues<SegmentedControl>

    private var orientation: Orientation { options.orientation(.horizontal) }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        choice = ChoiceDescription(&fields)
        behavior = BehaviorDescription(&fields, BehaviorDescription.discreteTable)
        options = Self.table.read(&fields)
    }

    var converter: (any ValueConverter)? { choice.converter }
    var defaultValue: ControlValue? { choice.defaultValue }
    var texts: [String] { choice.labels }

    var sizing: ControlSizing {
        let count = choice.options.count
        let isVertical = orientation == .vertical
        var sizing = ControlSizing(
            lines: isVertical ? 1.6 * Double(count) : 1.6,
            targets: isVertical ? (width: 1, height: count) : (width: count, height: 1))
        // In a row, each key is as wide as one of the other controls.
        if !isVertical { sizing.widthWeight = Double(count) }
        // The selected key shows the value.
        sizing.minimumValueWidth = .infinity
        return sizing
    }

    func isEquivalent(to other: Self) -> Bool {
        choice.isEquivalent(to: other.choice) && behavior == other.behavior
            && options.isEquivalent(to: other.options)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let isVertical = orientation == .vertical
        func make() -> SegmentedControl {
            SegmentedControl(frame: .zero, titles: choice.labels, isVertical: isVertical)
        }
        let segmented = style.view(make())
        options.apply(to: segmented, style, make: make)
        segmented.theme = style.theme
        segmented.selectedSegmentTintColor = style.accent
        if style.keptView == nil {
            segmented.selectedSegmentIndex = choice.defaultIndex
        } else {
            for (index, label) in choice.labels.enumerated() {
                segmented.setTitle(label, forSegmentAt: index)
            }
        }
        let words = choice.words
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

    var settings: [ControlInfo.Setting] { options.listed }
}
