import PanelProtocol

extension ClientConnection {
    /// Why a connection is closed.
    enum End {
        /// The client has left, or everything was sent.
        case left
        /// Nothing was taken for too long.
        case stalled
        /// Nothing was received from the beginning.
        case silent

        /// The reason for the journal, where it is not the client's own.
        var reason: String? {
            switch self {
            case .left: nil
            case .stalled: "nothing taken for 30 s"
            case .silent: "nothing said in the first 30 s"
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
