/// `[socket]`: where clients connect, and the limits of each user.
package struct SocketDescription: Equatable, Sendable {
    /// The socket for reading and changing.
    package var control = SocketPlace(path: "/run/glassfader/glassfader.sock")
    /// The read-only socket; `nil` for none.
    package var monitor: SocketPlace?
    /// The limits of one user's clients.
    package var limits = SocketLimits()

    /// The default path of `[socket.monitor]`.
    static let monitorPath = "/run/glassfader/monitor.sock"
}
