/// An error in the text of an evemu recording, with its line.
package struct EvemuError: Error, Equatable, CustomStringConvertible {
    /// Counted from 1.
    package var line: Int
    package var reason: String

    package var description: String { "line \(line): \(reason)" }
}
