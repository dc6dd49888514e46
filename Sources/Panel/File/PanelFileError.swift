import PanelProtocol
package import TOML

/// An error or a warning at one position of a panel file.
package struct PanelFileError: Error, Hashable, CustomStringConvertible, Sendable {
    /// The file's name, as the caller gave it.
    package let file: String
    /// The position in the file.
    package let position: SourcePosition
    /// What is wrong, and what was expected.
    package let message: String

    package init(file: String, position: SourcePosition, message: String) {
        self.file = file
        self.position = position
        self.message = message
    }

    /// The line, from 1.
    package var line: Int { position.line }
    /// The column, in characters from 1.
    package var column: Int { position.column }

    /// `file:line:column: message`, a form that editors can jump to.
    package var description: String {
        "\(file.escapingControls):\(line):\(column): \(message)"
    }
}
