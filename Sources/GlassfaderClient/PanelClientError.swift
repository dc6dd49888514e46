import PanelProtocol

/// Why a request to a panel failed, and what to do about it.
public enum PanelClientError: Error, Equatable, CustomStringConvertible {
    /// No daemon listens on the socket.
    case notRunning(path: String)
    /// This user may not connect to the socket. `owner` and `group` may, as far as they are known;
    /// `group` is `nil` if it may not either.
    case notPermitted(path: String, owner: String?, group: String?)
    /// The socket cannot be used.
    case cannotConnect(path: String, reason: String)
    /// The daemon closed the connection.
    case disconnected
    /// The daemon did not reply in 5 s.
    case noReply
    /// The thread of a session could not be started.
    case noThread(reason: String)
    /// A message was not valid in the protocol.
    case notUnderstood(String)
    /// The daemon rejected a request. `code` is for programs; `near` are similar names.
    case rejected(code: String, message: String, near: [String])

    /// The error of a number that cannot be sent, as the daemon rejects values.
    static func notFinite(_ number: Double, _ name: String) -> PanelClientError {
        .rejected(
            code: RequestError.Code.badValue.rawValue,
            message: "\(name): expected a finite number, found \(number)", near: [])
    }

    /// Whether there is no connection, in contrast to a rejected request.
    public var isConnectionFailure: Bool {
        if case .rejected(let code, _, _) = self { code == "busy" } else { true }
    }

    /// The problem and what to do, in one line.
    public var description: String {
        switch self {
        case .notRunning(let path):
            "no panel at \(path): start glassfaderd (systemctl start glassfaderd), "
                + "or name its socket with --socket or $GLASSFADER_SOCKET"
        case .notPermitted(let path, let owner, let group?) where group != "root":
            "no permission for \(path), owned by \(owner ?? "another user") and the group "
                + "\(group): join the group (sudo usermod -aG \(group) $USER) and log in again"
        case .notPermitted(let path, let owner, _):
            "no permission for \(path), owned by \(owner ?? "another user"): use sudo, or name "
                + "a group that may connect under [socket] in the panel file"
        case .cannotConnect(let path, let reason):
            "cannot connect to \(path): \(reason)"
        case .disconnected:
            "the panel has closed the connection: glassfaderd has stopped or was restarted; "
                + "see journalctl -u glassfaderd"
        case .noReply:
            "no reply in \(PanelConnection.replyTimeout / 1000) s: glassfaderd hangs; "
                + "see journalctl -u glassfaderd"
        case .noThread(let reason):
            "cannot start a thread: \(reason)"
        case .notUnderstood(let message):
            "unexpected message: \(message); is this the socket of a panel?"
        case .rejected(_, let message, let near) where near.isEmpty:
            message
        case .rejected(_, let message, let near):
            "\(message); did you mean \(near.joined(separator: " or "))?"
        }
    }
}
