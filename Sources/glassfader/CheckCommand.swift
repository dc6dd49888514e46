import ArgumentParser
import Drawing
import Files
import Panel

/// Prints the errors and warnings of a panel file, and draws its pages.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Print all errors in a panel file, as file:line:column: message, or draw it.",
        discussion: """
            Pictures show the pages with all controls at their defaults. No daemon is needed.

            Exit status: 0, no errors; 1, errors; 2, a file cannot be read or written; 64, wrong \
            usage.
            """)

    @Option(help: "Also check whether the panel fits a display of this size, such as 800x480.")
    var size: String?

    @Option(help: "The size of that display in millimetres, such as 154x86.")
    var mm: String?

    @OptionGroup var pictures: RenderOptions

    @Argument(
        help: "The panel file; - for standard input.", completion: .file(extensions: ["toml"]))
    var file: String

    /// The size of pictures without `--size`.
    private static let defaultSize = (width: 1280, height: 800)

    func validate() throws {
        if size != nil, pixels == nil {
            throw ValidationError(
                "--size needs a width and a height in pixels, at most 8192, such as 800x480")
        }
        if let mm { try ScreenSize.check(mm: mm) }
        if mm != nil, size == nil, pictures.render == nil {
            throw ValidationError("--mm needs --size or --render")
        }
        if size != nil, pictures.renderAll != nil {
            throw ValidationError("--render-all draws at sizes of its own: leave out --size")
        }
    }

    func run() throws {
        let panelFile = PanelFile(utf8: try bytes(), name: file, base: pictures.theme)
        if mm != nil, panelFile.panel?.display.millimetres != nil {
            ToolOutput.error("--mm has no effect: the file has 'size_mm'")
            throw ExitCode(64)
        }
        let misfits = try misfits(of: panelFile)
        for warning in panelFile.warnings + misfits.warnings {
            try report("\(name):\(warning.line):\(warning.column): warning: \(warning.message)")
        }
        let errors = panelFile.errors + misfits.errors
        for error in errors { try report(error.description) }
        // A panel that does not fit is drawn as it would be shown.
        if let panel = panelFile.panel {
            let (width, height) = shownSize(of: panel)
            try pictures.draw(panel, width: width, height: height, millimetres: millimetres)
            try pictures.drawAll(panel)
        } else if !pictures.isEmpty {
            ToolOutput.error("nothing is drawn of a panel file with errors")
        }
        guard errors.isEmpty else { throw ExitCode(1) }
        try report("\(name): no errors")
    }

    /// Prints a line beside the picture.
    private func report(_ line: String) throws {
        if pictures.isPrinted {
            ToolOutput.progress(line + "\n")
        } else {
            try ToolOutput.line(line)
        }
    }

    /// What is wrong with the panel, and why it does not fit the size, or the sizes of all
    /// pictures.
    private func misfits(
        of panelFile: PanelFile
    ) throws -> (errors: [PanelFileError], warnings: [PanelFileError]) {
        var all = [panelFile.problems()]
        for size in sizes(for: panelFile.panel) {
            all.append(
                panelFile.problems(
                    atWidth: size.width, height: size.height, millimetres: size.millimetres))
        }
        if let panel = panelFile.panel {
            all += try texts(of: panel).map { panelFile.notes(of: $0) }
        }
        var seen: Set<String> = []
        let isNew = { (note: PanelFileError) in seen.insert(note.description).inserted }
        return (
            all.flatMap(\.errors).filter(isNew), all.flatMap(\.warnings).filter(isNew)
        )
    }

    /// What is wrong with the texts. A machine without the fonts of the panel checks the rest.
    private func texts(of panel: PanelDescription) throws -> [[LayoutProblem]] {
        let sizes = sizes(for: panel)
        let (width, height) = Self.defaultSize
        let whole = (width: width, height: height, millimetres: Size?.none)
        return (sizes.isEmpty ? [whole] : sizes).enumerated().compactMap { index, size in
            let preview = try? PanelPreview(
                of: panel, width: size.width, height: size.height, millimetres: size.millimetres)
            guard let preview else { return nil }
            return (index == 0 ? preview.missingGlyphs() : [])
                + (sizes.isEmpty ? [] : preview.findings())
        }
    }

    /// The sizes for which the panel is checked: those of pictures too.
    private func sizes(
        for panel: PanelDescription?
    ) -> [(width: Int, height: Int, millimetres: Size?)] {
        if pictures.renderAll != nil { return PanelPreview.commonSizes }
        guard let panel, size != nil || pictures.render != nil else { return [] }
        let (width, height) = shownSize(of: panel)
        return [(width, height, millimetres)]
    }

    /// The size of the picture on the display, which `rotate` may turn.
    private func shownSize(of panel: PanelDescription) -> (width: Int, height: Int) {
        let (width, height) = pixels ?? Self.defaultSize
        let isUpright = (panel.display.rotation ?? 0) % 180 != 0
        return isUpright ? (height, width) : (width, height)
    }

    private var name: String { TerminalText.escaped(file) }

    private var pixels: (width: Int, height: Int)? { size.flatMap(ScreenSize.pixels) }

    private var millimetres: Size? { mm.flatMap(ScreenSize.millimetres) }

    private func bytes() throws -> [UInt8] {
        do throws(FileError) {
            return try InputFile.bytes(of: file, atMost: PanelFile.largestSize)
        } catch {
            ToolOutput.error(error.description)
            throw ExitCode(2)
        }
    }
}
