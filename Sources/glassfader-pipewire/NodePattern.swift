/// Which nodes of PipeWire a control is about.
enum NodePattern: Hashable, CustomStringConvertible {
    /// Nodes with this value of a property, such as `node.name`.
    case property(String, String)
    /// The sink that is the default now.
    case defaultSink
    /// The source that is the default now.
    case defaultSource

    /// Reads `mixer.ch1` (a `node.name`), `media.name=Firefox`, `default.sink` or `default.source`.
    init?(_ text: String) {
        switch text {
        case "": return nil
        case "default.sink": self = .defaultSink
        case "default.source": self = .defaultSource
        default:
            // Of PipeWire's own, there are only these two.
            guard !text.hasPrefix("default.") else { return nil }
            guard let sign = text.firstIndex(of: "=") else {
                self = .property("node.name", text)
                return
            }
            let key = text[..<sign]
            let value = text[text.index(after: sign)...]
            guard !key.isEmpty, !value.isEmpty, !key.contains(" ") else { return nil }
            self = .property(String(key), String(value))
        }
    }

    var description: String {
        switch self {
        case .property(let key, let value): "\(key)=\(value)"
        case .defaultSink: "default.sink"
        case .defaultSource: "default.source"
        }
    }

    /// Whether a node is meant. `defaults` are the names of the default nodes, by their keys.
    func matches(_ properties: [String: String], defaults: [String: String]) -> Bool {
        switch self {
        case .property(let key, let value): properties[key] == value
        case .defaultSink:
            properties["node.name"].map { $0 == defaults["default.audio.sink"] } ?? false
        case .defaultSource:
            properties["node.name"].map { $0 == defaults["default.audio.source"] } ?? false
        }
    }
}
