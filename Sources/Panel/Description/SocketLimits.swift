import PanelProtocol

/// The limits of one user's clients, so that no program can exhaust the daemon.
package struct SocketLimits: Equatable, Sendable {
    /// The number of connections; a further one gets the error `busy`.
    package var connections = 32
    /// The number of events that may wait for one connection, before a resync replaces them.
    package var entries = Outbox.defaultLimit
    /// The number of lines per second that are read from all connections of the user.
    package var linesPerSecond = 2000

    /// The protocol's default limits.
    package init() {}
}
