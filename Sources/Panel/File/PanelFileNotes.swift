import PanelProtocol

/// What was found wrong so far.
///
/// What the file says is quoted in messages, which go to terminals: they control none.
///
/// A template is read for every strip made from it, so the same note may come many times; it is
/// kept once.
final class PanelFileNotes {
    private let file: String
    private var foundErrors: Set<PanelFileError> = []
    private var foundWarnings: Set<PanelFileError> = []

    init(file: String) {
        self.file = file
    }

    /// The path of a file that the panel file names, which is relative to its own folder.
    func path(of name: String) -> String {
        guard !name.hasPrefix("/"), let end = file.lastIndex(of: "/") else { return name }
        return file[...end] + name
    }

    var errors: [PanelFileError] { Self.inOrder(foundErrors) }
    var warnings: [PanelFileError] { Self.inOrder(foundWarnings) }

    func error(_ message: String, at position: SourcePosition) {
        foundErrors.insert(note(message, at: position))
    }

    func warning(_ message: String, at position: SourcePosition) {
        foundWarnings.insert(note(message, at: position))
    }

    private func note(_ message: String, at position: SourcePosition) -> PanelFileError {
        PanelFileError(file: file, position: position, message: message.escapingControls)
    }

    private static func inOrder(_ notes: Set<PanelFileError>) -> [PanelFileError] {
        notes.sorted { ($0.position, $0.message) < ($1.position, $1.message) }
    }
}
