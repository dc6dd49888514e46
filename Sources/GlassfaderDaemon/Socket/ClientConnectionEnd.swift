import Glibc
import PanelProtocol

extension ClientConnection {
    /// How long a client may leave everything unread.
    static let longestStall = Duration.seconds(30)
    /// How long a client may take to send its first line.
    static let longestSilence = Duration.seconds(30)

    /// Why a connection was closed.
    enum End: Equatable {
        /// The client has left, or everything was sent.
        case left
        /// The client has read nothing for too long.
        case stalled
        /// The client has sent nothing since it connected.
        case silent
        /// The kernel cannot serve the connection.
        case failed(_ reason: String)

        /// The end after a failed system call.
        init(of operation: String, errno: Int32) {
            self =
                errno == EPIPE || errno == ECONNRESET
                ? .left : .failed("cannot \(operation): \(String(cString: strerror(errno)))")
        }

        /// The reason for the journal; nil if the client has left by itself.
        var reason: String? {
            switch self {
            case .left: nil
            case .stalled:
                "it read nothing for \(ClientConnection.longestStall.components.seconds) s"
            case .silent:
                "it sent no request in the first "
                    + "\(ClientConnection.longestSilence.components.seconds) s"
            case .failed(let reason): reason
            }
        }
    }
}

extension DisconnectReason {
    /// The bytes of its line.
    var line: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}
