public import Drawing
import PanelProtocol

/// The form of an option's values in a panel file: `true`, `0.5`, `"live"`.
public struct OptionForm<Value: Sendable>: Sendable {
    /// The form of the values.
    let shape: @Sendable () -> OptionShape
    /// The effects of words.
    var words: @Sendable () -> [OptionEntry.Word] = { [] }
    /// Reads the value of a key. Errors are recorded in the notes; the result is then `nil`.
    let read: @Sendable (inout TableFields, _ key: String) -> Value?
    /// Writes a value as in a file.
    let written: @Sendable (Value) -> String

    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    init(
        _ shape: @autoclosure @escaping @Sendable () -> OptionShape,
        read: @escaping @Sendable (inout TableFields, String) -> Value?,
        written: @escaping @Sendable (Value) -> String = { "\($0)" }
    ) {
        self.shape = shape
        self.read = read
        self.written = written
    }

    /// The same form in the file, with values that are converted after reading.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    func map<Other>(
        _ convert: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> OptionForm<Other> {
        let (shape, read, written) = (shape, read, written)
        var form = OptionForm<Other>(
            shape(), read: { fields, key in read(&fields, key).map(convert) },
            written: { written(back($0)) })
        form.words = words
        return form
    }

    /// Reads a value whose type nobody needs to know.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    var readAny: @Sendable (inout TableFields, _ key: String) -> (any Sendable)? {
        { [read] in read(&$0, $1) }
    }
}

extension OptionForm where Value == Double {
    /// Any finite number.
    public static var number: Self {
        Self(.number(), read: { $0.number($1) }, written: { $0.written })
    }

    /// A number within bounds.
    public static func number(in bounds: ClosedRange<Double>) -> Self {
        Self(
            .number(least: bounds.lowerBound, greatest: bounds.upperBound),
            read: { $0.number($1, in: bounds) }, written: { $0.written })
    }

    /// A number above 0.
    public static func positive(atMost most: Double = .greatestFiniteMagnitude) -> Self {
        Self(
            .number(
                least: 0, greatest: most == .greatestFiniteMagnitude ? nil : most,
                excludesLeast: true),
            read: { $0.positiveNumber($1, atMost: most) }, written: { $0.written })
    }
}

extension OptionForm where Value == Int {
    /// A whole number within bounds.
    public static func integer(in bounds: ClosedRange<Int>) -> Self {
        Self(
            .integer(bounds), read: { $0.integer($1, in: bounds) }, written: { $0.description })
    }
}

extension OptionForm where Value == Duration {
    /// A time in whole milliseconds, within bounds.
    public static func milliseconds(in bounds: ClosedRange<Int>) -> Self {
        OptionForm<Int>.integer(in: bounds).map(
            { .milliseconds($0) }, back: { Int($0 / .milliseconds(1)) })
    }
}

extension OptionForm where Value == Bool {
    /// `true` or `false`.
    public static var flag: Self {
        Self(.flag, read: { $0.boolean($1) }, written: { $0.description })
    }
}

extension OptionForm where Value == String {
    /// Any string. `{n}` in it stands for the number of the strip.
    public static var text: Self {
        Self(
            .text(bytes: Limit.text.most),
            read: { $0.numberedString($1)?.numbered($0.surroundings.number) },
            written: { $0.written })
    }
}

extension OptionForm where Value == [Double] {
    /// An array of finite numbers.
    public static var numbers: Self {
        Self(
            .list(.number(), count: 0...Limit.entries.most), read: { $0.numbers($1) },
            written: { "[" + $0.map(\.written).joined(separator: ", ") + "]" })
    }
}

extension OptionForm where Value == Color {
    /// A colour: `#rrggbb`, or the name of one of the theme's.
    public static var color: Self {
        Self(
            .color, read: { $0.color($1, theme: $0.surroundings.theme) },
            written: { $0.hex.written })
    }
}

extension OptionForm
where Value: RawRepresentable<String> & CaseIterable, Value.AllCases == [Value] {
    /// One of the words of an enumeration.
    ///
    /// - Parameter sentences: The effects of the words that need an explanation.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func choice(
        _ sentences: @autoclosure @escaping @Sendable () -> KeyValuePairs<Value, String> = [:]
    ) -> Self {
        var form = Self(
            .word(Value.allCases.map(\.rawValue)), read: { $0.choice($1, of: Value.self) },
            written: { $0.rawValue.written })
        form.words = {
            sentences().map { OptionEntry.Word(word: $0.key.rawValue, sentence: $0.value) }
        }
        return form
    }
}

extension Double {
    /// The text in a file: `-10`, not `-10.0`.
    package var written: String { Int(exactly: self).map(String.init) ?? String(self) }
}

extension String {
    /// The string as in a file, in quotes.
    var written: String { "\"\(self)\"" }
}

extension [String] {
    /// The strings as in a file: `["a", "b"]`.
    var written: String { "[" + map(\.written).joined(separator: ", ") + "]" }
}
