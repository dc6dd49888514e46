import PanelProtocol

/// Converts a choice between words, such as the options of a segmented control.
///
/// Its travel is divided evenly: the first option is at 0, the last at 1.
final class ChoiceConverter: ValueConverter {
    /// The words, at least one.
    let options: [String]
    /// The texts for people; one for each option.
    let labels: [String]

    init(options: [String], labels: [String]) {
        self.options = options
        self.labels = labels
    }

    var words: [String]? { options }

    private func index(of value: ControlValue) -> Int? {
        value.text.flatMap(options.firstIndex(of:))
    }

    private var last: Int { options.count - 1 }

    func norm(of value: ControlValue) -> ControlValue {
        .number(last > 0 ? Double(index(of: value) ?? 0) / Double(last) : 0)
    }

    func gain(of value: ControlValue) -> Double? { nil }

    func text(of value: ControlValue) -> String { index(of: value).map { labels[$0] } ?? "" }

    func shorterTexts(of value: ControlValue) -> [String]? { nil }

    func value(_ change: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        switch change {
        case .value(let value):
            return index(of: value) == nil ? nil : value
        case .norm(let norm):
            guard let norm = norm.number else { return nil }
            return option(near: norm * Double(last))
        case .delta(let delta):
            guard let delta = delta.number, let present = index(of: present) else { return nil }
            return option(near: Double(present) + delta)
        case .deltaNorm(let delta):
            guard let delta = delta.number, let present = index(of: present) else { return nil }
            return option(near: Double(present) + delta * Double(last))
        }
    }

    private func option(near index: Double) -> ControlValue {
        .text(options[Int(index.rounded().clamped(from: 0, to: Double(last)))])
    }

    var expected: String { "one of \(options.joined(separator: ", "))" }

    func describe(in info: inout ControlInfo) {
        info.options = options
        guard labels != options else { return }
        info.values = zip(options, labels).map { .init(.text($0), label: $1) }
    }
}
