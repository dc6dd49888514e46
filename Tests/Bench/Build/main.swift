import Glibc

/// How long panels of many controls take to start and to reload.
///
/// `Tests/bench build` runs it on one processor core.
///
///     BuildBench [--json] [--pages] [--controls N]
///
/// Without `--pages` all controls are on one page, with it every 250. With a number, only that many
/// controls are measured: under a profiler, nothing else is to be seen.

var isJSON = false
var sizes = [500, 1000, 2000, 5000]
var controlsOnPage = Int.max
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--json": isJSON = true
    case "--pages": controlsOnPage = 250
    case "--controls": sizes = arguments.popFirst().flatMap { Int($0) }.map { [$0] } ?? sizes
    default:
        print("usage: BuildBench [--json] [--pages] [--controls N]")
        exit(2)
    }
}

do {
    let cases = try sizes.map { try BuildCase(controls: $0, onPage: controlsOnPage) }
    for line in BuildTable(cases, isJSON: isJSON).lines { print(line) }
} catch {
    print("BuildBench: \(error)")
    exit(1)
}
