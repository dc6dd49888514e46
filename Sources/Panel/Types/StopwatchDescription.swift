import Controls
import Drawing
import PanelProtocol

/// The options of a stopwatch.
struct StopwatchDescription: BuiltInKind {
    static var options: [OptionEntry] {
        BehaviorDescription.discreteTable.entries + StopwatchOptions.table.entries
    }

    private let watch: StopwatchOptions

    init(_ fields: inout TableFields, at place: ControlPlace) {
        watch = StopwatchOptions(&fields, StopwatchOptions.table)
    }

    var converter: (any ValueConverter)? { StopwatchOptions.converter() }
    var isShownByLabels: Bool { false }
    var defaultValue: ControlValue? { StopwatchConverter.value(stoppedAt: 0) }
    var behavior: BehaviorDescription { watch.behavior }
    var sizing: ControlSizing { StopwatchOptions.sizing }

    func isEquivalent(to other: Self) -> Bool { watch.isEquivalent(to: other.watch) }

    func makeView(_ style: ControlStyle) -> PublishedView {
        watch.makeView(counting: nil, StopwatchOptions.converter(), style)
    }
}
