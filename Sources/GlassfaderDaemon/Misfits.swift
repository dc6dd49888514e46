import Drawing
import Panel

/// What of a panel does not fit the sizes it is shown in: said once for each size until it is
/// something else, and shown all the same.
struct Misfits {
    private var said: [PixelRect: [String]] = [:]
    /// How many of a panel's misfits are said.
    private static let longestList = 5

    /// Says what does not fit a display's bounds, unless that was said before; `path` is the panel
    /// file's.
    mutating func say(of panel: Panel, at bounds: PixelRect, path: String, log: (String) -> Void) {
        let problems = panel.description.problems(
            atWidth: bounds.width, height: bounds.height, millimetres: panel.millimetres)
        let lines = problems.map {
            "\(path):\($0.position.line):\($0.position.column): \($0.message)"
        }
        guard lines != said.updateValue(lines, forKey: bounds) else { return }
        for line in lines.prefix(Self.longestList) { log(line) }
        let more = problems.count - Self.longestList
        guard more > 0 else { return }
        let size = "\(bounds.width)x\(bounds.height)"
        log("… and \(more) more; glassfader check --size \(size) says all")
    }
}
