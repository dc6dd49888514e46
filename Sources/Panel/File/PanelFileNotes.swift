import Drawing
import PanelProtocol
import TOML

/// The errors and warnings of a panel file that is being read.
///
/// Messages quote the file and go to terminals, so control characters are escaped.
///
/// A template is read for each of its strips, so the same note may be found many times; it is
/// recorded once. The number of notes is limited, and the last one counts the others.
final class PanelFileNotes {
    private let file: String
    private var foundErrors = Found()
    private var foundWarnings = Found()
    /// The images that were read, by path, with their errors; `nil` for none.
    private var images: [String: ImageError?] = [:]
    private var imagePixels = 0
    /// The exception whose control is being read; `nil` for none.
    var exception: Exception?

    /// A table of `[strips]` that changes a control of a template.
    struct Exception {
        private let strip: String
        private let line: Int
        private let values: Set<SourcePosition>

        init(of strip: String, _ table: TableFields) {
            self.strip = strip
            line = table.position.line
            values = table.valuePositions
        }

        /// What a note at a position of the template says of the exception that it is about; `nil`
        /// for a note about the exception's own values.
        fileprivate func context(at position: SourcePosition) -> String? {
            values.contains(position)
                ? nil : " (as line \(line) changes it in the strip '\(strip)')"
        }
    }

    /// The notes of one kind.
    private struct Found {
        var notes: Set<PanelFileError> = []
        /// What is added to notes that are only about exceptions.
        private var contexts: [PanelFileError: String] = [:]
        /// The number of further notes, and the position of the first.
        var more = 0
        var firstMore: SourcePosition?

        var isFull: Bool { notes.count >= Limit.mistakes.most }

        mutating func insert(_ note: PanelFileError, _ context: String?) {
            guard isFull else {
                if notes.insert(note).inserted {
                    contexts[note] = context
                } else if context == nil {
                    // The template has it in other strips, too.
                    contexts[note] = nil
                }
                return
            }
            guard !notes.contains(note) else { return }
            more += 1
            firstMore = firstMore ?? note.position
        }

        func inOrder(of file: String) -> [PanelFileError] {
            let sorted = notes.map { note in
                PanelFileError(
                    file: note.file, position: note.position,
                    message: note.message + (contexts[note] ?? ""))
            }.sorted { ($0.position, $0.message) < ($1.position, $1.message) }
            guard let firstMore else { return sorted }
            return sorted + [
                PanelFileError(
                    file: file, position: firstMore,
                    message: "\(more) more mistakes: at most \(Limit.mistakes.most) are reported")
            ]
        }
    }

    init(file: String) {
        self.file = file
    }

    /// The path of a file in the panel file. Relative paths start at the panel file's folder.
    func path(of name: String) -> String {
        guard !name.hasPrefix("/"), let end = file.lastIndex(of: "/") else { return name }
        return file[...end] + name
    }

    /// Reads an image, once, to find its errors.
    func check(image path: String) throws(ImageError) {
        if let known = images[path] {
            if let known { throw known }
            return
        }
        // Beyond the limit, further images are not read.
        guard problemOfImages == nil else { return }
        do throws(ImageError) {
            let image = try Image(contentsOfFile: path, mostPixels: Limit.imagePixels.most)
            imagePixels += image.bitmap.width * image.bitmap.height
            images[path] = .some(nil)
        } catch {
            images[path] = error
            throw error
        }
    }

    /// The images that were read, sorted.
    var imagePaths: [String] { images.keys.sorted() }

    /// Why there are too many images so far; `nil` if there are not.
    var problemOfImages: String? {
        Limit.images.problem(with: images.count) ?? Limit.imagePixels.problem(with: imagePixels)
    }

    var errors: [PanelFileError] { foundErrors.inOrder(of: file) }
    var warnings: [PanelFileError] { foundWarnings.inOrder(of: file) }

    func error(_ message: String, at position: SourcePosition) {
        foundErrors.insert(note(message, at: position), exception?.context(at: position))
    }

    func warning(_ message: String, at position: SourcePosition) {
        foundWarnings.insert(note(message, at: position), exception?.context(at: position))
    }

    private func note(_ message: String, at position: SourcePosition) -> PanelFileError {
        PanelFileError(file: file, position: position, message: message.escapingControls)
    }

    /// `; did you mean 'x'?`, or nothing. The slow search is skipped when no more notes are
    /// recorded.
    func question(for word: String, among names: @autoclosure () -> [String]) -> String {
        foundErrors.isFull || foundWarnings.isFull
            ? "" : Suggestions.question(for: word, among: names())
    }
}
