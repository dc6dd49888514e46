import CSystemd
import Glibc

/// An operation of the event loop, or of the service manager's interface, that the system refused.
package struct EventLoopError: Error, Equatable, CustomStringConvertible {
    /// What could not be done: "watch a descriptor".
    package let operation: String
    /// The reason, as in `<errno.h>`.
    package let errno: Int32

    package var description: String {
        "cannot \(operation): \(String(cString: strerror(errno)))"
    }
}

extension EventLoopError {
    /// Passes a libsystemd result on, or throws if it is a negative errno.
    @discardableResult
    static func check(
        _ result: Int32, _ operation: @autoclosure () -> String
    ) throws(EventLoopError) -> Int32 {
        guard result >= 0 else { throw EventLoopError(operation: operation(), errno: -result) }
        return result
    }

    /// Passes a result of the C library on, or throws errno if it is negative.
    @discardableResult
    static func checkErrno(
        _ result: Int32, _ operation: @autoclosure () -> String
    ) throws(EventLoopError) -> Int32 {
        try check(result < 0 ? -Glibc.errno : result, operation())
    }
}
