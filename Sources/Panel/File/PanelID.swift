/// What a page, strip or control may be called.
///
/// A full id joins strip and control with a dot, and clients match ids with `*` and `?`.
enum PanelID {
    static func isValid(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 64
            && id.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                    || scalar == "_" || scalar == "-"
            }
    }
}

extension TableFields {
    /// The id of what the table describes, which must be there and well formed.
    mutating func requiredID() -> String? {
        guard let id = requiredString("id") else { return nil }
        guard PanelID.isValid(id) else {
            error("'\(id)': an id is made of letters, digits, '_' and '-'", at: "id")
            return nil
        }
        return id
    }
}
