import Glibc

/// A touchscreen could not be opened, read or searched for.
package enum EvdevError: Error, Equatable, CustomStringConvertible {
    /// A system call has failed: the operation, its path and its errno.
    case failed(_ operation: String, path: String, errno: CInt)
    /// The device works, but cannot be used as a touchscreen.
    case rejected(path: String, Rejection)

    package var description: String {
        switch self {
        case .failed(let operation, let path, let errno):
            "cannot \(operation) \(path): \(String(cString: strerror(errno)))"
        case .rejected(let path, let reason):
            "cannot use \(path) as a touchscreen: \(reason)"
        }
    }
}
