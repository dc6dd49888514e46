/// A place in the panel file.
package struct SourcePosition: Hashable, Comparable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column, in characters from 1.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (a: Self, b: Self) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}
