package import Panel
import PanelProtocol

extension OptionEntry {
    /// The whole text for readers.
    package var description: String {
        var sentences = [sentence] + wordSentences
        sentences += [defaultSentence, rangeSentence].compactMap(\.self)
        sentences += conditions.map(\.sentence)
        return sentences.joined(separator: " ")
    }

    /// The words with their effects.
    private var wordSentences: [String] {
        let explained = words.map { "\"\($0.word)\": \($0.sentence)." }
        let rest = shape.words.filter { word in !words.contains { $0.word == word } }
        guard !rest.isEmpty else { return explained }
        let list = rest.map { "\"\($0)\"" }.joined(separator: ", ")
        return explained + [explained.isEmpty ? "One of \(list)." : "Or \(list)."]
    }

    /// The default; `nil` for none.
    package var defaultSentence: String? {
        if isRequired { return "Required." }
        return switch defaultValue {
        case .value(let value)?: "Default: \(value)."
        case .phrase(let phrase)?: "Default: \(phrase)."
        case nil: nil
        }
    }

    /// The range of its numbers; `nil` if it has none.
    private var rangeSentence: String? {
        guard let range = shape.range else { return unit.isEmpty ? nil : "In \(unit)." }
        return "Range: \(range)\(unit.isEmpty ? "" : " " + unit)."
    }
}

extension OptionCondition {
    /// The condition under which the option has an effect.
    fileprivate var sentence: String {
        let list = values.joined(separator: " or ")
        if values.isEmpty { return "\(isWanted ? "Only" : "Not") with \"\(key)\"." }
        return isWanted ? "Only with \(key) = \(list)." : "Not with \(key) = \(list)."
    }
}

extension OptionShape {
    /// The valid words.
    fileprivate var words: [String] {
        switch self {
        case .word(let words): words
        case .list(let shape, _): shape.words
        case .either(let shapes): shapes.flatMap(\.words)
        default: []
        }
    }

    /// The smallest and largest number; `nil` if it is not a number, or unbounded.
    fileprivate var range: String? {
        switch self {
        case .number(let least?, let greatest?, let excludesLeast):
            excludesLeast
                ? "above \(least.written), up to \(greatest.written)"
                : "\(least.written) to \(greatest.written)"
        case .number(let least?, nil, let excludesLeast):
            excludesLeast ? "above \(least.written)" : "\(least.written) and above"
        case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .numbers(let numbers): numbers.map(String.init).joined(separator: ", ")
        case .either(let shapes): shapes.lazy.compactMap(\.range).first
        default: nil
        }
    }
}
