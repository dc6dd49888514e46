/// `[socket]`: where clients connect, and what each user's clients may take.
package struct SocketDescription: Equatable, Sendable {
    /// Where clients connect that may look and touch.
    package var control = SocketPlace(path: "/run/glassfader/glassfader.sock")
    /// Where clients connect that may only look; nil if there is no such place.
    package var monitor: SocketPlace?
    /// What the clients of one user may take.
    package var limits = SocketLimits()

    /// Where `[socket.monitor]` is if it does not say.
    static let monitorPath = "/run/glassfader/monitor.sock"
}
