import Glibc

/// The user and the process of a client, as they were when it connected.
///
/// Permissions depend on the user alone: a process number may be reused by another process.
struct PeerCredentials: Equatable, CustomStringConvertible {
    /// The process; 0 if it is not visible, in another namespace.
    var process: pid_t
    /// The user.
    var user: uid_t
    /// The user's group.
    var group: gid_t

    /// Queries the kernel; see SO_PEERCRED in unix(7).
    ///
    /// - Throws: `ListenerError.system`. Without a user, no limit and no permission would apply.
    init(of descriptor: Int32) throws(ListenerError) {
        // The members of struct ucred, which Glibc's module does not declare.
        var credentials: [UInt32] = [0, .max, .max]
        var size = socklen_t(MemoryLayout<UInt32>.size * credentials.count)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
            throw .system(operation: "query the client's user", errno: errno)
        }
        process = pid_t(truncatingIfNeeded: credentials[0])
        user = credentials[1]
        group = credentials[2]
    }

    var description: String { "process \(process), user \(user)" }
}
