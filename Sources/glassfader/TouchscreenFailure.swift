import Evdev
import Glibc

/// A touchscreen cannot be read: the message for the user, and the exit status.
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
                "not permitted to open \(path): use sudo, or join the group input", status: 2)
        case .failed(_, let path, ENOTTY), .failed(_, let path, EISDIR):
            self.init("\(path) is not an input device", status: 2)
        case .failed(_, let path, EBUSY):
            self = .grabbed(path)
        case .failed:
            self.init(error.description, status: 2)
        case .rejected:
            self.init(error.description, status: 1)
        }
    }

    /// Another program has grabbed the device.
    private static func grabbed(_ path: String) -> TouchscreenFailure {
        TouchscreenFailure(
            """
            another program has grabbed \(path), so that no other program gets its events
            If it is the panel's daemon, either stop it meanwhile (sudo systemctl stop glassfaderd),
            or let it share the touchscreen: grab = false under [input] in the panel file.
            """, status: 1)
    }
}
