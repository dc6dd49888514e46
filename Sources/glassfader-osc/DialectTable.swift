import GlassfaderBridge
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

    mutating func requiredText(_ key: String) throws(Problem) -> String {
        guard let text = try text(key) else {
            throw Problem(position: position, message: "'\(key)' is missing")
        }
        return text
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(Problem) -> Choice? {
        let position = entries.first { $0.key == key }?.value.position ?? position
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
        let position = entries.first { $0.key == key }?.value.position ?? position
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

    mutating func law(_ key: String) throws(Problem) -> ValueLaw? {
        let position = entries.first { $0.key == key }?.value.position ?? position
        guard let text = try text(key) else { return nil }
        guard let law = ValueLaw(text) else {
            throw Problem(
                position: position,
                message: "'\(key)': '\(text)' is not a law: expected "
                    + ValueLaw.names.joined(separator: ", "))
        }
        return law
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
