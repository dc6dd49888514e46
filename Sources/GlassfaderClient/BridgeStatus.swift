/// The status that a bridge reports to its service manager: `3 controls bound; engine`, or `; no
/// engine`.
package struct BridgeStatus: CustomStringConvertible {
    /// The bound controls, as text for people.
    package var bindings: String
    /// Whether the engine takes values.
    package var hasEngine: Bool

    /// The status of a bridge.
    package init(bindings: String, hasEngine: Bool) {
        self.bindings = bindings
        self.hasEngine = hasEngine
    }

    /// Parses a status; `nil` if it does not mention an engine.
    package init?(_ text: String) {
        for hasEngine in [true, false] where text.hasSuffix(Self.suffix(hasEngine)) {
            self.init(
                bindings: String(text.dropLast(Self.suffix(hasEngine).count)),
                hasEngine: hasEngine)
            return
        }
        return nil
    }

    package var description: String { bindings + Self.suffix(hasEngine) }

    private static func suffix(_ hasEngine: Bool) -> String {
        hasEngine ? "; engine" : "; no engine"
    }
}
