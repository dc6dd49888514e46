import GlassfaderClient

/// What the next word of a command line of `set` is.
enum SetPosition: Equatable {
    /// The name of a control.
    case control
    /// A value of this control or pattern.
    case value(of: String)
    /// A number, or a text that only its author knows.
    case number

    /// The options of `set` that take a word.
    private static let optionsWithWord: Set = ["--socket", "--over", "--over-ms", "--by"]

    /// The position after words of the command line, which begins with the tool's name.
    init(after line: [String]) {
        self = .control
        guard let command = line.firstIndex(of: "set") else { return }
        let words = line[(command + 1)...]
        let isStep = words.contains { $0 == "--by" || $0.hasPrefix("--by=") }
        let isNumber = words.contains { ["--norm", "--delta"].contains($0) }
        var isOptionsWord = false
        for word in words {
            if isOptionsWord {
                isOptionsWord = false
            } else if word.hasPrefix("--") {
                isOptionsWord = Self.optionsWithWord.contains(word)
            } else {
                advance(over: word)
            }
            if isStep { self = .control }
        }
        if isNumber, case .value = self { self = .number }
        // The cursor is behind the separator of a part or a time.
        if let last = words.last?.last, "=:".contains(last) { self = .number }
    }

    private mutating func advance(over word: String) {
        switch self {
        case .control: self = ChangeParser.namesPart(word) ? .control : .value(of: word)
        case .value, .number: self = .control
        }
    }

    /// The words that all of these controls take, in the order of travel.
    static func words(for controls: [PanelControl]) -> [String] {
        let words = controls.filter(\.isSettable).map(\.words)
        guard let first = words.first else { return [] }
        return first.filter { word in words.allSatisfy { $0.contains(word) } }
    }
}

extension PanelControl {
    /// The words that it takes for values, in the order of travel.
    fileprivate var words: [String] {
        if !options.isEmpty { return options }
        let names = labels.map(\.name)
        return offAndOn == nil ? names : names + ["toggle"]
    }
}
