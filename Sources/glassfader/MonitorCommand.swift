import ArgumentParser
import EventLoop
import GlassfaderClient
import Glibc

/// Shows the panel on a terminal.
struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Show the panel's strips on a terminal, and change values with the keys.",
        discussion: """
            Left, Right    the previous or next strip (also h, l)
            Tab, Shift-Tab the next or previous control (also n, p)
            Up, Down       a step up or down (also k, j; + and -)
            PgUp, PgDn     ten steps up or down (also Shift-Up, Shift-Down)
            Home, 0        the default value
            Space          switch a key on or off, select the next option, or start and
                           stop a stopwatch
            [ and ]        look at the previous or next page; s shows it on the panel
            q              quit, like Ctrl-C

            * marks the panel's page, • a control under a finger, and ┃ on a bar the level in \
            effect of a member of VCAs. Curves are shown as the values of their nodes; plots, \
            images and lists of scenes are not shown. NO_COLOR in the environment switches \
            colours off.
            """)

    @OptionGroup var panel: ConnectionOptions

    @Argument(
        help: "Names of controls; * and ? match others. (default: all controls)",
        completion: .controls)
    var patterns: [String] = []

    func validate() throws { try Self.checkTerminal() }

    /// - Throws: `ValidationError` without a terminal.
    static func checkTerminal() throws {
        guard isatty(STDIN_FILENO) == 1, Terminal.canMoveCursor else {
            throw ValidationError(
                "the monitor needs a terminal: without one, use glassfader watch")
        }
    }

    func run() throws { try Self.run(panel, patterns: patterns) }

    /// Shows the monitor until q or Ctrl-C.
    static func run(_ panel: ConnectionOptions, patterns: [String]) throws {
        try panel.withErrors {
            // Check the connection and the patterns before the screen is cleared.
            let list = try PanelClient(path: panel.socket, name: "glassfader")
                .list(matching: patterns)
            try PanelControl.list(list).requireMatches(
                of: patterns, strips: PanelStrip.list(list).map(\.name))
            guard let terminal = RawTerminal() else { throw ExitCode(1) }
            let monitor = try Monitor(
                terminal: terminal, path: panel.socket,
                patterns: patterns.isEmpty ? ["*"] : patterns)
            terminal.enter()
            defer { terminal.leave() }
            try monitor.run()
        }
    }
}
