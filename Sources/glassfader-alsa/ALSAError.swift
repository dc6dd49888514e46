import CALSA

/// What alsa-lib cannot do, and why.
struct ALSAError: Error, Equatable, CustomStringConvertible {
    let operation: String
    let code: Int32

    var description: String { "cannot \(operation): \(String(cString: snd_strerror(code)))" }

    /// Throws if a result is an error.
    static func check(_ result: Int32, _ operation: @autoclosure () -> String) throws(ALSAError) {
        if result < 0 { throw ALSAError(operation: operation(), code: result) }
    }
}
