/// One connection in the reply to `clients`.
package struct ClientInfo: Equatable, Sendable {
    /// The name that the daemon gave the client.
    package var client: String
    /// The name that the client gave itself.
    package var name: String?
    /// The process ID of the client when it connected.
    package var process: Int64
    /// The user ID of that process.
    package var user: Int64
    /// The group ID of that process.
    package var group: Int64
    /// Whether the connection is read-only.
    package var isReadOnly: Bool
    /// Whether it has a subscription.
    package var isSubscribed: Bool
    /// The number of lines that wait to be sent.
    package var waitingLines: Int

    /// Describes a connection.
    package init(
        client: String, name: String?, process: Int64, user: Int64, group: Int64, isReadOnly: Bool,
        isSubscribed: Bool, waitingLines: Int
    ) {
        self.client = client
        self.name = name
        self.process = process
        self.user = user
        self.group = group
        self.isReadOnly = isReadOnly
        self.isSubscribed = isSubscribed
        self.waitingLines = waitingLines
    }

    func write(to writer: inout JSONWriter) {
        writer.member("client", client)
        if let name { writer.member("name", name) }
        writer.member("pid", process)
        writer.member("uid", user)
        writer.member("gid", group)
        writer.member("access", isReadOnly ? "r" : "rw")
        writer.member("subscribed", isSubscribed)
        writer.member("queue", waitingLines)
    }
}
