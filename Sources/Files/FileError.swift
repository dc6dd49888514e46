import Glibc

/// Why a file could not be read or written.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The operation: `read`.
    package let operation: String
    /// The file.
    package let path: String
    /// The system's error message, or what was found instead of the file.
    package let reason: String
    /// The error number of the call of the system that has failed, as in `<errno.h>`; `nil` if the
    /// file is not of the expected kind.
    package let errno: Int32?

    /// Error numbers for a disk or a bus that is not ready, and for what other programs have used
    /// up.
    private static let temporaryErrors = [
        EIO, EBUSY, ETIMEDOUT, ENOMEM, EMFILE, ENFILE, EINTR, EAGAIN,
    ]

    /// A file that is not of the expected kind, or that cannot be used for another reason.
    package init(_ operation: String, _ path: String, _ reason: String) {
        self.operation = operation
        self.path = path
        self.reason = reason
        errno = nil
    }

    /// A call of the system that has failed.
    package init(_ operation: String, _ path: String, errno: Int32) {
        self.operation = operation
        self.path = path
        reason = String(cString: strerror(errno))
        self.errno = errno
    }

    /// A file that is too large; `size` is nil if it is unknown.
    init(_ operation: String, _ path: String, size: Int?, largest: Int) {
        let found = size.map { "it is \(Self.text(ofSize: $0, above: largest))" }
        let allowed = "at most \(Self.text(ofSize: largest, above: nil))"
        self.init(operation, path, "\(found ?? "it is too large"): \(allowed)")
    }

    /// Whether there is no such file.
    package var isMissing: Bool { errno == ENOENT }

    /// Whether the same call may succeed later: the file itself may be in order.
    package var isTemporary: Bool { errno.map(Self.temporaryErrors.contains) ?? false }

    /// "cannot read /etc/x: Permission denied".
    package var description: String { "cannot \(operation) \(path): \(reason)" }

    /// `71 MB`. A size above a limit is rounded up and a limit down, so that they always differ.
    private static func text(ofSize size: Int, above limit: Int?) -> String {
        let (unit, name) =
            switch limit ?? size {
            case 1_000_000...: (1_000_000, "MB")
            case 1000...: (1000, "kB")
            default: (1, "bytes")
            }
        return "\(size / unit + (limit != nil && size % unit > 0 ? 1 : 0)) \(name)"
    }
}
