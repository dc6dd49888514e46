import ArgumentParser
import Drawing
import Glibc
import Panel

/// The pictures that `check` draws.
struct RenderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also draw a page, as PNG; - for standard output, and messages to standard error.",
            valueName: "png"),
        completion: .file(extensions: ["png"]))
    var render: String?

    @Option(
        help: ArgumentHelp(
            "Also draw every page at the usual sizes, as PNG files in this folder.",
            valueName: "folder"), completion: .directory)
    var renderAll: String?

    @Option(help: "The page that --render draws. Default: the first one.")
    var page: String?

    @Option(
        help: ArgumentHelp(
            "The theme of the pictures: dark, light or high-contrast. Default: the file's.",
            valueName: "theme"))
    var theme: ThemeDescription.Base?

    var isEmpty: Bool { render == nil && renderAll == nil }

    /// Whether the picture goes to standard output, and so messages go elsewhere.
    var isPrinted: Bool { render == "-" }

    func validate() throws {
        if render != nil, renderAll != nil {
            throw ValidationError("--render and --render-all exclude each other")
        }
        if isPrinted, isatty(STDOUT_FILENO) == 1 {
            throw ValidationError(
                "the picture goes to standard output, which is a terminal: name a file, "
                    + "or add > panel.png")
        }
        if page != nil, render == nil {
            throw ValidationError("--page says what --render draws, and there is no --render")
        }
        if theme != nil, isEmpty {
            throw ValidationError("--theme needs --render or --render-all")
        }
    }

    /// Draws one page at a size.
    func draw(
        _ panel: PanelDescription, width: Int, height: Int, millimetres: Size?
    ) throws {
        guard let render else { return }
        let picture = try PanelPreview(
            of: panel, width: width, height: height, millimetres: millimetres)
        guard let page = page.map(picture.page) ?? picture.pages.first else {
            let pages = picture.pages.joined(separator: ", ")
            ToolOutput.error(
                TerminalText.escaped("no page '\(page ?? "")'; the panel has \(pages)"))
            throw ExitCode(64)
        }
        try write(picture, page: page, to: render)
    }

    /// Draws every page at every usual size.
    func drawAll(_ panel: PanelDescription) throws {
        guard let renderAll else { return }
        // A folder that cannot be made is an error of the first picture.
        mkdir(renderAll, 0o777)
        for size in PanelPreview.commonSizes {
            let picture = try PanelPreview(
                of: panel, width: size.width, height: size.height, millimetres: size.millimetres)
            for page in picture.pages {
                // The ID of a bank has a slash. No ID has a dot.
                let name = page.replacing("/", with: ".")
                try write(
                    picture, page: page,
                    to: "\(renderAll)/\(name)-\(size.width)x\(size.height).png")
            }
        }
    }

    private func write(_ picture: PanelPreview, page: String, to path: String) throws {
        if isPrinted { return try ToolOutput.bytes(picture.png(page: page)) }
        do {
            try OutputFile.write(picture.png(page: page), to: path)
        } catch {
            ToolOutput.error(TerminalText.escaped("\(error)"))
            throw ExitCode(2)
        }
        ToolOutput.error(TerminalText.escaped("wrote \(path)"))
    }
}

extension ThemeDescription.Base: ExpressibleByArgument {}
