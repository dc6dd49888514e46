import Foundation

/// A client of a running daemon, and all the lines that it has read.
final class PanelWatcher {
    private let client: SocketClient
    private(set) var lines: [[String: Any]] = []

    init(_ client: SocketClient) {
        self.client = client
    }

    /// Sends one request.
    func send(_ line: String) {
        client.send(line + "\n")
    }

    /// Whether a line is there, or among those that can be read now, that is like this.
    func read(_ isWanted: ([String: Any]) -> Bool = { _ in true }) -> Bool {
        for line in client.lines() {
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            lines.append(object as? [String: Any] ?? ["not JSON": line])
        }
        return lines.contains(where: isWanted)
    }

    /// Reads what is there, and returns whether the connection has ended.
    func readToEnd() -> Bool {
        _ = read()
        return client.hasEnded
    }

    /// Whether the daemon closes the connection within a minute.
    func waitForEnd() -> Bool {
        _ = read()
        return client.waitForEnd()
    }

    /// The events of a control, in the order in which they came.
    func events(of control: String) -> [[String: Any]] {
        lines.filter { $0["event"] != nil && $0["control"] as? String == control }
    }

    /// The phases of a control's events.
    func phases(of control: String) -> [String] {
        events(of: control).compactMap { $0["phase"] as? String }
    }

    /// The answer to the request with a number.
    func reply(to id: Int) -> [String: Any]? {
        lines.last { $0["id"] as? Int == id }?["ok"] as? [String: Any]
    }
}
