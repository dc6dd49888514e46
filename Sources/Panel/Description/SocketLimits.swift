import PanelProtocol

/// What the clients of one user may take, so that no program can have all there is.
package struct SocketLimits: Equatable, Sendable {
    /// How many connections the user may have; one more is told `busy`.
    package var connections = 32
    /// How many events may wait in order for one connection before a resync stands for them.
    package var entries = Outbox.standardLimit
    /// How many lines are read in a second from all connections of the user together.
    package var linesPerSecond = 2000

    /// The limits that the protocol names.
    package init() {}
}
