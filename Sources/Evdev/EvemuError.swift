/// What is wrong with the text of an evemu recording, and where.
package struct EvemuError: Error, Equatable, CustomStringConvertible {
    /// Counted from 1.
    package var line: Int
    package var reason: String

    package var description: String { "line \(line): \(reason)" }
}
