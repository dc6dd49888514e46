import Glibc

/// An operation on the folder of the state that the system refused.
package struct StateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What could not be done, and with which file: `write /var/lib/glassfader/state.a`.
    package let operation: String
    /// The reason, as in `<errno.h>`; nil where it is another than the system's.
    package let errno: Int32?
    /// Why, in words.
    package let reason: String
    /// Whether another process has the folder.
    package private(set) var isInUse = false

    init(_ operation: String, errno: Int32) {
        self.operation = operation
        self.errno = errno
        reason = String(cString: strerror(errno))
    }

    init(_ operation: String, reason: String) {
        self.operation = operation
        errno = nil
        self.reason = reason
    }

    /// Another process has the folder.
    static func inUse(_ path: String) -> StateError {
        var error = StateError("keep the state in \(path)", reason: "another daemon has the folder")
        error.isInUse = true
        return error
    }

    package var description: String { "cannot \(operation): \(reason)" }
}
