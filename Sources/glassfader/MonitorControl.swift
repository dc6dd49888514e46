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
        value = ""
        if let reading = control.reading { update(reading, text: control.text) }
    }

    // MARK: Updates

    /// Updates the description, and the value if there is one in it.
    mutating func update(_ other: PanelControl) {
        control = other
        if let reading = other.reading { update(reading, text: other.text) }
    }

    /// Updates the value.
    mutating func update(_ reading: PanelReading, text: String? = nil) {
        // The panel reports the start of a stopwatch, and not each second.
        value =
            control.isStopwatch && reading.isRunning
            ? "running" : TerminalText.escaped(text ?? reading.shownText)
        norm = reading.norm
        control.reading = reading
    }

    /// Updates the value and whether it is touched.
    mutating func update(_ change: PanelEvent.Change) {
        update(change.reading)
        guard change.source == "touch" else { return }
        isTouched = change.phase == "began" || change.phase == "changed"
    }

    /// Updates the level in effect.
    mutating func update(_ level: PanelReading.Level) {
        control.reading?.effective = level
    }

    /// Updates the style.
    mutating func update(_ style: PanelEvent.Style) {
        control.label = style.label
        control.icon = style.icon
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
        (isTouched ? "•" : "") + ownLabel
    }

    private var ownLabel: String {
        // The nodes of a curve have the same labels as those of another one.
        if control.type == "value" { return TerminalText.escaped(localName) }
        // A control without its own label has the strip's label, which is the strip's title here.
        let isOwn = !control.label.isEmpty && control.spokenName != control.label
        return TerminalText.escaped(isOwn ? control.label : localName)
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
        control.options.isEmpty && !control.isToggle && !control.isStopwatch
            && control.reading.map { if case .text = $0.value { false } else { true } } ?? false
    }

    /// Whether there is anything to show.
    var isShown: Bool {
        control.isVisible && (control.reading != nil || control.channels > 0)
            && control.type != "label"
    }

    /// The texts of the parts or, for a control without parts, of the value.
    private var pieces: [String] {
        if value.isEmpty { return [] }
        guard control.parts.count > 1 else { return [value] }
        let pieces = [" … ", ", "].lazy.map { separator in
            value.split(separator: separator).map(String.init)
        }
        return pieces.first { $0.count == control.parts.count } ?? [value]
    }

    /// The width of its longest text.
    var columns: Int {
        // A finger adds a mark.
        max(TerminalText.width(ownLabel) + 1, pieces.map(TerminalText.width).max() ?? 0)
    }

    /// The position of the level in effect, 0...1, if it is not that of the control's own value.
    private var effectiveShare: Double? {
        guard let reading = control.reading, let level = reading.effective,
            reading.value != .number(level.value)
        else { return nil }
        return level.norm
    }

    /// The number of parts that can be selected, at least 1.
    var selectableParts: Int { control.isStopwatch ? 1 : max(1, control.parts.count) }

    private func isShort(in columns: Int) -> Bool {
        TerminalText.width(label) + 1 + TerminalText.width(value) <= columns
    }

    /// The number of rows that it needs.
    func rows(columns: Int) -> Int {
        let bars = hasBar ? max(1, control.parts.count) : 0
        return 1 + (isShort(in: columns) ? 0 : pieces.count) + bars + channels
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
        }
        row += 1
        // Each text is above its bar.
        let pieces = isShort ? [] : pieces
        let bars = bars(columns)
        for index in 0..<max(pieces.count, bars.count) {
            let isOther = isSelected && control.parts.count > 1 && index != part
            if index < pieces.count {
                let piece = pieces[index]
                let space = TerminalText.spaces(columns - TerminalText.width(piece))
                line(
                    space + TerminalText.fitted(piece, to: columns - space.count),
                    isOther ? .plain : heading, &grid)
                row += 1
            }
            if index < bars.count {
                line(bars[index], isOther || !control.isEnabled ? .dim : .accent, &grid)
                if let share = effectiveShare {
                    let mark = TerminalText.isUTF8 ? "┃" : "|"
                    let place = min(Int(share * Double(columns)), columns - 1)
                    line(mark, at: max(place, 0), .yellow, &grid)
                }
                row += 1
            }
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
        if control.isStopwatch { return .delta(.parts([.init("seconds", steps)])) }
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

    /// The change to the other state of a key or a stopwatch, or to the next option; nil for other
    /// controls.
    var toggled: PanelChange? {
        if control.isStopwatch, let reading = control.reading {
            return .value(.parts([.init("running", reading.isRunning ? 0 : 1)]))
        }
        if control.isToggle { return .value(.number(isOn ? 0 : 1)) }
        guard case .text(let word)? = control.reading?.value,
            let index = control.options.firstIndex(of: word)
        else { return nil }
        return .value(.text(control.options[(index + 1) % control.options.count]))
    }

    /// All about the control in one line.
    func description(part: Int) -> String {
        var text = "\(control.name), \(control.type): \(value)"
        if effectiveShare != nil, let level = control.reading?.effective {
            text += ", effective \(level.shownText)"
        }
        if control.isStopwatch { return TerminalText.escaped(text) }
        if control.parts.count > 1 { text += ", \(control.parts[part])" }
        let axis =
            control.parts.isEmpty ? nil : control.axes.first { $0.part == control.parts[part] }
        if let minimum = axis?.minimum ?? control.minimum,
            let maximum = axis?.maximum ?? control.maximum
        {
            let least =
                axis?.minimumIsOff ?? control.minimumIsOff ? "-∞" : Self.short(minimum)
            let unit = axis?.unit ?? control.unit ?? ""
            text += " (\(least)…\(Self.short(maximum))\(unit.isEmpty ? "" : " " + unit))"
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

extension PanelReading {
    /// Whether it is that of a stopwatch that runs.
    fileprivate var isRunning: Bool {
        if case .parts(let parts) = value {
            parts.contains { $0.name == "running" && $0.value == 1 }
        } else {
            false
        }
    }
}
