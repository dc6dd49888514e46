import Glibc

/// An operation that an old framebuffer or a console refused, in words fit for the journal:
/// "cannot open /dev/fb0: No such file or directory".
package struct FramebufferError: Error, Equatable, CustomStringConvertible {
    /// The reason, as in `<errno.h>`; 0 if it is not the kernel's.
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

    /// Throws what a system call that has just failed left in `errno`, if it did.
    static func check(
        _ result: Int32, _ operation: @autoclosure () -> String
    ) throws(FramebufferError) {
        guard result < 0 else { return }
        throw FramebufferError(cannot: operation(), errno: Glibc.errno)
    }
}
