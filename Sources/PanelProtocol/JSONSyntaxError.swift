/// Why a text is not the JSON that it should be, and where.
package struct JSONSyntaxError: Error, Equatable, CustomStringConvertible {
    /// The column, from 1, at which reading stopped; nil where the whole text is meant.
    package var column: Int?
    /// What is wrong there, without quoting the text.
    package var message: String

    package var description: String {
        column.map { "column \($0): \(message)" } ?? message
    }
}
