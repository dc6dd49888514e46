import ArgumentParser
import EventLoop
import Glibc

/// A terminal in raw mode: keys arrive at once and are not echoed. The alternate screen keeps the
/// previous contents.
final class RawTerminal {
    private var before = termios()
    private(set) var isActive = false

    /// Saves the terminal's mode; nil if standard input or output is not a terminal.
    init?() {
        guard isatty(STDIN_FILENO) == 1, Terminal.canMoveCursor,
            tcgetattr(STDIN_FILENO, &before) == 0
        else { return nil }
    }

    deinit {
        leave()
    }

    /// Switches to raw mode, and to an empty screen without a cursor.
    func enter() {
        guard !isActive else { return }
        var raw = before
        // Ctrl-C and Ctrl-Z still send signals.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        isActive = true
        // If this fails, later writes fail too, and report it.
        _ = WholeOutput.write(
            Array("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J".utf8), to: STDOUT_FILENO)
    }

    /// Restores the terminal.
    func leave() {
        guard isActive else { return }
        isActive = false
        _ = WholeOutput.write(
            Array("\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l".utf8), to: STDOUT_FILENO)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
    }
}
