/// Why a text is not the expected JSON, and where.
package struct JSONSyntaxError: Error, Equatable, CustomStringConvertible {
    /// The column, from 1, at which decoding stopped; `nil` if the whole text is wrong.
    package var column: Int?
    /// What is wrong there, without quoting the text.
    package var message: String

    package var description: String {
        column.map { "column \($0): \(message)" } ?? message
    }
}
