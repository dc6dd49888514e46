import Glibc

/// Why a socket cannot be served. The text is complete enough for the journal.
enum ListenerError: Error, Equatable, CustomStringConvertible {
    /// Another daemon serves this path.
    case alreadyRunning(path: String)
    /// There is another file at the path, which must not be removed.
    case notASocket(path: String)
    /// The file at the lock's path is not a lock of ours.
    case notALock(path: String)
    /// The path is empty or too long for a socket address.
    case unusablePath(String)
    /// The monitor socket has the path of the control socket.
    case isControl(path: String)
    /// The socket's folder is missing and cannot be made.
    case noFolder(String, errno: Int32)
    /// There is no such group.
    case unknownGroup(String)
    /// The descriptor from the service manager is not a listening stream socket.
    case notListening(descriptor: Int32)
    /// A system call has failed.
    case system(operation: String, errno: Int32)
    /// An error of the monitor socket, which `--socket` does not name.
    indirect case ofMonitor(ListenerError)

    var description: String { text(advice: "choose another path with --socket") }

    /// The error, and how to choose another path.
    private func text(advice: String) -> String {
        switch self {
        case .ofMonitor(let error): error.text(advice: "change 'path' in [socket.monitor]")
        case .alreadyRunning(let path):
            "cannot listen on \(path): already running: another daemon serves it; "
                + "stop it, or \(advice)"
        case .notASocket(let path):
            "cannot listen on \(path): there is a file that is not a socket; "
                + advice
        case .notALock(let path):
            "cannot listen on \(path): \(path).lock is not the lock of a socket; "
                + advice
        case .unusablePath(let path):
            "cannot listen on '\(path)': the path must have 1 to \(UnixAddress.longestPath) bytes"
        case .noFolder(let folder, let errno):
            "cannot use the socket's folder \(folder): \(String(cString: strerror(errno))); "
                + "create it, \(advice), or let systemd create it "
                + "(RuntimeDirectory=)"
        case .isControl(let path):
            "cannot listen on \(path): [socket.monitor] has the path of the other socket; "
                + "choose another path with --socket"
        case .unknownGroup(let name):
            "cannot set the group of the socket: there is no group \(name)"
        case .notListening(let descriptor):
            "cannot use descriptor \(descriptor): not a listening Unix stream socket"
        case .system(let operation, let errno):
            "cannot \(operation): \(String(cString: strerror(errno)))"
        }
    }
}
