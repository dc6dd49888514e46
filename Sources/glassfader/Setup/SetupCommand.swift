import ArgumentParser
import Glibc
import Panel

/// Sets up a panel on this machine.
struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Find the screen and the touchscreen, and write the panel file.",
        discussion: """
            Shows four crosses on the screen; touching them shows whether the touchscreen is \
            turned, mirrored, swapped or moved. Writes what the panel file must say of the machine, \
            and says what it did. The desk in the file stays, unless it is the one that was \
            installed and has no room on the screen; the old file is kept as FILE.old. The \
            service is stopped meanwhile.

            Exit status: 0, the panel file is right; 1, something is missing; 2, a file cannot be \
            read or written.
            """)

    @Option(
        help: """
            The panel file. (default: \(Doctor(unit: Doctor.defaultUnit).file), or that of the unit)
            """,
        completion: .file(extensions: ["toml"]))
    var panel: String?

    @Option(
        help: """
            The shipped desk to begin with, such as mixer or live. (default: the desk in the \
            panel file, or else the first that has room on the screen)
            """)
    var desk: String?

    @Option(
        help: """
            The connector of the screen, such as HDMI-A-1. (default: the only one; of several, \
            it asks)
            """)
    var connector: String?

    @Option(
        help: """
            The clockwise rotation of the picture: 0, 90, 180 or 270 degrees. (default: that in \
            the panel file, or what the kernel knows of the panel)
            """)
    var rotate: Int?

    @Option(
        help: """
            The size of the screen in millimetres, such as 154x86. (default: that in the panel \
            file, or what the screen or the touchscreen says)
            """)
    var mm: String?

    @Flag(help: "Leave out the crosses: the touchscreen is right.")
    var skipTouch = false

    @Flag(name: [.short, .long], help: "Ask nothing: of several things, take the first.")
    var yes = false

    @Option(help: "The service that shows the panel, such as glassfaderd@left.service.")
    var unit = Doctor.defaultUnit

    func validate() throws {
        if let problem = Doctor.problem(withUnit: unit) { throw ValidationError(problem) }
        if let rotate, ![0, 90, 180, 270].contains(rotate) {
            throw ValidationError("--rotate needs 0, 90, 180 or 270")
        }
        if let mm { try ScreenSize.check(mm: mm) }
    }

    func run() throws {
        // If nobody reads its output any more, it still restores what it changed.
        signal(SIGPIPE, SIG_IGN)
        let signals = HeldSignals()
        defer { signals.release() }
        do {
            try Setup(
                panelFile: panel ?? Doctor(unit: unit).file, desk: desk, connector: connector,
                rotation: rotate, millimetres: mm.flatMap(ScreenSize.millimetres),
                skipsTouch: skipTouch,
                question: Question(takesDefaults: yes, interruptedBy: signals), signals: signals,
                unit: unit
            ).run()
        } catch let failure as Setup.Failure {
            for line in failure.lines { ToolOutput.error(line) }
            throw ExitCode(failure.status)
        }
    }
}
