import GlassfaderClient
import PanelProtocol

/// Whether the panel answers, and what it says of its screen and touchscreens.
enum SocketCheck {
    /// The findings, and the reply of the panel to `display`; `nil` if it does not answer.
    ///
    /// - Parameter unit: the service of the panel.
    static func examine(
        _ path: String?, unit: String
    ) -> (findings: [Finding], reply: JSONObject?) {
        do {
            let panel = try PanelClient(path: path, name: "glassfader")
            let reply = try panel.reply(to: "display") { _ in }
            let greeting = panel.greeting
            let answers = "the panel '\(greeting.panel)' answers, glassfaderd \(greeting.version)"
            guard greeting.version == Version.current else {
                let finding = Finding.note(
                    "socket",
                    "\(answers), and this program is \(Version.current); "
                        + "sudo systemctl restart \(unit) starts the one that is installed",
                    naming: greeting.panel)
                return ([finding], reply)
            }
            return ([.good("socket", answers, naming: greeting.panel)], reply)
        } catch PanelClientError.notRunning(let path) {
            return (
                [
                    .wrong(
                        "socket",
                        "no panel at \(path): start glassfaderd (sudo systemctl start \(unit)), or "
                            + "name its socket with --socket")
                ], nil
            )
        } catch {
            return ([.wrong("socket", "\(error)")], nil)
        }
    }

    /// What is found without a connection, which would start a service that is stopped: its sockets
    /// still listen. `nil` if the panel can be asked.
    ///
    /// - Parameter socket: the socket that was named; `nil` for that of the service.
    static func examineStopped(
        _ service: SystemdUnit, at socket: String?
    ) -> (findings: [Finding], reply: JSONObject?)? {
        guard socket == nil, service.isStopped,
            // systemd lists the sockets in any order. The name of the monitor's socket is longer.
            let first = service.activeTriggers.min(by: { $0.count < $1.count })
        else { return nil }
        return (
            [
                .wrong(
                    "socket",
                    "\(first) listens but \(service.name) does not run; start it: "
                        + "sudo systemctl start \(service.name)")
            ], nil
        )
    }

    /// Why the running daemon shows nothing; `nil` if it does.
    static func absence(in reply: JSONObject) -> Finding? {
        guard reply["screen"] == nil else { return nil }
        return .wrong(
            "screen", "nothing is shown: \(reply["absence"]?.string ?? "there is no display")")
    }
}
