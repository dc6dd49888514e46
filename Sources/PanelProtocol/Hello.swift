/// The first line of every connection, which the server sends without a request.
package struct Hello: Equatable, Sendable {
    /// The name of the server.
    static let server = "glassfader"

    /// The version of the protocol; only breaking changes raise it.
    package static let protocolVersion: Int64 = 1

    /// The version of the server.
    package var version: String
    /// The features that this server has beyond the first version of the protocol.
    package var features: [String]
    /// The name of the panel.
    package var panel: String
    /// The name that the server gives this client.
    package var client: String
    /// A number that changes with each reload of the panel file.
    package var generation: Int64

    /// Creates a greeting.
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
