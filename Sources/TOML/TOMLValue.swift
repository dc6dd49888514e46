import CTOML

/// One value of a TOML text, with its position.
package struct TOMLValue {
    /// The value itself.
    package let content: Content
    /// Where it begins.
    package let position: SourcePosition

    /// The kinds of values.
    package enum Content {
        /// In the order of the text.
        case table([TOMLEntry])
        case array([TOMLValue])
        case string(String)
        case integer(Int64)
        case float(Double)
        case boolean(Bool)
        /// A date, a time or both; no option uses them.
        case time
    }

    /// Parses a whole text, which is always a table.
    package init(parsing text: String) throws(TOMLSyntaxError) {
        var text = text
        var error = ctoml_error()
        let document = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                ctoml_parse($0.baseAddress, $0.count, &error)
            }
        }
        guard let document else { throw TOMLSyntaxError(error) }
        defer { ctoml_free(document) }
        self.init(ctoml_root(document).pointee)
    }

    /// A value that is made here.
    package init(content: Content, position: SourcePosition) {
        self.content = content
        self.position = position
    }

    private init(_ node: ctoml_node) {
        position = SourcePosition(line: Int(node.line), column: Int(node.column))
        let children = UnsafeBufferPointer(start: node.children, count: node.child_count)
        content =
            switch node.kind {
            case CTOML_TABLE: .table(children.map { TOMLEntry(key: $0, value: TOMLValue($0)) })
            case CTOML_ARRAY: .array(children.map(TOMLValue.init))
            case CTOML_STRING: .string(String(utf8: node.string, count: node.string_length))
            case CTOML_INTEGER: .integer(node.integer)
            case CTOML_FLOAT: .float(node.number)
            case CTOML_BOOLEAN: .boolean(node.boolean)
            default: .time
            }
    }

    /// The position of the first string or key with a NUL; `nil` if there is none.
    package var firstNUL: SourcePosition? {
        switch content {
        case .string(let text): text.utf8.contains(0) ? position : nil
        case .array(let values): values.lazy.compactMap(\.firstNUL).first
        case .table(let entries):
            entries.lazy.compactMap {
                $0.key.utf8.contains(0) ? $0.keyPosition : $0.value.firstNUL
            }.first
        case .integer, .float, .boolean, .time: nil
        }
    }

    /// Whether a string or a key in it contains an ASCII character.
    package func contains(_ character: Unicode.Scalar) -> Bool {
        switch content {
        case .string(let text): text.utf8.contains(UInt8(ascii: character))
        case .array(let values): values.contains { $0.contains(character) }
        case .table(let entries):
            entries.contains {
                $0.key.utf8.contains(UInt8(ascii: character)) || $0.value.contains(character)
            }
        case .integer, .float, .boolean, .time: false
        }
    }

    /// The type of the value, with an article, for messages.
    package var kindName: String {
        switch content {
        case .table: "a table"
        case .array: "an array"
        case .string: "a string"
        case .integer, .float: "a number"
        case .boolean: "a boolean"
        case .time: "a date or time"
        }
    }
}

extension TOMLValue {
    /// The entries of a table; `nil` for anything else.
    package var asTable: [TOMLEntry]? {
        if case .table(let entries) = content { entries } else { nil }
    }

    /// The elements of an array; `nil` for anything else.
    package var asArray: [TOMLValue]? {
        if case .array(let values) = content { values } else { nil }
    }

    /// The text; `nil` for anything but a string.
    package var asString: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// The number; `nil` for anything else.
    ///
    /// Not inlined: with size optimisation, the Swift 6.3 compiler crashes if it becomes part of a
    /// loop.
    @inline(never) package var asNumber: Double? {
        switch content {
        case .integer(let number): Double(number)
        case .float(let number): number
        default: nil
        }
    }
}

/// A key of a TOML table and its value.
package struct TOMLEntry {
    package let key: String
    package let keyPosition: SourcePosition
    package let value: TOMLValue

    /// An entry that is made here.
    package init(key: String, keyPosition: SourcePosition, value: TOMLValue) {
        self.key = key
        self.keyPosition = keyPosition
        self.value = value
    }

    fileprivate init(key node: ctoml_node, value: TOMLValue) {
        key = String(utf8: node.key, count: node.key_length)
        keyPosition = SourcePosition(line: Int(node.key_line), column: Int(node.key_column))
        self.value = value
    }
}

/// Why a text is not TOML.
package struct TOMLSyntaxError: Error, CustomStringConvertible {
    package let position: SourcePosition
    package let message: String

    package var description: String { "\(position.line):\(position.column): \(message)" }

    fileprivate init(_ error: ctoml_error) {
        position = SourcePosition(line: Int(error.line), column: Int(error.column))
        message = withUnsafeBytes(of: error.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension String {
    fileprivate init(utf8 start: UnsafePointer<CChar>?, count: Int) {
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        self.init(decoding: bytes, as: UTF8.self)
    }
}
