import Controls
import Drawing
import PanelProtocol

/// The options that stopwatches and timers share.
struct StopwatchOptions: Sendable {
    static let table = OptionTable<Void>(of: ()) { options }

    @OptionBuilder<Void> static var options: OptionList<Void> {
        PanelOption(
            "hold_ms", .milliseconds(in: 100...10_000), unit: "ms", otherwise: .value("800"),
            "How long a finger stays to reset it. A tap starts and stops it."
        ).onlyForFingers
    }

    let behavior: BehaviorDescription
    private let options: OptionValues<Void>

    init(_ fields: inout TableFields, _ table: OptionTable<Void>) {
        behavior = BehaviorDescription(&fields, BehaviorDescription.discreteTable)
        options = table.read(&fields)
    }

    /// The value of an option in the file.
    func value<Value>(_ key: String) -> Value? { options.value(key) }

    static func converter(longest: Int = Int(Stopwatch.longest.components.seconds))
        -> StopwatchConverter
    {
        StopwatchConverter(longest: longest)
    }

    static var sizing: ControlSizing {
        // The figures show the value.
        ControlSizing(lines: 1.8, shareOfSideLabel: 0.5, minimumValueWidth: .infinity)
    }

    func isEquivalent(to other: StopwatchOptions) -> Bool {
        behavior == other.behavior && options.isEquivalent(to: other.options)
    }

    /// Creates the view, or updates a kept one.
    ///
    /// - Parameter duration: The time from which a timer counts down.
    func makeView(
        counting duration: Duration?, _ converter: StopwatchConverter, _ style: ControlStyle
    ) -> PublishedView {
        let watch = style.view(Stopwatch(frame: .zero, font: style.font))
        watch.theme = style.theme
        watch.color = style.accent
        watch.duration = duration
        watch.holdTime = options.value("hold_ms") ?? .milliseconds(800)
        return PublishedView(
            view: watch, value: { converter.value(of: watch) },
            assign: { converter.assign($0, to: watch) }, paint: { watch.color = $0 },
            fit: { fontSize in
                // People read a stopwatch that is higher than a line from a distance.
                let room = min(watch.bounds.height * 0.6, watch.bounds.width / 5)
                let size = max(fontSize, room.rounded()).clamped(from: 1, to: 400)
                watch.font = style.font.withSize(size)
            }, isDiscrete: true)
    }
}
