import ArgumentParser
import Glibc

/// The terminal while a program fills it: keys come at once and unseen, and the lines that were
/// there before come back afterwards.
final class RawTerminal {
    private var before = termios()
    private(set) var isTaken = false

    /// Notes how the terminal is; nil if standard input or output is none.
    init?() {
        guard isatty(STDIN_FILENO) == 1, Terminal.canMoveCursor,
            tcgetattr(STDIN_FILENO, &before) == 0
        else { return nil }
    }

    deinit {
        release()
    }

    /// Takes the terminal: an empty screen without a cursor.
    func take() {
        guard !isTaken else { return }
        var raw = before
        // Ctrl-C and Ctrl-Z are signals as ever.
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        isTaken = true
        // What cannot be written here cannot be later either, which is told of then.
        _ = Output.write(
            Array("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J".utf8), to: STDOUT_FILENO)
    }

    /// Gives it back as it was.
    func release() {
        guard isTaken else { return }
        isTaken = false
        _ = Output.write(
            Array("\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l".utf8), to: STDOUT_FILENO)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
    }
}
