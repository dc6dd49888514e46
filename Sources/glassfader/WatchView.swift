import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// The output of `watch`: a line for each event or, on a terminal, for each control.
final class WatchView {
    /// Returns the last line that was received.
    var lastLine: () -> String = { "" }

    private let isJSON: Bool
    private let patterns: [String]
    /// The size of the terminal; nil if lines are never overwritten.
    private let terminal: Terminal.Size?
    private var text = ""
    private var lines: [String: ControlLine] = [:]
    /// The controls of the lines above the cursor, from the top.
    private var shown: [String] = []
    /// The controls whose lines must be rewritten.
    private var stale: Set<String> = []
    private var widths = ControlLine.Widths()
    /// A number for each control that grows with its last change.
    private var touched: [String: Int] = [:]
    private var touches = 0
    /// The patterns that match no control at present; nil before the first connection.
    private var unmatched: [String]?

    init(isJSON: Bool, terminal: Terminal.Size?, patterns: [String]) {
        self.isJSON = isJSON
        self.terminal = terminal
        self.patterns = patterns
    }

    // MARK: Messages

    /// Handles a message of the feed. `flush()` prints the result.
    func receive(_ message: PanelFeed.Message) throws {
        switch message {
        case .connected(let state):
            try begin(with: state)
            if isJSON {
                text += state.snapshotLine + "\n"
                return
            }
            printAll(state)
        case .changed(let state):
            try begin(with: state)
            if terminal != nil { printAll(state) }
        case .event(let event):
            if isJSON {
                text += lastLine() + "\n"
                return
            }
            receive(event)
        case .reply:
            break
        case .lost(let error):
            warn(error.description)
        }
    }

    /// Prints all controls with a value. Labels only show other controls' values.
    private func printAll(_ state: PanelFeed.Contents) {
        for control in state.controls where control.reading != nil {
            if terminal == nil || shown.contains(control.name) { print(control.name) }
        }
    }

    private func begin(with state: PanelFeed.Contents) throws {
        if let unmatched {
            // A panel file that was read again may have taken controls away, and may bring them
            // back.
            let present = state.controls.unmatched(of: patterns)
            for pattern in present where !unmatched.contains(pattern) {
                warn("no control matches \(pattern) now")
            }
            self.unmatched = present
        } else {
            try state.controls.requireMatches(of: patterns, strips: state.strips.map(\.name))
            try state.controls.requireValues(of: patterns)
            unmatched = []
        }
        lines = Dictionary(
            state.controls.map { ($0.name, ControlLine($0)) }, uniquingKeysWith: { $1 })
        widths = ControlLine.Widths(of: state.controls)
        for control in shown where lines[control] == nil { stale.remove(control) }
        // Show as many controls as fit. Others replace them when they change.
        guard let terminal, shown.isEmpty else { return }
        shown = Array(
            state.controls.filter { $0.reading != nil }.map(\.name).prefix(terminal.rows - 1))
        text += String(repeating: "\n", count: shown.count)
    }

    private func receive(_ event: PanelEvent) {
        if let text = event.note { note(text) }
        switch event {
        case .valueChanged(let change):
            lines[change.control, default: ControlLine(named: change.control)].update(change)
            print(change.control)
        case .effectiveChanged(let control, let level):
            lines[control, default: ControlLine(named: control)].update(level)
            print(control)
        case .resync(let resync):
            for entry in resync.values {
                lines[entry.control]?.update(entry.reading)
                print(entry.control)
            }
        default:
            break
        }
    }

    // MARK: Lines

    /// Prints the line of a control, or marks it for rewriting.
    private func print(_ control: String) {
        guard let line = lines[control] else { return }
        guard terminal != nil else {
            text += line.text(widths) + "\n"
            return
        }
        if !shown.contains(control) { show(control) }
        stale.insert(control)
        touches += 1
        touched[control] = touches
    }

    /// Adds a line for a control. If there is no space, replaces the line of the control that has
    /// not changed for longest.
    private func show(_ control: String) {
        guard let terminal, shown.count >= max(1, terminal.rows - 1) else {
            shown.append(control)
            text += "\n"
            return
        }
        let oldest = shown.indices.min { touched[shown[$0]] ?? 0 < touched[shown[$1]] ?? 0 }
        if let oldest { shown[oldest] = control }
    }

    /// Prints a line that is not an event.
    private func warn(_ line: String) {
        if isJSON { ToolOutput.error(TerminalText.escaped(line)) } else { note(line) }
    }

    /// Prints a line above those of the controls.
    private func note(_ line: String) {
        let line = TerminalText.escaped(line)
        guard terminal != nil, !shown.isEmpty else {
            text += line + "\n"
            return
        }
        text += "\u{1b}[\(shown.count)A\r\u{1b}[J\(line)\n"
        text += String(repeating: "\n", count: shown.count)
        stale.formUnion(shown)
    }

    /// Prints everything that is pending.
    func flush() throws {
        if !stale.isEmpty { writeStale() }
        guard !text.isEmpty else { return }
        defer { text.removeAll(keepingCapacity: true) }
        try ToolOutput.text(text)
    }

    private func writeStale() {
        let columns = Terminal.size.columns
        for (index, control) in shown.enumerated() where stale.contains(control) {
            guard let line = lines[control] else { continue }
            let up = shown.count - index
            text += "\u{1b}[\(up)A\r"
            text += TerminalText.fitted(line.text(widths), to: columns - 1)
            text += "\u{1b}[K\u{1b}[\(up)B\r"
        }
        stale.removeAll(keepingCapacity: true)
    }
}
