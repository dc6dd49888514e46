import GlassfaderClient
import PanelProtocol

/// A control in the monitor: a heading, and a bar for each value and channel.
struct MonitorControl {
    /// The panel's description of the control.
    private(set) var control: PanelControl
    /// The value as text.
    private var value: String
    private var norm: PanelValue?
    /// Whether a finger touches it.
    private(set) var isTouched = false
    /// The levels of its meter, in dB; empty while none arrive.
    private var levels: [Double] = []
    private var levelTime = Duration.zero

    /// Levels below this are not shown, in dB.
    private static let leastLevel = -60.0
    /// How long a level stays before it falls.
    private static let holdTime = Duration.milliseconds(500)

    init(_ control: PanelControl) {
        self.control = control
        value = TerminalText.escaped(control.shownText ?? "")
        norm = control.reading?.norm
    }

    // MARK: Updates

    /// Updates the description, and the value if there is one in it.
    mutating func update(_ other: PanelControl) {
        control = other
        if let reading = other.reading { update(reading, text: other.text) }
    }

    /// Updates the value.
    mutating func update(_ reading: PanelReading, text: String? = nil) {
        value = TerminalText.escaped(text ?? reading.shownText)
        norm = reading.norm
        control.reading = reading
    }

    /// Updates the value and whether it is touched.
    mutating func update(_ change: PanelEvent.Change) {
        update(change.reading)
        guard change.source == "touch" else { return }
        isTouched = change.phase == "began" || change.phase == "changed"
    }

    /// Updates the style.
    mutating func update(_ style: PanelEvent.Style) {
        control.label = style.label
        control.isEnabled = style.isEnabled
        control.isVisible = style.isVisible
    }

    /// Updates the levels.
    mutating func update(levels: [Double], at time: Duration) {
        self.levels = levels
        levelTime = time
    }

    /// When the levels fall next; nil if there are none.
    func nextFall(interval: Duration) -> Duration? {
        levels.isEmpty ? nil : levelTime + max(Self.holdTime, interval)
    }

    /// Lets old levels fall.
    mutating func fall(at now: Duration, by interval: Duration) {
        guard !levels.isEmpty, now >= levelTime + Self.holdTime else { return }
        let step = max(control.falloff, 10) * (interval / .seconds(1))
        levels = levels.map { $0 - step }
        if levels.allSatisfy({ $0 <= Self.leastLevel }) { levels = [] }
    }

    // MARK: Drawing

    /// The text before the value.
    private var label: String {
        // A control without its own label has the strip's label, which is the strip's title here.
        let isOwn = !control.label.isEmpty && control.spokenName != control.label
        return (isTouched ? "•" : "")
            + TerminalText.escaped(isOwn ? control.label : localName)
    }

    /// The name without the strip's name.
    var localName: String {
        control.name.firstIndex(of: ".").map { String(control.name[$0...].dropFirst()) }
            ?? control.name
    }

    /// How many channels of its meter are shown.
    private var channels: Int { min(control.channels, 2) }

    /// Whether the value has a position on a travel.
    private var hasBar: Bool {
        control.options.isEmpty && !control.isToggle
            && control.reading.map { if case .text = $0.value { false } else { true } } ?? false
    }

    /// Whether there is anything to show.
    var isShown: Bool {
        control.isVisible && (control.reading != nil || control.channels > 0)
            && control.type != "label"
    }

    private func isShort(in columns: Int) -> Bool {
        TerminalText.width(label) + 1 + TerminalText.width(value) <= columns
    }

    /// The number of rows that it needs.
    func rows(columns: Int) -> Int {
        let bars = hasBar ? max(1, control.parts.count) : 0
        return (value.isEmpty || isShort(in: columns) ? 1 : 2) + bars + channels
    }

    /// Draws it at a position, limited to `rows`. If it is selected, so is one of its parts.
    func draw(
        on grid: inout CellGrid, row: Int, column: Int, columns: Int, isSelected: Bool, part: Int,
        in rows: Range<Int>
    ) {
        var row = row
        func line(
            _ text: String, at offset: Int = 0, _ style: CellGrid.Style, _ grid: inout CellGrid
        ) {
            guard rows.contains(row) else { return }
            grid.write(
                text, row: row, column: column + offset, columns: columns - offset, style)
        }
        let isShort = isShort(in: columns)
        let heading: CellGrid.Style =
            isSelected ? .selected : isTouched ? .bold : control.isEnabled ? .plain : .dim
        let valueWidth = TerminalText.width(value)
        if isShort {
            line(TerminalText.fitted(label, to: columns - valueWidth), heading, &grid)
            line(value, at: columns - valueWidth, isOn ? .accent : heading, &grid)
        } else {
            line(TerminalText.fitted(label, to: columns), heading, &grid)
            if !value.isEmpty {
                row += 1
                line(
                    valueWidth <= columns
                        ? TerminalText.spaces(columns - valueWidth) + value
                        : TerminalText.fitted(value, to: columns), heading, &grid)
            }
        }
        row += 1
        for (index, bar) in bars(columns).enumerated() {
            let isOther = isSelected && control.parts.count > 1 && index != part
            line(bar, isOther || !control.isEnabled ? .dim : .accent, &grid)
            row += 1
        }
        for channel in 0..<channels {
            drawLevel(channel, columns: columns) { line($0, at: $1, $2, &grid) }
            row += 1
        }
    }

    private var isOn: Bool { control.isToggle && control.reading?.value == .number(1) }

    private func bars(_ columns: Int) -> [String] {
        guard hasBar else { return [] }
        switch norm {
        case .number(let share): return [TerminalText.track(share, columns: columns)]
        case .parts(let parts):
            return parts.map { TerminalText.track($0.value, columns: columns) }
        case .text, nil: return []
        }
    }

    private func drawLevel(
        _ channel: Int, columns: Int, _ write: (String, Int, CellGrid.Style) -> Void
    ) {
        let level = channel < levels.count ? levels[channel] : Self.leastLevel
        let share = { (level: Double) in min(max(1 - level / Self.leastLevel, 0), 1) }
        let bar = TerminalText.bar(share(level), columns: columns)
        let zones: [(from: Double, style: CellGrid.Style)] = [
            (Self.leastLevel, .green), (-18, .yellow), (-3, .red),
        ]
        for (index, zone) in zones.enumerated() {
            let start = Int((share(zone.from) * Double(columns)).rounded())
            let end =
                index + 1 < zones.count
                ? Int((share(zones[index + 1].from) * Double(columns)).rounded()) : columns
            write(String(bar.dropFirst(start).prefix(max(0, end - start))), start, zone.style)
        }
    }

    // MARK: Changes

    /// The change by a number of steps; nil if the control has no steps.
    func change(by steps: Double, part: Int) -> PanelChange? {
        if control.isToggle { return .value(.number(steps > 0 ? 1 : 0)) }
        if !control.options.isEmpty { return .delta(.number(steps > 0 ? 1 : -1)) }
        guard hasBar else { return nil }
        guard !control.parts.isEmpty else {
            return control.step.map { .delta(.number(steps * $0)) }
                ?? .deltaNorm(.number(steps / 100))
        }
        let name = control.parts[part]
        let step =
            control.axes.isEmpty ? control.step : control.axes.first { $0.part == name }?.step
        return step.map { .delta(.parts([.init(name, steps * $0)])) }
            ?? .deltaNorm(.parts([.init(name, steps / 100)]))
    }

    /// The change to the other state of a key, or to the next option; nil for other controls.
    var toggled: PanelChange? {
        if control.isToggle { return .value(.number(isOn ? 0 : 1)) }
        guard case .text(let word)? = control.reading?.value,
            let index = control.options.firstIndex(of: word)
        else { return nil }
        return .value(.text(control.options[(index + 1) % control.options.count]))
    }

    /// All about the control in one line.
    func description(part: Int) -> String {
        var text = "\(control.name), \(control.type): \(value)"
        if control.parts.count > 1 { text += ", \(control.parts[part])" }
        if let minimum = control.minimum, let maximum = control.maximum {
            let least = control.minimumIsOff ? "-∞" : Self.short(minimum)
            text += " (\(least)…\(Self.short(maximum))\(control.unit.map { " \($0)" } ?? ""))"
        } else if !control.options.isEmpty {
            text += " (\(control.options.joined(separator: ", ")))"
        }
        return TerminalText.escaped(text)
    }

    private static func short(_ number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension PanelControl {
    /// Whether the value is on or off.
    var isToggle: Bool { labels.map(\.name) == ["off", "on"] }
}
