import Glibc

/// Why a touchscreen could not be opened, read or looked for.
package enum EvdevError: Error, Equatable, CustomStringConvertible {
    /// A call failed: what it was to do, on which path, and its errno.
    case failed(_ operation: String, path: String, errno: CInt)
    /// The device works, but not as a touchscreen.
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
