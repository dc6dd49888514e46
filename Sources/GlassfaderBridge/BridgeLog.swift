package import ArgumentParser
package import EventLoop
import Glibc
import PanelProtocol

/// Lines for the journal. Problems that occur again and again are logged once, and then counted.
public final class BridgeLog {
    /// Repeated lines are forgotten beyond this number of different ones.
    private static let most = 64

    private let write: (LogEntry) -> Void
    private let finishWriting: () -> Void
    private var counts: [String: Int] = [:]

    /// A log that goes to the journal or, if standard error is not connected to it, to standard
    /// error.
    public init(name: String) {
        let output = LogOutput(name: name)
        write = { output.write($0) }
        finishWriting = output.finish
    }

    /// A log whose lines go elsewhere.
    public init(_ write: @escaping (String) -> Void) {
        self.write = { write($0.text) }
        finishWriting = {}
    }

    /// Logs a line. Control characters, which come from the engine or the panel file, are escaped.
    public func log(_ line: String) {
        log(line, .info)
    }

    /// Logs a line of this level; `control` is the panel's control that it is about.
    package func log(_ line: String, _ level: LogEntry.Level, control: String? = nil) {
        let fields = control.map { [LogEntry.Field("CONTROL", $0)] } ?? []
        write(LogEntry(line.escapingControls, level, fields))
    }

    /// Prints lines on standard output. If that fails, logs the reason, and throws an exit status.
    package func print(_ lines: [String]) throws(ExitCode) {
        let text = lines.map { $0 + "\n" }.joined()
        let reason = WholeOutput.write(Array(text.utf8), to: STDOUT_FILENO)
        guard reason != 0 else { return }
        // A reader that has seen enough has closed the pipe.
        if reason == EPIPE { throw ExitCode(2) }
        log("cannot write to standard output: \(String(cString: strerror(reason)))", .error)
        finish()
        throw ExitCode(2)
    }

    /// Waits for the journal before the program ends, but not for long.
    package func finish() { finishWriting() }

    /// Logs the first occurrence of a kind of problem; later ones are counted.
    public func logOnce(_ kind: String, _ line: @autoclosure () -> String) {
        logOnce(kind, line(), control: nil)
    }

    /// Logs the first occurrence of a kind of problem; later ones are counted. `control` is the
    /// panel's control that it is about.
    package func logOnce(_ kind: String, _ line: @autoclosure () -> String, control: String?) {
        if let count = counts[kind] {
            counts[kind] = count + 1
        } else if counts.count < Self.most {
            counts[kind] = 1
            log(line() + " (logged once)", .warning, control: control)
        }
    }

    /// How often a kind of problem has occurred.
    public func count(of kind: String) -> Int { counts[kind] ?? 0 }

    /// Logs how often problems occurred again, and forgets them.
    public func logCounts() {
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) where count > 1 {
            log("\(kind): \(count) times in all")
        }
        counts.removeAll()
    }
}
