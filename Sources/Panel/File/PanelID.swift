import PanelProtocol

/// The ID of a page, strip or control.
///
/// A full ID joins strip and control with a dot, and clients match IDs with `*` and `?`.
enum PanelID {
    static func isValid(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
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
        guard PanelID.isValid(id) else {
            error("'\(id)': an id is made of letters, digits, '_' and '-'", at: key)
            return nil
        }
        return id
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
