import Controls
import Drawing
import PanelProtocol

/// The options of a timer that counts down.
struct TimerDescription: BuiltInKind {
    static let table = OptionTable<Void>(of: ()) {
        StopwatchOptions.options
        PanelOption(
            "duration", .duration, otherwise: .phrase("none"),
            "The time from which it counts down: minutes and seconds, or with hours before them."
        ).required
    }

    static var options: [OptionEntry] {
        BehaviorDescription.discreteTable.entries + table.entries
    }

    private let watch: StopwatchOptions
    /// In seconds, at least 1.
    private let duration: Int

    init(_ fields: inout TableFields, at place: ControlPlace) {
        watch = StopwatchOptions(&fields, Self.table)
        let duration: Int = watch.value("duration") ?? 1
        let (least, most) = (Self.durations.lowerBound, Self.durations.upperBound)
        if !Self.durations.contains(duration) {
            fields.error(
                "'duration' is \(duration.timeText(showsSeconds: true)), outside "
                    + least.timeText(showsSeconds: true) + "…"
                    + most.timeText(showsSeconds: true), at: "duration")
        }
        self.duration = duration.clamped(from: least, to: most)
    }

    /// The possible durations, in seconds.
    fileprivate static let durations = 1...Int(Stopwatch.longest.components.seconds) - 1

    private var ownConverter: StopwatchConverter { StopwatchOptions.converter(longest: duration) }
    var converter: (any ValueConverter)? { ownConverter }
    var isShownByLabels: Bool { false }
    var defaultValue: ControlValue? { StopwatchConverter.value(stoppedAt: duration) }
    var behavior: BehaviorDescription { watch.behavior }
    var sizing: ControlSizing { StopwatchOptions.sizing }

    func isEquivalent(to other: Self) -> Bool {
        watch.isEquivalent(to: other.watch) && duration == other.duration
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        watch.makeView(counting: .seconds(duration), ownConverter, style)
    }
}

extension OptionForm where Value == Int {
    /// A duration in whole seconds: a number, or `"1:30"` or `"1:30:00"`.
    fileprivate static var duration: Self {
        Self(
            .either([
                .form(pattern: "^([0-9]{1,2}:)?[0-5]?[0-9]:[0-5]?[0-9]$", example: "5:00"),
                .integer(TimerDescription.durations),
            ]),
            read: { fields, key in
                guard let value = fields.value(key) else { return nil }
                let written = value.asString.map(StopwatchConverter.seconds) ?? value.asNumber
                if let seconds = written.flatMap({ Int(exactly: $0) }) { return seconds }
                fields.error(
                    "'\(key)': expected a time such as \"5:00\" or \"1:30:00\", or its seconds",
                    at: key)
                return nil
            })
    }
}
