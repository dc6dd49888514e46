import CSystemd
import Glibc

/// A failed operation of the event loop or of the service manager's interface.
package struct EventLoopError: Error, Equatable, CustomStringConvertible {
    /// The operation: "watch a descriptor".
    package let operation: String
    /// The error number, as in `<errno.h>`.
    package let errno: Int32

    package var description: String {
        "cannot \(operation): \(String(cString: strerror(errno)))"
    }
}

extension EventLoopError {
    /// Returns a result of libsystemd, or throws if it is a negative errno.
    @discardableResult
    static func check(
        _ result: Int32, _ operation: @autoclosure () -> String
    ) throws(EventLoopError) -> Int32 {
        guard result >= 0 else { throw EventLoopError(operation: operation(), errno: -result) }
        return result
    }

    /// Returns a result of the C library, or throws errno if it is negative.
    @discardableResult
    static func checkErrno(
        _ result: Int32, _ operation: @autoclosure () -> String
    ) throws(EventLoopError) -> Int32 {
        try check(result < 0 ? -Glibc.errno : result, operation())
    }
}
