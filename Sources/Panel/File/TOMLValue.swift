import CTOML

/// One value of a TOML text, with its position.
struct TOMLValue {
    let content: Content
    let position: SourcePosition

    enum Content {
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
    init(parsing text: String) throws(TOMLSyntaxError) {
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

    init(content: Content, position: SourcePosition) {
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
    var firstNUL: SourcePosition? {
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

    /// The type of the value, with an article, for messages.
    var kindName: String {
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

/// A key of a TOML table and its value.
struct TOMLEntry {
    let key: String
    let keyPosition: SourcePosition
    let value: TOMLValue

    init(key: String, keyPosition: SourcePosition, value: TOMLValue) {
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
struct TOMLSyntaxError: Error, CustomStringConvertible {
    let position: SourcePosition
    let message: String

    var description: String { "\(position.line):\(position.column): \(message)" }

    fileprivate init(_ error: ctoml_error) {
        // If the parser ran out of memory, there is no position.
        position = SourcePosition(line: max(1, Int(error.line)), column: max(1, Int(error.column)))
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
