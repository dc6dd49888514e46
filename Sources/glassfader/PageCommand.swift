import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// Prints the pages, or shows one.
struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Print the pages of the panel, with * at the one that is shown; or show one.")

    @OptionGroup var panel: ClientOptions

    @Argument(help: "The id of the page to show; next or prev for a neighbour.", completion: .pages)
    var page: String?

    func run() throws {
        try panel.withPanel { client in
            guard let page else { return try printPages(client) }
            let reply = try client.reply(to: "page") { $0.member("page", page) }
            try panel.print(client, reply["page"]?.string ?? page)
        }
    }

    private func printPages(_ client: PanelClient) throws {
        let state = try client.reply(to: "subscribe") { writer in
            writer.member("events", ["pageChanged"])
            writer.member("match", [String]())
        }
        let shown = PanelSnapshot(state).page
        let list = try client.reply(to: "list") { $0.member("match", [String]()) }
        let pages = PanelPage.list(list)
        if panel.json {
            var writer = JSONWriter()
            writer.line { writer in
                if let shown { writer.member("page", shown) }
                writer.objects("pages", pages) { writer, page in
                    writer.member("page", page.id)
                    writer.member("label", page.label)
                }
            }
            return try ToolOutput.text(String(decoding: writer.bytes, as: UTF8.self))
        }
        try ToolOutput.table(
            pages.map { [$0.id == shown ? "*" : " ", $0.id, $0.label] })
    }
}
