import Glibc

/// The terminal that standard output is, if it is one.
enum Terminal {
    /// How many columns and rows there are.
    struct Size: Equatable {
        var columns = 80
        var rows = 24
    }

    /// Whether standard output is a terminal on which text can be written over.
    static var canMoveCursor: Bool {
        guard isatty(STDOUT_FILENO) == 1, let type = getenv("TERM").map({ String(cString: $0) })
        else { return false }
        return type != "dumb" && !type.isEmpty
    }

    /// How large it is now.
    static var size: Size {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return Size() }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
