import CJansson

/// A JSON value, decoded by jansson.
///
/// Decoding is strict: keys are unique, UTF-8 is valid, strings have no NUL, numbers fit, and
/// nesting is limited to eight levels.
package enum JSON: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number without fraction and exponent.
    case integer(Int64)
    /// A number with a fraction or an exponent; finite.
    case real(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object, with its members in their original order.
    case object(JSONObject)

    /// The maximum nesting. The deepest message of the protocol, the reply to `list`, has six
    /// levels.
    package static let deepest = 8

    /// Decodes a text that is one JSON object.
    package static func object(parsing text: ArraySlice<UInt8>) throws(JSONSyntaxError)
        -> JSONObject
    {
        guard text.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else {
            throw JSONSyntaxError(column: nil, message: "expected '{'")
        }
        try checkDepth(text)

        var error = json_error_t()
        let root = text.withUnsafeBytes { bytes in
            json_loadb(bytes.baseAddress, bytes.count, Int(JSON_REJECT_DUPLICATES), &error)
        }
        guard let root else { throw JSONSyntaxError(error) }
        defer { json_decref(root) }
        guard case .object(let object) = JSON(root) else {
            throw JSONSyntaxError(column: nil, message: "expected '{'")
        }
        return object
    }

    /// The number, an integer or a real; zero has no sign.
    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value == 0 ? 0 : value
        default: nil
        }
    }

    /// The string.
    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The truth value.
    package var boolean: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The whole number.
    package var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The elements of an array.
    package var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object.
    package var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
            || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
    }

    /// Rejects deep nesting before jansson, which would recurse up to 2048 levels.
    private static func checkDepth(_ text: ArraySlice<UInt8>) throws(JSONSyntaxError) {
        var depth = 0
        var isInString = false
        var isEscaped = false
        for (column, byte) in text.enumerated() {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth > deepest {
                throw JSONSyntaxError(
                    column: column + 1, message: "nested deeper than \(deepest) levels")
            }
        }
    }

    fileprivate init(_ value: UnsafeMutablePointer<json_t>) {
        switch value.pointee.type {
        case JSON_OBJECT:
            self = .object(JSONObject(value))
        case JSON_ARRAY:
            self = .array(
                (0..<json_array_size(value)).compactMap { json_array_get(value, $0).map(JSON.init) }
            )
        case JSON_STRING:
            let text = UnsafeRawBufferPointer(
                start: json_string_value(value), count: json_string_length(value))
            self = .string(String(decoding: text, as: UTF8.self))
        case JSON_INTEGER:
            self = .integer(json_integer_value(value))
        case JSON_REAL:
            self = .real(json_real_value(value))
        case JSON_TRUE:
            self = .boolean(true)
        case JSON_FALSE:
            self = .boolean(false)
        default:
            self = .null
        }
    }
}

extension JSONObject {
    /// Copies an object of jansson, which keeps the order of its members.
    fileprivate init(_ object: UnsafeMutablePointer<json_t>) {
        self.init()
        var next = json_object_iter(object)
        while let iterator = next {
            if let key = json_object_iter_key(iterator),
                let value = json_object_iter_value(iterator)
            {
                append(String(cString: key), JSON(value))
            }
            next = json_object_iter_next(object, iterator)
        }
    }
}

extension JSONSyntaxError {
    fileprivate init(_ error: json_error_t) {
        let text = withUnsafeBytes(of: error.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        // jansson appends " near '…'", with bytes that may not be valid and that the client itself
        // sent, or advice for programmers.
        let ends = [" near ", " without JSON_"].compactMap { text.utf8.first(of: $0) }
        self.init(
            column: Int(error.column), message: String(text[..<(ends.min() ?? text.endIndex)]))
    }
}

extension String.UTF8View {
    fileprivate func first(of other: String) -> Index? {
        indices.first { self[$0...].starts(with: other.utf8) }
    }
}
