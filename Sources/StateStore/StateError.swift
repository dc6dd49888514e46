import Glibc

/// A failed operation on the state folder.
package struct StateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The operation and its file: `write /var/lib/glassfader/state.a`.
    package let operation: String
    /// The error number, as in `<errno.h>`; nil if the reason is not the system's.
    package let errno: Int32?
    /// The reason in words.
    package let reason: String
    /// Whether another process has locked the folder.
    package private(set) var isInUse = false

    /// Whether the system had nothing left of what the operation takes, such as descriptors. A
    /// program that is started again may have it, and a broken disk is something else.
    package var isExhaustion: Bool { errno.map([EMFILE, ENFILE, ENOMEM].contains) ?? false }

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

    /// The error for a folder that another process has locked.
    static func inUse(_ path: String) -> StateError {
        var error = StateError(
            "keep the state in \(path)", reason: "another daemon uses the folder")
        error.isInUse = true
        return error
    }

    package var description: String { "cannot \(operation): \(reason)" }
}
