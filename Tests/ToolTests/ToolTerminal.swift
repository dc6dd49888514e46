import Foundation
import Testing

/// The tool on a terminal of its own, as somebody has it who sits at ssh: what is typed, and what
/// is then on the screen.
final class ToolTerminal {
    private let terminal: Int32
    private let process: pid_t
    private var isOver = false
    private(set) var screen: TerminalScreen

    init(
        _ arguments: [String], socket: String, columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:]
    ) throws {
        screen = TerminalScreen(columns: columns, rows: rows)
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(terminal >= 0)
        var unlocked: Int32 = 0
        var number: Int32 = 0
        // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not see.
        try #require(ioctl(terminal, 0x4004_5431, &unlocked) == 0)
        try #require(ioctl(terminal, 0x8004_5430, &number) == 0)
        let program = ServedPanel.programs.appending(path: "glassfader").path
        // POSIX_SPAWN_SETSID, another one. Whoever begins a session and opens a terminal is under
        // its control.
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, 0x80)
        let all = ToolResult.environment(socket: socket).merging(environment) { $1 }
        var (vector, variables) = (
            ([program] + arguments).map { strdup($0) } + [nil],
            all.map { strdup("\($0.key)=\($0.value)") } + [nil]
        )
        defer { for text in vector + variables { free(text) } }
        var process: pid_t = 0
        Self.setSize(of: terminal, columns: columns, rows: rows)
        let result = posix_spawn(&process, program, &actions, &attributes, &vector, &variables)
        self.process = process
        try #require(result == 0)
    }

    deinit {
        if !isOver {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(terminal)
    }

    // MARK: What one does

    /// Types keys.
    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
    }

    /// Makes the window larger or smaller.
    func resize(columns: Int, rows: Int) {
        screen.resize(columns: columns, rows: rows)
        Self.setSize(of: terminal, columns: columns, rows: rows)
    }

    private static func setSize(of terminal: Int32, columns: Int, rows: Int) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    func send(_ signal: Int32) { kill(process, signal) }

    /// Whether what is typed is shown by the terminal, and comes line by line: as a shell needs it.
    var isAsBefore: Bool {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0 && settings.c_lflag & tcflag_t(ICANON) != 0
    }

    // MARK: What one sees

    /// Waits until the screen is as wanted, which is a failure if it takes 20 s.
    func wait(for what: String, _ isSo: (TerminalScreen) -> Bool) throws {
        let limit = ContinuousClock.now + .seconds(20)
        while !isSo(screen), ContinuousClock.now < limit, readMore(for: 100) {}
        let isSeen = isSo(screen)
        try #require(isSeen, "\(what) is not seen:\n\(screen.text)")
    }

    /// Waits for a text on the screen.
    func wait(for text: String) throws {
        try wait(for: text) { $0.text.contains(text) }
    }

    /// Reads what comes, waiting so many milliseconds for it; false at the end.
    @discardableResult
    func readMore(for milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, milliseconds) > 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(terminal, &buffer, buffer.count)
        guard count > 0 else { return false }
        screen.receive(buffer[..<count])
        return true
    }

    /// Waits until it is stopped, as by Ctrl-Z.
    func waitForStop() throws {
        var status: Int32 = 0
        try #require(waitpid(process, &status, WUNTRACED) == process)
        try #require(status & 0xff == 0x7f, "it has ended instead")
        readMore(for: 100)
    }

    /// Waits for the end, and returns the exit status.
    func status() throws -> Int32 {
        let limit = ContinuousClock.now + .seconds(20)
        var status: Int32 = 0
        while ContinuousClock.now < limit {
            _ = readMore(for: 20)
            guard waitpid(process, &status, WNOHANG) == process else { continue }
            isOver = true
            while readMore(for: 20), screen.hasNews {}
            try #require(status & 0x7f == 0, "it was killed")
            return status >> 8 & 0xff
        }
        throw Endless()
    }

    private struct Endless: Error {}
}
