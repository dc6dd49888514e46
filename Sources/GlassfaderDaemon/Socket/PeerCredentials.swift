import Glibc

/// The user and the process at the other end of a connection, as they were when it was made.
///
/// Rights depend on the user alone: the number of a process soon belongs to another one.
struct PeerCredentials: Equatable, CustomStringConvertible {
    /// The process; 0 if it is out of sight, in another namespace.
    var process: pid_t
    /// The user.
    var user: uid_t
    /// The user's group.
    var group: gid_t

    /// Asks the kernel; see SO_PEERCRED in unix(7).
    init(of descriptor: Int32) {
        // The three members of struct ucred, which Glibc's module lacks.
        var credentials: [UInt32] = [0, .max, .max]
        var size = socklen_t(MemoryLayout<UInt32>.size * credentials.count)
        getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
        process = pid_t(truncatingIfNeeded: credentials[0])
        user = credentials[1]
        group = credentials[2]
    }

    var description: String { "process \(process), user \(user)" }
}
