/// The `id` that matches replies to requests. It is echoed unchanged.
package enum RequestID: Hashable, Sendable {
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction or an exponent.
    case real(Double)
    /// A string of at most 64 bytes.
    case string(String)

    /// The maximum length of a string, in bytes of UTF-8.
    package static let longestString = 64

    /// Reads an `id`; `nil` if it is neither a number nor a short string.
    package init?(_ json: JSON) {
        switch json {
        case .integer(let value):
            self = .integer(value)
        case .real(let value):
            self = .real(value)
        case .string(let value) where value.utf8.count <= Self.longestString:
            self = .string(value)
        default:
            return nil
        }
    }
}
