import GlassfaderBridge
import GlassfaderClient

/// The table `[bridges.osc]`.
struct OSCSettings: Equatable {
    var dialect = Dialect(name: "generic")
    /// The engines.
    var endpoints: [OSCEndpoint] = []
    /// Where this program listens; `nil` for a port of loopback that the kernel chooses.
    var listen: OSCEndpoint?
    /// Whether the panel gets the values of the engine when they connect.
    var isPull = false
    /// The messages that request the levels of the bound meters.
    var meterRequests: [String] = []

    private static let keys = ["dialect", "send", "listen"]

    init() {}

    /// Reads the table.
    init(_ table: [String: BridgeSetting], folders: [String]) throws(BridgeProblem) {
        try table.check("osc", keys: Self.keys)
        let name = try Self.text("dialect", table) ?? "generic"
        do throws(Dialect.Failure) {
            dialect = try Dialect.named(name, in: folders)
        } catch {
            throw BridgeProblem("[bridges.osc]: 'dialect': \(error)")
        }
        isPull = try table.isPull()
        if isPull, dialect.read == nil, dialect.helloTime == .zero {
            throw BridgeProblem(
                "[bridges.osc]: 'on_connect': the dialect '\(name)' cannot ask an engine for its "
                    + "values: expected \"push\"")
        }
        listen = try Self.text("listen", table).map { text throws(BridgeProblem) in
            try Self.endpoint("listen", text, port: nil)
        }
        if case .tcp = listen {
            throw BridgeProblem(
                "[bridges.osc]: 'listen': this program connects to engines by TCP, and does not "
                    + "listen: expected HOST:PORT or osc.unix:///PATH")
        }
        if let send = table["send"] {
            guard let texts = send.texts, !texts.isEmpty else {
                throw BridgeProblem(
                    "[bridges.osc]: 'send': expected an array of \(OSCEndpoint.form)")
            }
            for text in texts {
                let endpoint = try Self.endpoint("send", text, port: dialect.port)
                guard endpoint.port != 0 else {
                    throw BridgeProblem(
                        "[bridges.osc]: 'send': '\(text)': no engine has the port 0")
                }
                guard !endpoints.contains(endpoint) else {
                    throw BridgeProblem("[bridges.osc]: 'send': '\(text)' is there twice")
                }
                endpoints.append(endpoint)
            }
        } else if let port = dialect.port {
            endpoints = [.udp(host: "127.0.0.1", port: port)]
        } else {
            throw BridgeProblem(
                "[bridges.osc]: 'send' is missing: expected the addresses of engines, such as "
                    + "[\"127.0.0.1:9000\"]")
        }
    }

    private static func text(
        _ key: String, _ table: [String: BridgeSetting]
    ) throws(BridgeProblem) -> String? {
        guard let setting = table[key] else { return nil }
        guard let text = setting.text else {
            throw BridgeProblem("[bridges.osc]: '\(key)': expected a string")
        }
        return text
    }

    private static func endpoint(
        _ key: String, _ text: String, port: UInt16?
    ) throws(BridgeProblem) -> OSCEndpoint {
        guard let endpoint = OSCEndpoint(text, port: port) else {
            throw BridgeProblem(
                "[bridges.osc]: '\(key)': '\(text)' is not an address: expected \(OSCEndpoint.form)"
            )
        }
        return endpoint
    }

    /// What the sockets need.
    var network: OSCNetwork.Options {
        func messages(_ texts: [String]) -> [OSCMessage] {
            texts.compactMap(OSCMessage.init(words:))
        }
        let streams = dialect.meters.filter { $0.request.map(meterRequests.contains) == true }
        return OSCNetwork.Options(
            endpoints: endpoints, listen: listen, hello: messages(dialect.hello),
            renew: messages(dialect.renew + meterRequests), renewInterval: dialect.renewInterval,
            streams: Set(streams.map(\.address)),
            probe: dialect.probe.flatMap(OSCMessage.init(words:)),
            probeInterval: dialect.probeInterval, fresh: dialect.fresh, bundles: dialect.bundles)
    }
}
