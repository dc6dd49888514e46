/// Whoever edits the panel file while the panel runs, well or badly.
final class PanelEditor: Player {
    private let folder: Folder
    private let size: Int

    init(_ folder: Folder, size: Int) {
        self.folder = folder
        self.size = size
    }

    /// Whether the panel file is as it was at the start.
    private(set) var hasWritten = false

    func perform(_ action: String, _ argument: String) throws {
        let text = PanelText(size: size, variant: Int(argument) ?? 0).text
        if action != "vanish" { hasWritten = true }
        switch action {
        case "write": try folder.write(text, to: "panel.toml")
        case "replace": try folder.write(text, to: "panel.toml", replacing: true)
        case "half": try folder.write(String(text.prefix(text.count / 2)), to: "panel.toml")
        case "vanish": break
        default: throw Failure("a script is understood", "editor \(action)")
        }
    }

    func recover() throws {}
}
