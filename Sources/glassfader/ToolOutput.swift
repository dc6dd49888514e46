import ArgumentParser
import EventLoop
import Glibc
import PanelProtocol

/// The tool's output. Each line is written at once, since other programs read it.
enum ToolOutput {
    /// Prints a line on standard output; see `text(_:)`.
    static func line(_ text: String) throws(ExitCode) {
        try self.text(text + "\n")
    }

    /// Prints a line on standard error after the name of the tool. Escapes control characters.
    static func error(_ text: String) {
        progress("glassfader: \(text.escapingControlsInLines)\n")
    }

    /// Writes text to standard error, unescaped.
    static func progress(_ text: String) {
        // If standard error fails, there is no other place to report that.
        _ = WholeOutput.write(Array(text.utf8), to: STDERR_FILENO)
    }

    /// Prints the controls of a reply that rejected their values, and those of a scene that do not
    /// exist now.
    ///
    /// - Throws: the exit status 1, if any rejected their values.
    static func rejections(_ reply: JSONObject) throws(ExitCode) {
        for control in reply["missing"]?.array ?? [] {
            error("\(control.string ?? "a control") was not set: the panel has no such control now")
        }
        let rejections = reply["refused"]?.array?.compactMap(\.object) ?? []
        for rejection in rejections {
            error(
                "\(rejection["control"]?.string ?? "a control") was not set: "
                    + (rejection["reason"]?.string ?? ""))
        }
        if !rejections.isEmpty { throw ExitCode(1) }
    }

    /// Prints lines at the end, even if an earlier print has failed.
    static func summary(_ text: String) {
        _ = WholeOutput.write(Array((text + "\n").utf8), to: STDOUT_FILENO)
    }

    /// Writes all of a text to standard output.
    ///
    /// - Throws: the exit status, after printing the reason. If the reader has closed the pipe,
    ///   prints nothing.
    static func text(_ text: String) throws(ExitCode) {
        try bytes(Array(text.utf8))
    }

    /// Writes bytes to standard output like `text(_:)`.
    static func bytes(_ bytes: [UInt8]) throws(ExitCode) {
        let reason = WholeOutput.write(bytes, to: STDOUT_FILENO)
        if reason == 0 { return }
        if reason != EPIPE {
            error("cannot write to standard output: \(String(cString: strerror(reason)))")
        }
        throw ExitCode(2)
    }

    /// Prints rows with aligned columns.
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
