/// The `id` by which a client recognises the reply to a request; it is echoed as it came.
package enum RequestID: Hashable, Sendable {
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction or an exponent.
    case real(Double)
    /// A string of at most 64 bytes.
    case string(String)

    /// The longest string accepted, in bytes of UTF-8.
    package static let longestString = 64

    /// Reads an `id`; nil for what is no number and no short string.
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
