/// How a control handles touches and clients' values.
struct BehaviorDescription: Equatable, Sendable {
    var report = Report.live
    var doubleTap = DoubleTap.none
    var onRemote = RemotePolicy.defer
    /// How long after a release clients' values are still deferred, because they may be outdated.
    var settleTime = Duration.milliseconds(250)
    /// Whether a cancelled touch restores the value from before it.
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
        /// The last value is applied after the release, unless the finger has acted since the
        /// request.
        case `defer`
        case ignore
        case allow
    }

    // MARK: Options

    @OptionBuilder<Self> private static var remote: OptionList<Self> {
        PanelOption(
            "on_remote", \.onRemote,
            .choice([
                .defer:
                    "it waits until the finger lifts, and is dropped if the finger has moved since",
                .ignore: "it is dropped", .allow: "it is applied at once",
            ]), "What happens to a value that a client sends while a finger is on the control."
        ).onlyForFingers
        PanelOption(
            "settle_ms", \.settleTime, .milliseconds(in: 0...60_000), unit: "ms",
            "How long the values of clients wait after the finger has lifted: they may be late replies."
        ).exceptWhen("on_remote", is: "\"ignore\"", "\"allow\"").onlyForFingers
    }
    private static let cancellation = PanelOption<Self>(
        "revert_on_cancel", \.revertsOnCancel, .flag,
        "Whether a cancelled gesture puts the value back to where it began."
    ).onlyForFingers
    private static let reporting = PanelOption<Self>(
        "report", \.report,
        .choice([.live: "every movement", .release: "only the last one"]),
        "Which values of a gesture are sent to clients."
    ).onlyForFingers
    private static let doubleTapping = PanelOption<Self>(
        "double_tap", \.doubleTap, .choice([.default: "they put back the default"]),
        "What two quick taps do."
    ).onlyForFingers

    /// For controls that fingers move.
    static let table = OptionTable(of: BehaviorDescription()) {
        remote
        reporting
        doubleTapping
        cancellation
    }
    /// For controls that fingers change in steps.
    static let steppedTable = OptionTable(of: BehaviorDescription()) {
        remote
        reporting
        cancellation
    }
    /// For keys.
    static let keyTable = OptionTable(of: BehaviorDescription()) {
        remote
        cancellation
    }
    /// For controls that send one event per change.
    static let discreteTable = OptionTable(of: BehaviorDescription()) {
        remote
    }

    /// The defaults.
    init() {}

    /// Reads the options of a table.
    init(_ fields: inout TableFields, _ table: OptionTable<Self> = table) {
        table.read(&fields).apply(to: &self)
    }
}
