/// Where a socket is and who may connect, unless the service manager hands it over.
package struct SocketPlace: Equatable, Sendable {
    /// Its path in the file system.
    package var path: String
    /// Permission bits; `0o660` as a rule.
    package var mode: UInt32 = 0o660
    /// The group that owns the socket; nil leaves the daemon's.
    package var group: String?

    /// Describes a socket at a path.
    package init(path: String, mode: UInt32 = 0o660, group: String? = nil) {
        self.path = path
        self.mode = mode
        self.group = group
    }
}
