import GlassfaderBridge
import PanelProtocol
import TOML

/// A table of a dialect's file, of which each key is read once.
struct DialectTable {
    /// What is wrong, and where.
    struct Problem: Error, CustomStringConvertible {
        var position: SourcePosition
        var message: String
        var description: String { message }
    }

    private let position: SourcePosition
    private var entries: [TOMLEntry]

    /// A table of a text; any other value has no entries.
    init(_ value: TOMLValue) {
        position = value.position
        entries = value.asTable ?? []
    }

    private mutating func take(_ key: String) -> TOMLValue? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        return entries.remove(at: index).value
    }

    /// Throws if keys are left that nobody has read.
    func end() throws(Problem) {
        guard let entry = entries.first else { return }
        throw Problem(position: entry.keyPosition, message: "unknown key '\(entry.key)'")
    }

    private static func expected(_ what: String, _ key: String, _ value: TOMLValue) -> Problem {
        Problem(
            position: value.position,
            message: "'\(key)': expected \(what), found \(value.kindName)")
    }

    mutating func text(_ key: String) throws(Problem) -> String? {
        guard let value = take(key) else { return nil }
        guard let text = value.asString else { throw Self.expected("a string", key, value) }
        return text
    }

    /// The value of a key that must be there.
    func required(_ key: String, _ text: String?) throws(Problem) -> String {
        guard let text else { throw Problem(position: position, message: "'\(key)' is missing") }
        return text
    }

    /// A name or an address, in which `{n}` is a number.
    mutating func form(_ key: String) throws(Problem) -> String {
        let position = place(of: key)
        let text = try required(key, text(key))
        if let unknown = StripNumber.unknownPlace(in: text) {
            throw Problem(
                position: position,
                message: "'\(key)': '\(unknown)' is unknown: use {n}, {n:02} or {n:A}")
        }
        return text
    }

    /// How many have a name of this form; `nil` for any number.
    mutating func count(of form: String) throws(Problem) -> Int? {
        let position = place(of: "count")
        let count = try number("count", in: 1...1000)
        guard count == nil || form.numbered(1) != form else {
            throw Problem(
                position: position, message: "'count': '\(form)' has no {n}, so there is only one")
        }
        return count.map { Int($0) }
    }

    /// A message such as `/set_surface 0 159`, in which these places are replaced; `{n}` is a
    /// number, and `{address}` and `{control}` are texts.
    mutating func message(
        _ key: String, with places: [String] = []
    ) throws(Problem) -> String? {
        let position = place(of: key)
        guard let text = try text(key) else { return nil }
        var example = text
        for place in places {
            switch place {
            case "{n}": example = example.numbered(1)
            case "{address}": example = example.substituting(place, "/1")
            case "{arguments}": example = example.substituting(place, "")
            default: example = example.substituting(place, "name")
            }
        }
        let number: Substring? = example.numbered(1) == example ? nil : "{n}"
        if let unknown = StripNumber.unknownPlace(in: example) ?? number {
            let known = places.isEmpty ? "" : ": use \(places.joined(separator: " or "))"
            throw Problem(
                position: position, message: "'\(key)': '\(unknown)' is unknown here\(known)")
        }
        guard OSCMessage(words: example) != nil else {
            throw Problem(position: position, message: "'\(key)': '\(text)' is not a message")
        }
        return text
    }

    /// An address without arguments.
    mutating func address(_ key: String) throws(Problem) -> String? {
        let position = place(of: key)
        let text = try message(key)
        if let text, text.utf8.contains(UInt8(ascii: " ")) {
            throw Problem(
                position: position,
                message: "'\(key)': '\(text)' has arguments: expected an address")
        }
        return text
    }

    /// An address, or a pattern of addresses.
    mutating func pattern(_ key: String) throws(Problem) -> OSCPattern {
        let position = place(of: key)
        let text = try required(key, text(key))
        guard !text.utf8.contains(UInt8(ascii: " ")), let pattern = OSCPattern(text) else {
            throw Problem(
                position: position,
                message: "'\(key)': '\(text)' is not a pattern: expected one such as /ch/*/level")
        }
        return pattern
    }

    /// Colours as `#rrggbb`.
    mutating func colors(_ key: String) throws(Problem) -> [String] {
        let position = place(of: key)
        let texts = try texts(key)
        for text in texts
        where text.utf8.count != 7 || !text.hasPrefix("#")
            || UInt32(text.dropFirst(), radix: 16) == nil
        {
            throw Problem(
                position: position, message: "'\(key)': '\(text)' is not a colour: expected #rrggbb"
            )
        }
        return texts
    }

    private func place(of key: String) -> SourcePosition {
        entries.first { $0.key == key }?.value.position ?? position
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(Problem) -> Choice? {
        let position = place(of: key)
        guard let text = try text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                position: position, message: "'\(key)': expected \(choices), found '\(text)'")
        }
        return choice
    }

    /// The blob with the level of a strip, and where in it the level is.
    mutating func blob(among blobs: [String]) throws(Problem) -> (address: String, places: [Int])? {
        let position = entries.first { ["blob", "blob_places"].contains($0.key) }?.value.position
        let address = try text("blob")
        let places = try integers("blob_places")
        guard let position else { return nil }
        guard let address, blobs.contains(address) else {
            throw Problem(
                position: position,
                message: "'blob': expected the address of [[meters]] with a blob")
        }
        guard !places.isEmpty else {
            throw Problem(position: position, message: "'blob_places' is missing")
        }
        return (address, places)
    }

    mutating func flag(_ key: String) throws(Problem) -> Bool? {
        guard let value = take(key) else { return nil }
        guard case .boolean(let flag) = value.content else {
            throw Self.expected("true or false", key, value)
        }
        return flag
    }

    mutating func number(_ key: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        guard let value = take(key) else { return nil }
        guard let number = value.asNumber, range.contains(number) else {
            throw Problem(
                position: value.position,
                message:
                    "'\(key)': expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func seconds(_ key: String) throws(Problem) -> Duration? {
        try number(key, in: 0.1...3600).map { .seconds($0) }
    }

    mutating func texts(_ key: String) throws(Problem) -> [String] {
        guard let value = take(key) else { return [] }
        guard let values = value.asArray, values.allSatisfy({ $0.asString != nil }) else {
            throw Self.expected("an array of strings", key, value)
        }
        return values.compactMap(\.asString)
    }

    /// Messages, such as `/set_surface 0 159`.
    mutating func messages(_ key: String) throws(Problem) -> [String] {
        let position = place(of: key)
        let texts = try texts(key)
        for text in texts where OSCMessage(words: text) == nil {
            throw Problem(position: position, message: "'\(key)': '\(text)' is not a message")
        }
        return texts
    }

    mutating func integers(_ key: String) throws(Problem) -> [Int] {
        guard let value = take(key) else { return [] }
        let numbers = value.asArray?.compactMap(\.asNumber)
            .filter { (0...65_535).contains($0) && $0 == $0.rounded() }
        guard let numbers, numbers.count == value.asArray?.count else {
            throw Self.expected("an array of whole numbers", key, value)
        }
        return numbers.map { Int($0) }
    }

    mutating func scale(_ key: String) throws(Problem) -> EngineScale? {
        let position = place(of: key)
        guard let text = try text(key) else { return nil }
        guard let scale = EngineScale(text) else {
            throw Problem(
                position: position, message: "'\(key)': \(EngineScale.mistake(in: text))")
        }
        return scale
    }

    mutating func tables<Element>(
        _ key: String, _ read: (inout DialectTable) throws -> Element
    ) throws -> [Element] {
        guard let value = take(key) else { return [] }
        guard let values = value.asArray, values.allSatisfy({ $0.asTable != nil }) else {
            throw Self.expected("an array of tables, such as [[\(key)]]", key, value)
        }
        return try values.map { value in
            var table = DialectTable(value)
            let element = try read(&table)
            try table.end()
            return element
        }
    }
}
