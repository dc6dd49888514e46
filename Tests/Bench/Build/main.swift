import Glibc

/// How long panels of many controls take to start and to reload.
///
/// `Tests/bench build` runs it on one processor core.
///
///     BuildBench [--json] [--pages] [--controls N] [--live]
///
/// Without `--pages` all controls are on one page, with it every 250. With a number, only that many
/// controls are measured: under a profiler, nothing else is to be seen. `--live` measures the live
/// desk instead, with 32 and with 64 channels, and what a turn of its pages costs.

var isJSON = false
var isLive = false
var sizes = [500, 1000, 2000, 5000]
var controlsOnPage = Int.max
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--json": isJSON = true
    case "--live": isLive = true
    case "--pages": controlsOnPage = 250
    case "--controls": sizes = arguments.popFirst().flatMap { Int($0) }.map { [$0] } ?? sizes
    default:
        print("usage: BuildBench [--json] [--pages] [--controls N] [--live]")
        exit(2)
    }
}

do {
    if isLive {
        let cases = try [32, 64].map { try LiveCase(channels: $0) }
        for line in LiveTable(cases, isJSON: isJSON).lines { print(line) }
        exit(0)
    }
    let cases = try sizes.map { try BuildCase(controls: $0, onPage: controlsOnPage) }
    for line in BuildTable(cases, isJSON: isJSON).lines { print(line) }
} catch {
    print("BuildBench: \(error)")
    exit(1)
}
