/// `[socket]`: where clients connect, unless the service manager hands the socket over.
package struct SocketDescription: Equatable, Sendable {
    package var path = "/run/glassfader/glassfader.sock"
    /// Permission bits; `0o660` as a rule.
    package var mode: UInt32 = 0o660
    /// The group that owns the socket; nil leaves the daemon's.
    package var group: String?
}
