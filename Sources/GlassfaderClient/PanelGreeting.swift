import PanelProtocol

/// What the daemon says of itself when a client connects.
public struct PanelGreeting: Equatable, Sendable {
    /// The version of the daemon.
    public var version: String
    /// What it can do beyond the first version of the protocol.
    public var features: [String]
    /// The name of the panel.
    public var panel: String
    /// The name that the daemon gives this client.
    public var client: String
    /// Changes with the panel file.
    public var generation: Int64

    /// Nothing said yet.
    init() {
        version = ""
        features = []
        panel = ""
        client = ""
        generation = 0
    }

    init?(_ object: JSONObject) {
        guard let hello = object["hello"]?.object, let version = hello["version"]?.string,
            let panel = hello["panel"]?.string, let client = hello["client"]?.string,
            let generation = hello["generation"]?.integer
        else { return nil }
        self.version = version
        self.panel = panel
        self.client = client
        self.generation = generation
        features = hello["features"]?.array?.compactMap(\.string) ?? []
    }
}
