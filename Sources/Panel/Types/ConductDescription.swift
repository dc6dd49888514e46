/// What fingers and clients may do to the value of a control, and when.
struct ConductDescription: Equatable, Sendable {
    var report = Report.live
    var doubleTap = DoubleTap.none
    var onRemote = RemotePolicy.defer
    /// How long after release a value that engines had sent before still counts as old.
    var settleTime = Duration.milliseconds(250)
    /// Whether a cancelled touch puts back the value from before it.
    var revertsOnCancel = false

    /// When clients are notified of a value that a finger changes.
    enum Report: String, CaseIterable, Sendable {
        case live
        case release
    }

    /// What two quick taps do.
    enum DoubleTap: String, CaseIterable, Sendable {
        case none
        case `default`
    }

    /// What happens to a client's value while a finger holds the control.
    enum RemotePolicy: String, CaseIterable, Sendable {
        /// The newest is applied at release, unless it is older than the touch.
        case `defer`
        case ignore
        case allow
    }

    // MARK: Options

    @OptionBuilder<Self> private static var remote: [PanelOption<Self>] {
        PanelOption(
            "on_remote", \.onRemote,
            .choice([
                .defer:
                    "it waits until the finger lifts, and is dropped if the finger has moved since",
                .ignore: "it is dropped", .allow: "it is applied at once",
            ]), "What happens to a value that a client sends while a finger is on the control.")
        PanelOption(
            "settle_ms", \.settleTime, .milliseconds(in: 0...60_000), unit: "ms",
            "How long the values of clients wait after the finger has lifted: they may be late replies."
        ).exceptWhen("on_remote", is: "\"ignore\"", "\"allow\"")
    }
    private static let cancellation = PanelOption<Self>(
        "revert_on_cancel", \.revertsOnCancel, .flag,
        "Whether a cancelled gesture puts the value back to where it began.")
    private static let reporting = PanelOption<Self>(
        "report", \.report,
        .choice([.live: "every movement is reported", .release: "only the last value"]),
        "When clients are notified.")
    private static let doubleTapping = PanelOption<Self>(
        "double_tap", \.doubleTap, .choice([.default: "they put back the default"]),
        "What two quick taps do.")

    /// Of what a finger moves.
    static let table = OptionTable(of: ConductDescription()) {
        remote
        reporting
        doubleTapping
        cancellation
    }
    /// Of what changes in steps under a finger.
    static let steppedTable = OptionTable(of: ConductDescription()) {
        remote
        reporting
        cancellation
    }
    /// Of keys that stay on.
    static let keyTable = OptionTable(of: ConductDescription()) {
        remote
        cancellation
    }
    /// Of what emits one event per change.
    static let discreteTable = OptionTable(of: ConductDescription()) {
        remote
    }

    /// How a control behaves that says nothing about it.
    init() {}

    /// Reads the options of a table.
    init(_ fields: inout TableFields, _ table: OptionTable<Self> = table) {
        table.read(&fields).apply(to: &self)
    }
}
