/// The name of a control with its hash, so that comparing different names is fast.
struct ControlKey: Equatable {
    let name: String
    private let hash: Int

    init(_ name: String) {
        self.name = name
        hash = name.hashValue
    }

    static func == (first: ControlKey, second: ControlKey) -> Bool {
        first.hash == second.hash && first.name == second.name
    }
}
