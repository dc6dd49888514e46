import ArgumentParser
import GlassfaderClient
import PanelProtocol

/// What `watch` prints: a line for each event, or on a terminal one for each control.
final class WatchView {
    /// The line that came last.
    var lastLine: () -> String = { "" }

    private let isJSON: Bool
    private let patterns: [String]
    /// The size of the terminal; nil where lines are never written over.
    private let terminal: Terminal.Size?
    private var text = ""
    private var lines: [String: ControlLine] = [:]
    /// The controls in the lines above the cursor, from the top.
    private var shown: [String] = []
    /// Those whose lines are to be written again.
    private var stale: Set<String> = []
    private var widths = ControlLine.Widths()
    /// When a control's line was last written, by number.
    private var touched: [String: Int] = [:]
    private var touches = 0

    init(isJSON: Bool, terminal: Terminal.Size?, patterns: [String]) {
        self.isJSON = isJSON
        self.terminal = terminal
        self.patterns = patterns
    }

    // MARK: What comes

    /// Takes in what came; `flush()` prints it.
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
        case .answer:
            break
        case .lost(let error):
            if isJSON {
                Output.error(TerminalText.escaped(error.description))
            } else {
                note(TerminalText.escaped(error.description))
            }
        }
    }

    /// Prints what has a value; that of a label is another control's.
    private func printAll(_ state: PanelFeed.PanelState) {
        for control in state.controls where control.reading != nil {
            if terminal == nil || shown.contains(control.name) { print(control.name) }
        }
    }

    private func begin(with state: PanelFeed.PanelState) throws {
        guard !state.controls.isEmpty else {
            Output.error("no control matches \(patterns.joined(separator: " or "))")
            throw ExitCode(1)
        }
        lines = Dictionary(
            state.controls.map { ($0.name, ControlLine($0)) }, uniquingKeysWith: { $1 })
        widths = ControlLine.Widths(of: state.controls)
        for control in shown where lines[control] == nil { stale.remove(control) }
        // What fits is shown from the beginning; others come in when they move.
        guard let terminal, shown.isEmpty else { return }
        shown = Array(
            state.controls.filter { $0.reading != nil }.map(\.name).prefix(terminal.rows - 1))
        text += String(repeating: "\n", count: shown.count)
    }

    private func receive(_ event: PanelEvent) {
        if let text = event.note { note(text) }
        switch event {
        case .valueChanged(let change):
            lines[change.control, default: ControlLine(named: change.control)].take(change)
            print(change.control)
        case .resync(let resync):
            for entry in resync.values {
                lines[entry.control]?.take(entry.reading)
                print(entry.control)
            }
        default:
            break
        }
    }

    // MARK: Lines

    /// Prints the line of a control, or has it written again.
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

    /// Makes a line for a control, in place of that of the one that has rested longest where there
    /// is no room.
    private func show(_ control: String) {
        guard let terminal, shown.count >= max(1, terminal.rows - 1) else {
            shown.append(control)
            text += "\n"
            return
        }
        let oldest = shown.indices.min { touched[shown[$0]] ?? 0 < touched[shown[$1]] ?? 0 }
        if let oldest { shown[oldest] = control }
    }

    /// Prints a line that is about no control, above those of controls.
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

    /// Prints what has come, at once.
    func flush() throws {
        if !stale.isEmpty { writeStale() }
        guard !text.isEmpty else { return }
        defer { text.removeAll(keepingCapacity: true) }
        try Output.text(text)
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
