import Glibc

/// A failed operation on a framebuffer or a console, with a text for the journal: "cannot open
/// /dev/fb0: No such file or directory".
package struct FramebufferError: Error, Equatable, CustomStringConvertible {
    /// The error number, as in `<errno.h>`; 0 if the error is not the kernel's.
    package let errno: Int32
    package let description: String

    init(cannot operation: String, errno code: Int32) {
        errno = code
        description = "cannot \(operation): \(String(cString: strerror(code)))"
    }

    init(_ description: String) {
        errno = 0
        self.description = description
    }

    /// Throws the error of a system call that has just failed.
    static func check(
        _ result: Int32, _ operation: @autoclosure () -> String
    ) throws(FramebufferError) {
        guard result < 0 else { return }
        throw FramebufferError(cannot: operation(), errno: Glibc.errno)
    }
}
