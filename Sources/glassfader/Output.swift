import ArgumentParser
import Glibc
import PanelProtocol

/// Where the tool prints. Each line is written at once, as `watch` is read by other programs.
enum Output {
    /// Prints a line on standard output; see `text(_:)`.
    static func line(_ text: String) throws(ExitCode) {
        try self.text(text + "\n")
    }

    /// Prints a line on standard error, with the name of the tool. What would control the terminal is
    /// written out.
    static func error(_ text: String) {
        progress("glassfader: \(text.escapingControlsInLines)\n")
    }

    /// Writes text on standard error as it is.
    static func progress(_ text: String) {
        // If nobody can be told, there is nobody to tell that.
        _ = write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Prints lines at the end of what may have failed to be printed.
    static func summary(_ text: String) {
        _ = write(Array((text + "\n").utf8), to: STDOUT_FILENO)
    }

    /// Writes text on standard output as it is, all of it.
    ///
    /// - Throws: the exit status if that cannot be, when the reason has been printed. A reader that
    ///   has gone has read what it wanted, and is no reason to print anything.
    static func text(_ text: String) throws(ExitCode) {
        try bytes(Array(text.utf8))
    }

    /// Writes bytes on standard output, as `text(_:)` does.
    static func bytes(_ bytes: [UInt8]) throws(ExitCode) {
        let reason = write(bytes, to: STDOUT_FILENO)
        if reason == 0 { return }
        if reason != EPIPE {
            error("cannot write to standard output: \(String(cString: strerror(reason)))")
        }
        throw ExitCode(2)
    }

    /// Writes all of some bytes; the result is 0 or the errno.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody else's end of the same terminal or pipe was made non-blocking.
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = Glibc.poll(&poll, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Prints rows with their columns aligned.
    static func table(_ rows: [[String]]) throws(ExitCode) {
        let rows = rows.map { $0.map(TerminalText.escaped) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? TerminalText.width($0[column]) : 0 }.max() ?? 0
        }
        for row in rows {
            let cells = zip(row, widths).map {
                $0 + TerminalText.spaces($1 - TerminalText.width($0))
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            try self.line(line)
        }
    }

    /// `1 control`, `8 controls`.
    static func controls(_ count: JSON?) -> String {
        let count = count?.integer ?? 0
        return count == 1 ? "1 control" : "\(count) controls"
    }
}
