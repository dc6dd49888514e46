/// The error reply to a request.
package struct RequestError: Error, Equatable, CustomStringConvertible {
    /// The reason, for programs.
    package enum Code: String, Sendable {
        /// The line is not a JSON object.
        case parse
        /// The line is longer than 64 KiB. The connection is closed.
        case tooLarge = "too-large"
        /// There is no such command.
        case unknownCommand = "unknown-command"
        /// A field is missing, superfluous or of the wrong type.
        case badRequest = "bad-request"
        /// There is no such control.
        case unknownControl = "unknown-control"
        /// The control cannot have this value.
        case badValue = "bad-value"
        /// The control cannot be set.
        case readOnly = "read-only"
        /// The panel is locked.
        case locked
        /// The client speaks another version of the protocol.
        case unsupportedProtocol = "unsupported-protocol"
        /// A limit of what the panel stores is reached: something must be deleted first.
        case full
        /// There are too many connections.
        case busy
        /// The daemon failed.
        case `internal`
    }

    /// The `id` of the rejected request; `nil` if it had none, or none could be read.
    package var id: RequestID?
    /// The reason, for programs.
    package var code: Code
    /// The reason, for people.
    package var message: String
    /// The invalid field.
    package var field: String?
    /// Known names that are similar.
    package var near: [String]

    package var description: String { message }

    /// The error reply to a request, without its `id`.
    package init(
        _ code: Code, _ message: String, field: String? = nil, near: [String] = [],
        id: RequestID? = nil
    ) {
        self.id = id
        self.code = code
        self.message = message
        self.field = field
        self.near = near
    }

    /// A required member is missing.
    static func missing(_ field: String) -> RequestError {
        RequestError(.badRequest, "\(field) is missing", field: field)
    }

    /// There is no control with this name, which may be that of a strip.
    package static func unknownControl(_ name: String, among names: some Sequence<String>)
        -> RequestError
    {
        let problem = "no control '\(shortened(name))'"
        if !name.isEmpty, names.contains(where: { $0.hasPrefix(name + ".") }) {
            return RequestError(
                .unknownControl, "\(problem): it is a strip, whose controls are '\(name).*'")
        }
        return RequestError(.unknownControl, problem, near: Suggestions.near(name, in: names))
    }

    /// Writes the reply as a line.
    package func write(to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("id", id)
            writer.object("error") { writer in
                writer.member("code", code.rawValue)
                writer.member("message", message)
                if let field { writer.member("field", field) }
                if !near.isEmpty { writer.member("near", near) }
            }
        }
    }

    /// A name from a client, shortened for a message.
    package static func shortened(_ name: String) -> String {
        name.unicodeScalars.count <= 64 ? name : String(name.unicodeScalars.prefix(63)) + "…"
    }
}
