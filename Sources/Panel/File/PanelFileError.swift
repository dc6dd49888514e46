import PanelProtocol

/// What is wrong at one place of a panel file.
package struct PanelFileError: Error, Hashable, CustomStringConvertible, Sendable {
    /// The file's name, as the caller gave it.
    package let file: String
    /// Where it is wrong.
    package let position: SourcePosition
    /// What is wrong, and what was expected.
    package let message: String

    package init(file: String, position: SourcePosition, message: String) {
        self.file = file
        self.position = position
        self.message = message
    }

    /// The line, counted from 1.
    package var line: Int { position.line }
    /// The character in the line, counted from 1.
    package var column: Int { position.column }

    /// `file:line:column: message`, which editors know how to jump to.
    package var description: String {
        "\(file.escapingControls):\(line):\(column): \(message)"
    }
}
