import ArgumentParser

/// How long a change takes.
struct FadeOptions: ParsableArguments {
    @Option(help: "Fade to the value, as 500ms, 2s or 1min; an hour at most.")
    var over: TimeSpan?

    @Option(help: ArgumentHelp("The same in milliseconds.", valueName: "ms"))
    var overMs: Double?

    func validate() throws {
        if over != nil, overMs != nil {
            throw ValidationError("--over and --over-ms say the same: one of them is enough")
        }
        if let overMs, !(0...3_600_000).contains(overMs) {
            throw ValidationError("--over-ms wants 0 to 3600000 milliseconds")
        }
    }

    var duration: Duration { over?.duration ?? overMs.map { .milliseconds($0) } ?? .zero }

    /// As `over_ms` has it; nil for none.
    var milliseconds: Double? { duration > .zero ? duration / .milliseconds(1) : nil }
}
