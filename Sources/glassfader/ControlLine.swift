import GlassfaderClient

/// A line for a control: its name, its value, a bar, and the phase and cause of its last change.
struct ControlLine {
    /// The widths of the name and the value, in columns.
    struct Widths {
        var name = 12
        var value = 10

        init() {}

        init(of controls: [PanelControl]) {
            name = min(32, controls.map { TerminalText.width($0.name) }.max() ?? 0)
            let values = controls.map { TerminalText.width($0.text ?? "") }.max() ?? 0
            // Later values may be as long as -100.0 dB or 12.5 kHz.
            value = min(24, max(9, values))
        }
    }

    /// The width of a bar, in columns.
    static let barColumns = 24

    private let name: String
    private var value: String
    private var norm: PanelValue?
    private var phase = ""
    private var cause = ""

    init(_ control: PanelControl) {
        name = TerminalText.escaped(control.name)
        value = TerminalText.escaped(control.shownText ?? "-")
        norm = control.reading?.norm
    }

    /// A control of which only the name is known.
    init(named name: String) {
        self.name = TerminalText.escaped(name)
        value = ""
    }

    /// Updates the value.
    mutating func update(_ reading: PanelReading) {
        value = TerminalText.escaped(reading.shownText)
        norm = reading.norm
        phase = ""
        cause = ""
    }

    /// Shows that only the level in effect has changed.
    mutating func update(_ level: PanelReading.Level) {
        phase = "effective"
        cause = TerminalText.escaped(level.shownText)
    }

    /// Updates the value, the phase and the cause.
    mutating func update(_ change: PanelEvent.Change) {
        update(change.reading)
        phase = change.phase
        let more = change.sourceName ?? change.reason
        cause = TerminalText.escaped(change.source + (more.map { " \($0)" } ?? ""))
    }

    /// The line.
    func text(_ widths: Widths) -> String {
        let valueWidth = TerminalText.width(value)
        var line = name + TerminalText.spaces(widths.name - TerminalText.width(name))
        line += "  " + TerminalText.spaces(widths.value - valueWidth) + value
        line += "  " + Self.bar(norm, columns: Self.barColumns)
        line += "  " + phase + TerminalText.spaces(9 - phase.count) + "  " + cause
        while line.last == " " { line.removeLast() }
        return line
    }

    /// A bar for a position, or one between two positions.
    static func bar(_ norm: PanelValue?, columns: Int) -> String {
        switch norm {
        case .number(let share): TerminalText.bar(share, columns: columns)
        case .parts(let parts) where parts.map(\.name) == ["low", "high"]:
            TerminalText.bar(from: parts[0].value, to: parts[1].value, columns: columns)
        case .parts(let parts):
            parts.map { TerminalText.bar($0.value, columns: (columns - 1) / max(1, parts.count)) }
                .joined(separator: " ")
        case .text, nil: TerminalText.spaces(columns)
        }
    }
}
