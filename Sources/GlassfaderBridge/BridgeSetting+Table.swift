public import GlassfaderClient
import PanelProtocol

extension [String: BridgeSetting] {
    /// Throws if the table of a bridge has a key that has no effect. Every bridge has `on_connect`.
    public func check(_ bridge: String, keys: [String]) throws(BridgeProblem) {
        let keys = keys + ["on_connect"]
        guard let unknown = self.keys.sorted().first(where: { !keys.contains($0) }) else { return }
        throw BridgeProblem(
            "[bridges.\(bridge)]: unknown key '\(unknown)'"
                + Suggestions.question(for: unknown, among: keys))
    }

    /// Whether the panel gets the values of the engine when they connect, and not the other way
    /// round: `on_connect`.
    public func isPull() throws(BridgeProblem) -> Bool {
        switch self["on_connect"] {
        case nil, .text("push"): false
        case .text("pull"): true
        default: throw BridgeProblem("'on_connect': expected \"push\" or \"pull\"")
        }
    }
}
