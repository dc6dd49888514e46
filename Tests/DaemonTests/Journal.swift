/// The log lines of a daemon, or of a part of it.
final class Journal {
    private(set) var lines: [String] = []

    func write(_ line: String) { lines.append(line) }
}
