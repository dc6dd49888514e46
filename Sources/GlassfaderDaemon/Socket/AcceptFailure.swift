import Glibc

/// Why the kernel gives no connection, as far as that makes a difference.
enum AcceptFailure: Equatable {
    /// Nobody waits any more.
    case nobody
    /// The one who waited has gone, or a signal came: the next may be there.
    case passing
    /// The process, or the system, has no descriptor left.
    case outOfDescriptors
    /// The kernel has not the memory now, or may not.
    case outOfMemory
    /// The socket cannot be used any more.
    case lasting

    /// What an `errno` of accept(2) means.
    init(errno: Int32) {
        self =
            switch errno {
            case EAGAIN: .nobody
            case EINTR, ECONNABORTED, EPROTO: .passing
            case EMFILE, ENFILE: .outOfDescriptors
            case ENOMEM, ENOBUFS, EPERM: .outOfMemory
            default: .lasting
            }
    }
}
