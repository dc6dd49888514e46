import ArgumentParser
import GlassfaderClient
import Glibc
import PanelProtocol

/// Prints the connected clients.
struct ClientsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clients", abstract: "Print the clients that are connected to the panel.",
        discussion: """
            QUEUE is the number of lines that the client has not read yet. If it grows, the client \
            does not read.
            """)

    @OptionGroup var panel: ClientOptions

    func run() throws {
        try panel.withPanel { client in
            let reply = try client.reply(to: "clients")
            if panel.json { return try ToolOutput.line(client.lastLine) }
            let own = client.greeting.client
            let clients = reply["clients"]?.array?.compactMap(\.object) ?? []
            try ToolOutput.table(
                [["CLIENT", "NAME", "PID", "USER", "MAY", "LISTENS", "QUEUE"]]
                    + clients.map { Self.row($0, own: own) })
        }
    }

    private static func row(_ client: JSONObject, own: String) -> [String] {
        let name = client["client"]?.string ?? ""
        let user = client["uid"]?.integer ?? 0
        return [
            name, (client["name"]?.string ?? "-") + (name == own ? " (this one)" : ""),
            String(client["pid"]?.integer ?? 0), userName(user) ?? String(user),
            client["access"]?.string == "r" ? "look" : "change",
            client["subscribed"]?.boolean == true ? "yes" : "no",
            String(client["queue"]?.integer ?? 0),
        ]
    }

    private static func userName(_ user: Int64) -> String? {
        guard let user = uid_t(exactly: user), let entry = getpwuid(user) else { return nil }
        return String(cString: entry.pointee.pw_name)
    }
}
