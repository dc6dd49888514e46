import ArgumentParser
import PanelProtocol
import PanelReference

/// Prints the JSON Schema of panel files.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of panel files, for editors that check and complete TOML.")

    func run() throws {
        var writer = JSONWriter()
        let schema = PanelSchema()
        writer.line { schema.write(to: &$0) }
        try ToolOutput.bytes(writer.bytes)
    }
}
