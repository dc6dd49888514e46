import Controls
import PanelProtocol

/// Converts the value of a stopwatch or timer: seconds, and whether it is running.
final class StopwatchConverter: ValueConverter {
    /// The greatest time, in seconds.
    let longest: Int

    init(longest: Int) { self.longest = longest }

    private static let seconds = "seconds"
    private static let running = "running"

    private var parts: PartsConverter {
        PartsConverter(axes: [
            (Self.seconds, Self.scale(to: Double(longest), unit: "s", step: nil)),
            (Self.running, Self.scale(to: 1, unit: "", step: 1)),
        ])
    }

    private static func scale(to maximum: Double, unit: String, step: Double?) -> ScaleDescription {
        ScaleDescription(
            unit: unit, taper: Taper(.linear, minimum: 0, maximum: maximum), taperName: "linear",
            step: step, detents: [], format: ValueFormat())
    }

    /// The value of a control.
    func value(of watch: Stopwatch) -> ControlValue {
        let seconds = (watch.time / .milliseconds(10)).rounded() / 100
        return .parts([.init(Self.seconds, seconds), .init(Self.running, watch.isRunning ? 1 : 0)])
    }

    /// Sets the parts that a value has.
    func assign(_ value: ControlValue, to watch: Stopwatch) {
        if let time = time(in: value) { watch.setTime(time) }
        guard let running = value[part: Self.running] else { return }
        // Any number is rounded to 0 or 1.
        if running < 0.5 { watch.stop() } else { watch.start() }
    }

    /// The value of a stopped stopwatch.
    static func value(stoppedAt seconds: Int) -> ControlValue {
        .parts([.init(Self.seconds, Double(seconds)), .init(running, 0)])
    }

    var hasTravel: Bool { false }
    func norm(of value: ControlValue) -> ControlValue { parts.norm(of: value) }
    func gain(of value: ControlValue) -> Double? { nil }
    func text(of value: ControlValue) -> String {
        let isLeft = longest < Int(Stopwatch.longest.components.seconds)
        return Stopwatch.text(of: time(in: value) ?? .zero, isLeft: isLeft)
    }

    /// The time in a value, clamped to the limits because a client may send any number.
    private func time(in value: ControlValue) -> Duration? {
        value[part: Self.seconds].map { .seconds($0.clamped(from: 0, to: Double(longest))) }
    }

    func value(_ change: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        if case .value(.text(let text)) = change {
            return Self.seconds(text).map { .parts([.init(Self.seconds, $0)]) }
        }
        return parts.value(change, from: present)
    }

    /// The seconds of a time in the form `1:30`, minutes and seconds, or `1:30:00`; `nil` for other
    /// texts.
    static func seconds(_ text: String) -> Double? {
        let isShort = text.split(separator: ":", omittingEmptySubsequences: false).count == 2
        return TimeConverter.seconds(isShort ? "0:" + text : text)
    }

    func excess(of value: ControlValue) -> String? { parts.excess(of: value) }
    func nearest(to value: ControlValue) -> ControlValue { parts.nearest(to: value) }
    var expected: String { parts.expected + ", or a time such as \"1:30\"" }
    func describe(in info: inout ControlInfo) { parts.describe(in: &info) }
}
