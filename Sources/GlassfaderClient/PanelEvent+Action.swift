package import PanelProtocol

extension PanelEvent {
    /// What a key of the panel did by its action.
    public struct Action: Equatable, Sendable {
        /// The key's name.
        public var control: String
        /// The action: `page`, `scene`, `store`, `set`, `reset`, `lock`, `unlock`, `blank`, `undo`,
        /// `redo`, `spill` or `run`.
        public var action: String
        /// The argument of the action: a page, a scene, a VCA's master, the pattern of `reset`, or
        /// the name of `run`; `nil` if it has none.
        public var name: String?
        /// Why the action was not performed: `no-scene`, `nothing-to-undo`…; `nil` if it was.
        public var problem: String?

        /// Reads an event; `nil` if a member is missing.
        package init?(_ object: JSONObject) {
            guard let control = object["control"]?.string, let action = object["action"]?.string,
                let isApplied = object["applied"]?.boolean
            else { return nil }
            self.control = control
            self.action = action
            name = object["name"]?.string
            problem = isApplied ? nil : object["reason"]?.string ?? ""
        }
    }

    /// A wrong PIN, without its digits.
    public struct PINRejection: Equatable, Sendable {
        /// The key that asked for the PIN; `nil` for the padlock of the panel.
        public var control: String?
        /// The number of attempts that are left before the pad waits.
        public var attemptsLeft: Int
        /// How long the pad accepts nothing; zero while there are attempts left.
        public var wait: Duration

        /// Reads an event; `nil` if a member is missing.
        package init?(_ object: JSONObject) {
            guard let left = object["attempts_left"]?.integer else { return nil }
            control = object["control"]?.string
            attemptsLeft = Int(left)
            wait = .milliseconds(object["wait_ms"]?.integer ?? 0)
        }
    }
}
