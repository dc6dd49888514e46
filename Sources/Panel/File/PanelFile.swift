package import Drawing
import TOML

/// The result of reading a panel file: its description, or all of its errors.
package struct PanelFile: Sendable {
    /// The maximum size of a panel file, in bytes; files with thousands of controls are smaller.
    package static let largestSize = 1_000_000

    /// The panel; `nil` if there are errors.
    package let panel: PanelDescription?
    /// All errors, in the order of the file.
    package let errors: [PanelFileError]
    /// All warnings, in the order of the file.
    package let warnings: [PanelFileError]
    /// The paths of the images that controls have, sorted.
    package let images: [String]

    private let name: String

    /// Reads a panel file.
    ///
    /// - Parameters:
    ///   - text: The whole file.
    ///   - name: The file's name, for messages. Paths of images are relative to its folder.
    ///   - types: The types of control that the file can use.
    package init(text: String, name: String, types: [ControlType] = ControlType.builtIn) {
        self.init(name: name, types: types, notes: PanelFileNotes(file: name), text: text)
    }

    /// Reads a panel file in UTF-8. Invalid UTF-8 is an error at the position of the first wrong
    /// byte.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - name: The file's name, for messages. Paths of images are relative to its folder.
    ///   - types: The types of control that the file can use.
    ///   - base: The theme to start from, in place of the file's; `nil` for the file's.
    package init(
        utf8 bytes: [UInt8], name: String, types: [ControlType] = ControlType.builtIn,
        base: ThemeDescription.Base? = nil
    ) {
        let notes = PanelFileNotes(file: name)
        let text = String(validating: bytes, as: UTF8.self)
        if text == nil {
            notes.error(
                "this byte is not valid UTF-8: save the file as UTF-8",
                at: SourcePosition(ofFirstInvalidByteIn: bytes))
        }
        self.init(name: name, types: types, notes: notes, text: text, base: base)
    }

    private init(
        name: String, types: [ControlType], notes: PanelFileNotes, text: String?,
        base: ThemeDescription.Base? = nil
    ) {
        self.name = name
        var panel: PanelDescription?
        if let text { panel = Self.read(text, types, notes, base) }
        errors = notes.errors
        warnings = notes.warnings
        images = notes.imagePaths
        self.panel = errors.isEmpty ? panel : nil
    }

    private static func read(
        _ text: String, _ types: [ControlType], _ notes: PanelFileNotes,
        _ base: ThemeDescription.Base?
    ) -> PanelDescription? {
        do throws(TOMLSyntaxError) {
            let document = try TOMLValue(parsing: text)
            if let position = document.firstNUL {
                // JSON libraries in C reject NUL: such clients could not read a message with this
                // text.
                notes.error("a text has no NUL: leave \\u0000 out", at: position)
                return nil
            }
            var reader = PanelFileReader(document, types: types, notes: notes, base: base)
            return reader.readPanel()
        } catch {
            notes.error(error.message, at: error.position)
            return nil
        }
    }

    /// The errors and warnings of the panel at a size, page by page; empty if it fits, or if the
    /// file has errors. Warnings are about controls smaller than their least size, and pages that
    /// are divided into banks.
    ///
    /// - Parameter millimetres: The width and height of the screen, used if the file has none;
    ///   `nil` if they are unknown.
    package func problems(
        atWidth width: Int, height: Int, millimetres: Size? = nil
    ) -> (errors: [PanelFileError], warnings: [PanelFileError]) {
        notes(
            of: panel?.problems(atWidth: width, height: height, millimetres: millimetres) ?? [])
    }

    /// The errors and warnings of the panel that do not depend on a size.
    package func problems() -> (errors: [PanelFileError], warnings: [PanelFileError]) {
        notes(of: panel?.problems ?? [])
    }

    /// Problems of the panel, as errors and warnings of the file.
    package func notes(
        of problems: [LayoutProblem]
    ) -> (errors: [PanelFileError], warnings: [PanelFileError]) {
        let notes = PanelFileNotes(file: name)
        for problem in problems {
            if problem.isError {
                notes.error(problem.message, at: problem.position)
            } else {
                notes.warning(problem.message, at: problem.position)
            }
        }
        return (notes.errors, notes.warnings)
    }
}

extension SourcePosition {
    /// The position of the first byte that is not valid UTF-8.
    fileprivate init(ofFirstInvalidByteIn bytes: [UInt8]) {
        var line = 1
        var column = 1
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&rest) {
            if scalar == "\n" {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        self.init(line: line, column: column)
    }
}
