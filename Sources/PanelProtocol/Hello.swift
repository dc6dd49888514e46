/// The first line of every connection, which the server sends unasked.
package struct Hello: Equatable, Sendable {
    /// The name of the server.
    static let server = "glassfader"

    /// The version of the protocol spoken; raised by breaking changes only.
    package static let protocolVersion: Int64 = 1

    /// The version of the server.
    package var version: String
    /// What this server can do beyond the first version of the protocol.
    package var features: [String]
    /// The name of the panel.
    package var panel: String
    /// The name that the server gives this client.
    package var client: String
    /// Changes with the panel file.
    package var generation: Int64

    /// Describes a server to a client.
    package init(
        version: String, features: [String], panel: String, client: String, generation: Int64
    ) {
        self.version = version
        self.features = features
        self.panel = panel
        self.client = client
        self.generation = generation
    }

    /// Writes the greeting as a line.
    package func write(to writer: inout JSONWriter) {
        writer.line { writer in
            writer.object("hello") { writer in
                writer.member("server", Self.server)
                writer.member("version", version)
                writer.member("protocol", Self.protocolVersion)
                writer.member("protocol_min", Self.protocolVersion)
                writer.member("features", features)
                writer.member("panel", panel)
                writer.member("client", client)
                writer.member("generation", generation)
                writer.member("clock", "monotonic_us")
                writer.object("limits") { writer in
                    writer.member("line_bytes", LineReader.requestLimit)
                    writer.member("max_rate_hz", Subscription.highestRate)
                }
            }
        }
    }
}
