/// Why a panel could not be asked, and what to do about it.
public enum PanelClientError: Error, Equatable, CustomStringConvertible {
    /// Nobody serves the socket.
    case notRunning(path: String)
    /// The socket is there, and is not for this user. `owner` and `group` are those who may
    /// connect, as far as they are known; nil for a group that may not.
    case notPermitted(path: String, owner: String?, group: String?)
    /// The socket cannot be used.
    case cannotConnect(path: String, reason: String)
    /// The daemon has closed the connection.
    case disconnected
    /// The daemon has not answered in 5 s.
    case noAnswer
    /// There cannot be a thread for a session.
    case noThread(reason: String)
    /// What came is not the protocol.
    case notUnderstood(String)
    /// The daemon refuses a request. `code` is for programs, `near` are names that may have been
    /// meant.
    case refused(code: String, message: String, near: [String])

    /// Whether there is no daemon to talk to, in contrast to one that refuses.
    public var isConnectionFailure: Bool {
        if case .refused(let code, _, _) = self { code == "busy" } else { true }
    }

    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .notRunning(let path):
            "no panel at \(path): start glassfaderd (systemctl start glassfaderd), "
                + "or name its socket with --socket or $GLASSFADER_SOCKET"
        case .notPermitted(let path, let owner, let group?) where group != "root":
            "no permission for \(path), which is of \(owner ?? "another user") and the group "
                + "\(group): join the group (sudo usermod -aG \(group) $USER) and log in again"
        case .notPermitted(let path, let owner, _):
            "no permission for \(path), which is of \(owner ?? "another user"): use sudo, or name "
                + "a group that may connect under [socket] in the panel file"
        case .cannotConnect(let path, let reason):
            "cannot connect to \(path): \(reason)"
        case .disconnected:
            "the panel has closed the connection: glassfaderd has stopped or was restarted; "
                + "see journalctl -u glassfaderd"
        case .noAnswer:
            "no answer in 5 s: glassfaderd hangs; see journalctl -u glassfaderd"
        case .noThread(let reason):
            "cannot start a thread: \(reason)"
        case .notUnderstood(let message):
            "not understood: \(message); is this the socket of a panel?"
        case .refused(_, let message, let near) where near.isEmpty:
            message
        case .refused(_, let message, let near):
            "\(message); did you mean \(near.joined(separator: " or "))?"
        }
    }
}
