import ArgumentParser
import EventLoop
import GlassfaderClient
import Glibc

/// Shows the panel as text.
struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Show the panel's strips on a terminal, and change values with the keys.",
        discussion: """
            Left, Right    the strip before or behind (also h, l)
            Tab, Shift-Tab the next control of the strip, or the one before (also n, p)
            Up, Down       a step more or less (also k, j; + and -)
            PgUp, PgDn     ten steps more or less (also Shift-Up, Shift-Down)
            Home, 0        the value of the panel file
            Space          turns a key on or off; the next option
            [ and ]        look at the page before or behind, and s shows it on the panel
            q              the end, as Ctrl-C

            The panel's page is marked with *, a control that a finger is on with •. NO_COLOR in \
            the environment leaves out the colours.
            """)

    @OptionGroup var panel: PanelOptions

    @Argument(
        help: "Which controls, with * and ?. (default: all of them)", completion: .controls)
    var patterns: [String] = []

    func validate() throws {
        if panel.json { throw ValidationError("--json is nothing to fill a screen with") }
        try Self.checkTerminal()
    }

    /// - Throws: wrong usage, if there is nothing to be filled.
    static func checkTerminal() throws {
        guard isatty(STDIN_FILENO) == 1, Terminal.canMoveCursor else {
            throw ValidationError(
                "the monitor needs a terminal: glassfader watch prints lines anywhere")
        }
    }

    func run() throws { try Self.run(panel, patterns: patterns) }

    /// Fills the screen until q or Ctrl-C.
    static func run(_ panel: PanelOptions, patterns: [String]) throws {
        try panel.withErrors {
            // Before anything else is on the screen: is there a panel?
            _ = try PanelClient(path: panel.socket, name: "glassfader")
            guard let terminal = RawTerminal() else { throw ExitCode(1) }
            let monitor = try Monitor(
                terminal: terminal, path: panel.socket,
                patterns: patterns.isEmpty ? ["*"] : patterns)
            terminal.take()
            defer { terminal.release() }
            try monitor.run()
        }
    }
}
