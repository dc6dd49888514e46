/// What fingers and clients may do to the value of a control, and when.
struct ConductDescription: Equatable, Sendable {
    var report = Report.live
    var doubleTap = DoubleTap.none
    var onRemote = RemotePolicy.defer
    /// How long after release a value that engines had sent before still counts as old.
    var settleTime = Duration.milliseconds(250)
    /// Whether a cancelled touch puts back the value from before it.
    var revertsOnCancel = false

    /// When subscribers hear of a value that a finger changes.
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

    /// How a control behaves that says nothing about it.
    init() {}

    /// Reads what the types with a value have in common.
    init(_ fields: inout TableFields) {
        report = fields.choice("report", of: Report.self) ?? report
        doubleTap = fields.choice("double_tap", of: DoubleTap.self) ?? doubleTap
        onRemote = fields.choice("on_remote", of: RemotePolicy.self) ?? onRemote
        if onRemote != .defer {
            fields.noteNotInEffect(
                ["settle_ms"], because: "'on_remote' is \"\(onRemote.rawValue)\"")
        }
        settleTime = .milliseconds(fields.integer("settle_ms", in: 0...60_000) ?? 250)
        revertsOnCancel = fields.boolean("revert_on_cancel") ?? revertsOnCancel
    }
}
