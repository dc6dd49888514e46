import ArgumentParser
import PanelProtocol

/// The duration of a change.
struct FadeOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "Fade to the value in this time, such as 500ms, 2s or 1min; at most an hour."
    )
    var over: TimeSpan?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The same in milliseconds.", valueName: "ms"))
    var overMs: Double?

    func validate() throws {
        if over != nil, overMs != nil {
            throw ValidationError("--over and --over-ms exclude each other: use only one of them")
        }
        if let overMs, !(0...Double(SetRequest.longestFade)).contains(overMs) {
            throw ValidationError("--over-ms needs 0 to \(SetRequest.longestFade) milliseconds")
        }
    }

    var duration: Duration { over?.duration ?? overMs.map { .milliseconds($0) } ?? .zero }

    /// The value of `over_ms`; nil for no fade.
    var milliseconds: Double? { duration > .zero ? duration / .milliseconds(1) : nil }
}
