import Glibc

/// Why the socket cannot be offered. The text is enough for the journal.
enum ListenerError: Error, Equatable, CustomStringConvertible {
    /// Another daemon serves this path.
    case alreadyRunning(path: String)
    /// Something else is in the way, which is not ours to remove.
    case notASocket(path: String)
    /// What is at the lock's path is no lock of ours.
    case notALock(path: String)
    /// The path is empty or does not fit into an address.
    case unusablePath(String)
    /// The socket for looking only has the path of the other.
    case isControl(path: String)
    /// The socket's folder is missing, or cannot be made.
    case noFolder(String, errno: Int32)
    /// There is no such group.
    case unknownGroup(String)
    /// What the service manager passed is not a listening stream socket.
    case notListening(descriptor: Int32)
    /// The kernel refused.
    case system(operation: String, errno: Int32)

    var description: String {
        switch self {
        case .alreadyRunning(let path):
            "cannot listen on \(path): already running: another daemon serves it; "
                + "stop it, or choose another path with --socket"
        case .notASocket(let path):
            "cannot listen on \(path): there is a file that is not a socket; "
                + "choose another path with --socket"
        case .notALock(let path):
            "cannot listen on \(path): \(path).lock is not the lock of a socket; "
                + "choose another path with --socket"
        case .unusablePath(let path):
            "cannot listen on '\(path)': a path of 1 to \(UnixAddress.longestPath) bytes is wanted"
        case .noFolder(let folder, let errno):
            "cannot use the socket's folder \(folder): \(String(cString: strerror(errno))); "
                + "make it, name another place with --socket PATH, or have systemd make it "
                + "(RuntimeDirectory=)"
        case .isControl(let path):
            "cannot listen on \(path): [socket.monitor] has the path of the other socket; "
                + "choose another path with --socket"
        case .unknownGroup(let name):
            "cannot give the socket to group \(name): no such group"
        case .notListening(let descriptor):
            "cannot use descriptor \(descriptor): not a listening Unix stream socket"
        case .system(let operation, let errno):
            "cannot \(operation): \(String(cString: strerror(errno)))"
        }
    }
}
