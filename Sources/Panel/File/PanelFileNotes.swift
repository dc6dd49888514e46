import Drawing
import PanelProtocol

/// What was found wrong so far.
///
/// What the file says is quoted in messages, which go to terminals: they control none.
///
/// A template is read for every strip made from it, so the same note may come many times; it is
/// kept once. Of many notes some are kept, and the last says how many more there are.
final class PanelFileNotes {
    private let file: String
    private var foundErrors = Found()
    private var foundWarnings = Found()
    /// The images that were read, by path: what is wrong with each; nil for nothing.
    private var images: [String: ImageError?] = [:]
    private var imagePixels = 0

    /// Notes of one kind.
    private struct Found {
        var notes: Set<PanelFileError> = []
        /// How many more there are, and the first of them.
        var more = 0
        var firstMore: SourcePosition?

        var isFull: Bool { notes.count >= Limit.mistakes.most }

        mutating func insert(_ note: PanelFileError) {
            guard isFull else {
                notes.insert(note)
                return
            }
            guard !notes.contains(note) else { return }
            more += 1
            firstMore = firstMore ?? note.position
        }

        func inOrder(of file: String) -> [PanelFileError] {
            let sorted = notes.sorted { ($0.position, $0.message) < ($1.position, $1.message) }
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

    /// The path of a file that the panel file names, which is relative to its own folder.
    func path(of name: String) -> String {
        guard !name.hasPrefix("/"), let end = file.lastIndex(of: "/") else { return name }
        return file[...end] + name
    }

    /// Reads an image for what is wrong with it, once, however many controls show it.
    func check(image path: String) throws(ImageError) {
        if let known = images[path] {
            if let known { throw known }
            return
        }
        // What no panel has room for is not read at all.
        guard problemOfImages == nil else { return }
        do throws(ImageError) {
            let image = try Image(contentsOfFile: path)
            imagePixels += image.bitmap.width * image.bitmap.height
            images[path] = .some(nil)
        } catch {
            images[path] = error
            throw error
        }
    }

    /// Why the images so far are too many; nil if they are not.
    var problemOfImages: String? {
        Limit.images.problem(with: images.count) ?? Limit.imagePixels.problem(with: imagePixels)
    }

    var errors: [PanelFileError] { foundErrors.inOrder(of: file) }
    var warnings: [PanelFileError] { foundWarnings.inOrder(of: file) }

    func error(_ message: String, at position: SourcePosition) {
        foundErrors.insert(note(message, at: position))
    }

    func warning(_ message: String, at position: SourcePosition) {
        foundWarnings.insert(note(message, at: position))
    }

    private func note(_ message: String, at position: SourcePosition) -> PanelFileError {
        PanelFileError(file: file, position: position, message: message.escapingControls)
    }

    /// `; did you mean 'x'?`, or nothing. Names are not looked for in vain: where enough is wrong
    /// already, nobody reads it.
    func question(for word: String, among names: @autoclosure () -> [String]) -> String {
        foundErrors.isFull || foundWarnings.isFull
            ? "" : Suggestions.question(for: word, among: names())
    }
}
