package import PanelProtocol

/// The greeting of the daemon.
public struct PanelGreeting: Equatable, Sendable {
    /// The version of the daemon.
    public var version: String
    /// The features beyond the first version of the protocol.
    public var features: [String]
    /// The name of the panel.
    public var panel: String
    /// The name that the daemon gave this client.
    public var client: String
    /// A number that changes with each reload of the panel file.
    public var generation: Int64

    /// An empty greeting, before the daemon has sent one.
    init() {
        version = ""
        features = []
        panel = ""
        client = ""
        generation = 0
    }

    /// Reads the first line of the daemon.
    package init?(_ object: JSONObject) {
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
