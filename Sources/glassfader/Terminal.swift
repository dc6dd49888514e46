import Glibc

/// The terminal of standard output, if there is one.
enum Terminal {
    /// The number of columns and rows.
    struct Size: Equatable {
        var columns = 80
        var rows = 24
    }

    /// Whether standard output is a terminal that supports cursor movement.
    static var canMoveCursor: Bool {
        guard isatty(STDOUT_FILENO) == 1, let type = getenv("TERM").map({ String(cString: $0) })
        else { return false }
        return type != "dumb" && !type.isEmpty
    }

    /// The present size.
    static var size: Size {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return Size() }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
