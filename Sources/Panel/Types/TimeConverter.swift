import Controls
import PanelProtocol

/// Converts a time: whole seconds, shown as `01:30:00`.
final class TimeConverter: ValueConverter {
    /// The least time, in seconds.
    let minimum: Int
    /// The greatest time, in seconds.
    let maximum: Int
    /// The step, in seconds.
    let step: Int
    /// Whether the text has seconds; the value always does.
    let showsSeconds: Bool

    init(minimum: Int, maximum: Int, step: Int, showsSeconds: Bool) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.showsSeconds = showsSeconds
    }

    private var span: Double { Double(max(maximum - minimum, 1)) }

    func norm(of value: ControlValue) -> ControlValue {
        .number(((value.number ?? Double(minimum)) - Double(minimum)) / span)
    }

    func gain(of value: ControlValue) -> Double? { nil }

    func text(of value: ControlValue) -> String {
        value.number.map { Int($0).timeText(showsSeconds: showsSeconds) } ?? ""
    }

    func value(_ change: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        if case .value(.text(let text)) = change { return Self.seconds(text).map(clamped) }
        guard let wanted = change.value.number, let present = present.number else { return nil }
        return switch change {
        case .value: clamped(wanted)
        case .norm: clamped(Double(minimum) + wanted * span)
        case .delta: clamped(present + wanted)
        case .deltaNorm: clamped(present + wanted * span)
        }
    }

    func nearest(to value: ControlValue) -> ControlValue { value.number.map(clamped) ?? value }

    private func clamped(_ seconds: Double) -> ControlValue {
        .number(seconds.rounded().clamped(from: Double(minimum), to: Double(maximum)))
    }

    func excess(of value: ControlValue) -> String? {
        guard let seconds = value.number ?? value.text.flatMap(Self.seconds),
            !(Double(minimum)...Double(maximum)).contains(seconds)
        else { return nil }
        let found = value.text ?? written(seconds)
        return "\(found), outside \(bounds[0])…\(bounds[1])"
    }

    private var bounds: [String] {
        [minimum, maximum].map { $0.timeText(showsSeconds: showsSeconds) }
    }

    var expected: String {
        "a time in \(bounds[0])...\(bounds[1]), or its seconds"
    }

    func describe(in info: inout ControlInfo) {
        info.unit = "s"
        info.minimum = Double(minimum)
        info.maximum = Double(maximum)
        info.step = Double(step)
    }

    // MARK: Text

    /// The seconds of a time in the form `1:30` or `1:30:00`; `nil` for other texts.
    static func seconds(_ text: String) -> Double? {
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = pieces.compactMap { piece in
            (1...2).contains(piece.utf8.count)
                && piece.utf8.allSatisfy { (0x30...0x39).contains($0) }
                ? Int(piece) : nil
        }
        guard (2...3).contains(pieces.count), numbers.count == pieces.count,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return Double(numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0))
    }
}
