import Drawing
import Panel

/// What of a panel does not fit the sizes it is shown in: logged once for each size until it changes,
/// and shown all the same.
struct Misfits {
    private var logged: [PixelRect: [String]] = [:]
    /// How many of a panel's misfits are logged.
    private static let longestList = 5

    /// Logs what does not fit a display's bounds, unless that was logged before; `path` is the panel
    /// file's.
    mutating func log(
        _ panel: Panel, at bounds: PixelRect, path: String, to log: (String) -> Void
    ) {
        let problems = panel.description.problems(
            atWidth: bounds.width, height: bounds.height, millimetres: panel.millimetres)
        let lines = problems.map {
            "\(path):\($0.position.line):\($0.position.column): \($0.message)"
        }
        guard lines != logged.updateValue(lines, forKey: bounds) else { return }
        for line in lines.prefix(Self.longestList) { log(line) }
        let more = problems.count - Self.longestList
        guard more > 0 else { return }
        let size = "\(bounds.width)x\(bounds.height)"
        log("… and \(more) more; glassfader check --size \(size) says all")
    }
}
