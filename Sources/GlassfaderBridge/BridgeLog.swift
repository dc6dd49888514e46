import Glibc
import PanelProtocol

/// Lines for the journal. What happens again and again is logged once, and then counted.
public final class BridgeLog {
    /// Repeated lines are forgotten beyond this number of different ones.
    private static let most = 64

    private let write: (String) -> Void
    private var counts: [String: Int] = [:]

    /// A log that writes each line to standard error.
    public convenience init(name: String) {
        self.init { line in
            let line = Array("\(name): \(line)\n".utf8)
            _ = Glibc.write(STDERR_FILENO, line, line.count)
        }
    }

    /// A log whose lines go elsewhere.
    public init(_ write: @escaping (String) -> Void) {
        self.write = write
    }

    /// Logs a line. Control characters, which come from the engine or the panel file, are escaped.
    public func log(_ line: String) {
        write(line.escapingControls)
    }

    /// Logs the first occurrence of a kind of problem; later ones are counted.
    public func logOnce(_ kind: String, _ line: @autoclosure () -> String) {
        if let count = counts[kind] {
            counts[kind] = count + 1
        } else if counts.count < Self.most {
            counts[kind] = 1
            log(line() + " (logged once)")
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
