import Panel
import TestVectors
import Testing

/// One option of the whole panel, and where it is seen that it changes something.
struct SettingCase: Sendable, CustomTestStringConvertible {
    /// What shows the effect of an option.
    enum Evidence: Sendable {
        /// What is seen of two panel files differs.
        case trial(SettingTrial)
        /// Only a real kernel shows it: a check of a test that runs in a virtual machine.
        case guest(file: String, sentence: String)
    }

    /// The chapter of the manual page, and the option: `DISPLAY/rotate`, `DISPLAY/dim.after_s`.
    let name: String
    /// The lines of the chapter's table without the option, and with it.
    let without: String
    let with: String
    let evidence: Evidence

    var testDescription: String { "\(name): \(without) | \(with)" }

    /// The option as the page lists it: without what is within a table.
    var listed: String { String(name.prefix { $0 != "." }) }

    /// The last word of the name.
    var word: String { name.split { "./".contains($0) }.last.map(String.init) ?? name }

    /// A whole panel file with some lines in the chapter's table.
    func file(_ lines: String) -> String {
        let chapter = name.prefix { $0 != "/" }.lowercased()
        // No trial makes a socket where a panel may be running.
        let socket = chapter == "socket" ? "" : "\n[socket]\npath = \"FOLDER/a.sock\"\n"
        return SettingTrial.panel + socket + "\n[\(chapter)]\n\(lines)\n"
    }
}

/// Something that is done with a panel. The result lists all that can be seen of it: pixels,
/// events, log lines and files. Time is simulated: the same panel file gives the same result in
/// every run.
struct SettingTrial: Sendable {
    /// Runs a panel file in a folder of its own, `FOLDER` in the file.
    let run: @Sendable (_ file: PanelDescription, _ folder: String) throws -> String

    /// What the trials move: two pages, with controls that show every colour.
    static let panel = """
        name = "desk"
        [[pages]]
        id = "p"
        label = "الصفحة"
        strips = [
          { id = "s", label = "Vox", bold = true, controls = [
            { id = "c", type = "slider", default = 0.3, fine = "second-finger", settle_ms = 0 },
            { id = "k", type = "knob", default = 0.6, ticks = [0.2, 0.4] },
          ] },
          { id = "t", controls = [
            { id = "m", type = "meter", channels = 3 },
            { id = "l", type = "slider", default = 0.3, meter = true },
          ] },
          { id = "u", controls = [
            { id = "a", type = "switch", title = "Go", default = true },
            { id = "b", type = "switch", title = "Go", default = true, color = "positive" },
            { id = "d", type = "switch", title = "Go", default = true, color = "danger" },
            { id = "e", type = "switch", title = "Go", default = true, color = "warning" },
            { id = "f", type = "segmented", options = ["one", "two"], color = "selection" },
            { id = "g", type = "xy" }, { id = "h", type = "color" },
          ] },
        ]
        [[pages]]
        id = "q"
        strips = [{ id = "v", controls = [{ id = "c", type = "slider" }] }]
        [[scenes]]
        name = "low"
        values = { "s.c" = 0.1 }
        """
}
