import PanelProtocol

/// The ID of a page, strip or control.
///
/// A full ID joins strip and control with a dot, and clients match IDs with `*` and `?`.
enum PanelID {
    private static let longest = 64

    /// Why a text is not valid as an ID; `nil` if it is.
    ///
    /// - Parameter noun: What the text is, for the error message.
    static func problem(with id: String, as noun: String = "an id") -> String? {
        guard !id.isEmpty, id.utf8.allSatisfy(isPossible) else {
            return "'\(id)': \(noun) is made of letters, digits, '_' and '-'"
        }
        let length = id.utf8.count
        guard length > longest else { return nil }
        return "'\(id)': \(noun) has at most \(longest) characters, found \(length)"
    }

    private static func isPossible(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension TableFields {
    /// The required ID of the table, if it is valid.
    mutating func requiredID() -> String? {
        if !request("id") { notes.error("missing 'id' in \(name)", at: position) }
        return id("id")
    }

    fileprivate mutating func id(_ key: String) -> String? {
        guard let id = string(key) else { return nil }
        guard let problem = PanelID.problem(with: id) else { return id }
        error(problem, at: key)
        return nil
    }
}

extension OptionForm where Value == String {
    /// The valid IDs of pages.
    static var id: Self {
        Self(
            .form(pattern: "^[A-Za-z0-9_-]{1,64}$", example: "main"), read: { $0.id($1) },
            written: { $0.written })
    }
}
