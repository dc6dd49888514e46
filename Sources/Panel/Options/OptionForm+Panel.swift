import Controls
import Drawing
import PanelProtocol

extension OptionForm where Value == String {
    /// Any string, unchanged.
    static func plainText(_ limit: Limit = .text) -> Self {
        Self(
            .text(bytes: limit.most), read: { $0.string($1, limit: limit) },
            written: { $0.written })
    }

    /// A string whose places for the number of a strip are filled in later.
    static var numberedText: Self {
        Self(
            .text(bytes: Limit.text.most), read: { $0.numberedString($1) },
            written: { $0.written })
    }

    /// One of some words.
    static func word(of words: [String]) -> Self {
        Self(
            .word(words),
            read: { fields, key in
                guard let word = fields.string(key) else { return nil }
                if words.contains(word) { return word }
                fields.noteUnknown(word, at: key, known: words)
                return nil
            }, written: { $0.written })
    }
}

extension OptionForm where Value == Int {
    /// One of some whole numbers.
    static func one(of numbers: [Int], within bounds: ClosedRange<Int>) -> Self {
        Self(
            .numbers(numbers),
            read: { fields, key in
                guard let number = fields.integer(key, in: bounds) else { return nil }
                if numbers.contains(number) { return number }
                let known = numbers.map(String.init).joined(separator: ", ")
                fields.error("'\(key)' is \(number); known are \(known)", at: key)
                return nil
            }, written: { $0.description })
    }
}

extension OptionForm where Value == [String] {
    /// An array of strings.
    static var texts: Self { texts { $0.strings($1) } }

    /// An array of strings whose places for the number of a strip are filled in later.
    static var numberedTexts: Self { texts { $0.numberedStrings($1) } }

    private static func texts(
        read: @escaping @Sendable (inout TableFields, String) -> [String]?
    ) -> Self {
        Self(
            .list(.text(bytes: Limit.text.most), count: 0...Limit.entries.most), read: read,
            written: { $0.written })
    }
}

extension OptionForm where Value == Angle {
    /// An angle in degrees, within bounds.
    static func degrees(in bounds: ClosedRange<Double>) -> Self {
        OptionForm<Double>.number(in: bounds).map(
            { .degrees($0) }, back: { ($0.degrees * 1e6).rounded() / 1e6 })
    }
}

extension OptionForm where Value == ImageSource {
    /// A PNG file, or a table with a file and the insets of its edges that do not stretch.
    static var image: Self {
        Self(.image, read: { $0.image($1) }, written: { $0.path.written })
    }
}

extension OptionForm {
    /// A table of options.
    ///
    /// - Parameters:
    ///   - defaultValue: The value without any options.
    ///   - expected: The text for errors if the file has something else.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func table(
        _ table: OptionTable<Value>, of defaultValue: Value, expected: String = "a table"
    ) -> Self {
        Self(
            .table(table.entries),
            read: { fields, key in
                guard let value = fields.value(key) else { return nil }
                guard value.asTable != nil, var inner = fields.table(key, name: "'\(key)'") else {
                    fields.error(
                        "'\(key)': expected \(expected), found \(value.kindName)", at: key)
                    return nil
                }
                var result = defaultValue
                table.read(&inner).apply(to: &result)
                inner.noteUnknownKeys()
                return result
            }, written: { _ in "{}" })
    }
}

extension OptionForm where Value == Bool {
    /// `true`, `false`, 1 or 0.
    static var toggle: Self {
        Self(
            .either([.flag, .integer(0...1)]), read: { $0.toggle($1) },
            written: { $0.description })
    }
}
