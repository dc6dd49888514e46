import Glibc

/// A failure of accept(2), by how to react.
enum AcceptFailure: Equatable {
    /// No connection is waiting.
    case nothingWaits
    /// The client has left, or a signal came: the next connection may be waiting.
    case transient
    /// The process or the system has no descriptor left.
    case outOfDescriptors
    /// The kernel lacks memory, or a firewall rule forbids the connection.
    case outOfMemory
    /// The socket cannot be used any more.
    case permanent

    /// Classifies an `errno` of accept(2).
    init(errno: Int32) {
        self =
            switch errno {
            case EAGAIN: .nothingWaits
            case EINTR, ECONNABORTED, EPROTO: .transient
            case EMFILE, ENFILE: .outOfDescriptors
            case ENOMEM, ENOBUFS, EPERM: .outOfMemory
            default: .permanent
            }
    }
}
