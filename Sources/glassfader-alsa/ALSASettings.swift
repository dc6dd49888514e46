import GlassfaderBridge
import GlassfaderClient

/// The table `[bridges.alsa]`.
struct ALSASettings: Equatable {
    /// The name of the card's control interface, as `amixer -D` takes it.
    var card = "default"
    /// Whether the panel gets the values of the card when they connect.
    var isPull = false

    private static let keys = ["card"]

    init() {}

    /// Reads the table.
    init(_ table: [String: BridgeSetting]) throws(BridgeProblem) {
        try table.check("alsa", keys: Self.keys)
        isPull = try table.isPull()
        guard let setting = table["card"] else { return }
        guard let name = setting.text, !name.isEmpty else {
            throw BridgeProblem(
                "[bridges.alsa]: 'card': expected a string such as \"default\", \"hw:0\" or "
                    + "\"pulse\"")
        }
        card = name
    }
}
