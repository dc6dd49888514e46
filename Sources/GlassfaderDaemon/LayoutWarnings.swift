import Drawing
import EventLoop
import Panel

/// Warnings about parts of the panel that do not fit the display. Logs each list once for a size;
/// the panel is shown in any case.
struct LayoutWarnings {
    private var logged: [(bounds: PixelRect, lines: [String])] = []
    /// The greatest number of logged warnings for one size.
    private static let longestList = 5

    /// Logs the parts of the panel that do not fit `bounds`, unless the same list was logged
    /// before. `path` is the panel file's.
    mutating func log(
        _ panel: Panel, at bounds: PixelRect, path: String, to log: Log
    ) {
        let problems = panel.layoutProblems
        let lines = problems.map {
            "\(path):\($0.position.line):\($0.position.column): \($0.message)"
        }
        guard !logged.contains(where: { $0 == (bounds, lines) }) else { return }
        logged.removeAll { $0.bounds == bounds }
        logged.append((bounds, lines))
        for (line, problem) in zip(lines, problems).prefix(Self.longestList) {
            log(line, .warning, about: .file(path), .line(problem.position.line))
        }
        let more = problems.count - Self.longestList
        guard more > 0 else { return }
        let size = "\(bounds.width)x\(bounds.height)"
        log("… and \(more) more; glassfader check --size \(size) lists all", .warning)
    }
}
