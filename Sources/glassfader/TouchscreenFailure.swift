import Evdev
import Glibc

/// Why a touchscreen is not read, told to whoever sits before it, and the exit status for it.
struct TouchscreenFailure: Error, Equatable, CustomStringConvertible {
    let message: String
    let status: Int32
    var description: String { message }

    init(_ message: String, status: Int32) {
        self.message = message
        self.status = status
    }

    init(_ error: EvdevError) {
        switch error {
        case .failed(_, let path, EACCES), .failed(_, let path, EPERM):
            self.init(
                "not permitted to open \(path): try sudo, or be in the group input", status: 2)
        case .failed(_, let path, ENOTTY), .failed(_, let path, EISDIR):
            self.init("\(path) is no input device", status: 1)
        case .failed(_, let path, EBUSY):
            self = .grabbed(path)
        case .failed:
            self.init(error.description, status: 2)
        case .rejected:
            self.init(error.description, status: 1)
        }
    }

    /// Another program has the events for itself.
    private static func grabbed(_ path: String) -> TouchscreenFailure {
        TouchscreenFailure(
            """
            another program has grabbed \(path), and nobody else sees its events
            If it is the panel's daemon, either stop it meanwhile (sudo systemctl stop glassfaderd),
            or have it share the touchscreen: grab = false under [input] in the panel file.
            """, status: 1)
    }
}
