import ArgumentParser
import Files
import Panel

/// Prints the errors and warnings of a panel file.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Print all errors in a panel file, as file:line:column: message.",
        discussion: "Exit status: 0, no errors; 1, errors; 2, the file cannot be read.")

    @Option(help: "Also check whether the panel fits a display of this size, such as 800x480.")
    var size: String?

    @Argument(
        help: "The panel file; - for standard input.", completion: .file(extensions: ["toml"]))
    var file: String

    func validate() throws {
        if size != nil, pixels == nil {
            throw ValidationError("--size needs a width and a height in pixels, such as 800x480")
        }
    }

    func run() throws {
        let panelFile = PanelFile(utf8: try bytes(), name: file)
        var errors = panelFile.errors
        if let (width, height) = pixels {
            errors += panelFile.errors(atWidth: width, height: height)
        }
        for warning in panelFile.warnings {
            try Output.line(
                "\(name):\(warning.line):\(warning.column): warning: \(warning.message)")
        }
        for error in errors { try Output.line(error.description) }
        guard errors.isEmpty else { throw ExitCode(1) }
        try Output.line("\(name): no errors")
    }

    private var name: String { TerminalText.escaped(file) }

    private var pixels: (width: Int, height: Int)? {
        let numbers = size?.split(separator: "x").compactMap { Int($0) } ?? []
        guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        return (numbers[0], numbers[1])
    }

    private func bytes() throws -> [UInt8] {
        do throws(FileError) {
            return try InputFile.bytes(of: file, atMost: PanelFile.largestSize)
        } catch {
            Output.error(error.description)
            throw ExitCode(2)
        }
    }
}
