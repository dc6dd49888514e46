import GlassfaderClient
import PanelProtocol

/// The monitor's model of the panel, and its drawing on a terminal.
struct MonitorView {
    /// The `id` of its requests.
    static let number: Int64 = -2

    private var panel = PanelFeed.Contents()
    private var controls: [String: MonitorControl] = [:]
    /// The controls that choose among cards.
    private var choosers: Set<String> = []
    /// The page in the monitor, if it is not the panel's page.
    private var browsedPage: String?
    private var strips: [MonitorStrip] = []
    private var selection = MonitorSelection()
    private var columns = MonitorColumns()
    /// The number of rows scrolled out at the top.
    private var scroll = 0
    /// The message in the last row.
    private var note = ""
    private var isConnected = false

    // MARK: Messages

    /// Handles a message of the feed.
    mutating func receive(_ message: PanelFeed.Message, at time: Duration) {
        switch message {
        case .connected(let state):
            panel = state
            isConnected = true
            note = ""
            // Touches may have ended while there was no connection.
            controls = [:]
            update(state.controls)
        case .changed(let state):
            panel.controls = state.controls
            panel.strips = state.strips
            panel.pages = state.pages
            update(state.controls)
        case .event(let event):
            receive(event, at: time)
        case .reply(let message):
            if let error = message["error"]?.object { note = error["message"]?.string ?? "" }
            if let reply = message["ok"]?.object, reply["applied"]?.boolean == false {
                note =
                    "\(reply["control"]?.string ?? "") was not set: "
                    + (reply["reason"]?.string ?? "")
            }
        case .lost(let error):
            isConnected = false
            note = error.description
        }
    }

    private mutating func update(_ list: [PanelControl]) {
        var new: [String: MonitorControl] = [:]
        for control in list {
            var shown = controls[control.name] ?? MonitorControl(control)
            shown.update(control)
            new[control.name] = shown
        }
        controls = new
        choosers = Set(list.compactMap(\.chooser))
        arrange()
    }

    private mutating func receive(_ event: PanelEvent, at time: Duration) {
        switch event {
        case .valueChanged(let change):
            controls[change.control]?.update(change)
            if choosers.contains(change.control) { arrange() }
        case .meters(let levels):
            for (control, levels) in levels { controls[control]?.update(levels: levels, at: time) }
        case .pageChanged(let page):
            panel.page = page
            if browsedPage == panel.page { browsedPage = nil }
            arrange()
        case .locked(let lock):
            panel.isLocked = lock.isOn
        case .styleChanged(let style):
            controls[style.control]?.update(style)
            arrange()
        case .stripChanged(let style):
            for index in panel.strips.indices { panel.strips[index].update(style) }
            arrange()
        case .resync(let resync):
            for entry in resync.values { controls[entry.control]?.update(entry.reading) }
            panel.page = resync.page ?? panel.page
            panel.isLocked = resync.isLocked ?? panel.isLocked
            panel.spilledVCA = resync.spilledVCA
            arrange()
        case .sceneRecalled, .pinRejected, .bye:
            note = event.note ?? ""
        case .effectiveChanged(let control, let level):
            controls[control]?.update(level)
        case .spillChanged(let vca):
            panel.spilledVCA = vca
        case .configReloaded, .action, .plot, .other:
            break
        }
    }

    /// The page in the monitor.
    private var page: String? {
        let pages = panel.pages.map(\.id)
        return [browsedPage, panel.page].lazy.compactMap(\.self).first(where: pages.contains)
            ?? pages.first
    }

    /// Arranges the page's controls in strips.
    private mutating func arrange() {
        let styles = Dictionary(
            panel.strips.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        strips = MonitorStrip.strips(
            styles,
            of: panel.controls.compactMap { controls[$0.name] }.filter {
                $0.isShown && isOnTop($0.control)
                    && ($0.control.page == page || $0.control.page == nil)
            }.map(\.control))
        selection.update(among: strips, controls)
    }

    /// Whether a control is no card, or the visible one. With an unknown chooser, all cards are.
    private func isOnTop(_ control: PanelControl) -> Bool {
        guard let card = control.card, let chooser = control.chooser.flatMap({ controls[$0] }),
            case .text(let word)? = chooser.control.reading?.value
        else { return true }
        return word == card
            || chooser.control.type == "pages" && word.prefix { $0 != "/" } == card
    }

    // MARK: Meters

    /// When meters fall next; nil if none show levels.
    func nextFall(interval: Duration) -> Duration? {
        controls.values.lazy.compactMap { $0.nextFall(interval: interval) }.min()
    }

    /// Lets old levels fall.
    mutating func letMetersFall(at now: Duration, by interval: Duration) {
        for name in controls.keys { controls[name]?.fall(at: now, by: interval) }
    }

    // MARK: Keys

    /// Handles a key. Returns a request to send to the panel.
    mutating func press(_ key: Key) -> PanelRequest? {
        if isConnected { note = "" }
        switch key {
        case .left, .character("h"): selection.moveSideways(-1, among: strips, controls)
        case .right, .character("l"): selection.moveSideways(1, among: strips, controls)
        case .tab, .character("n"): selection.moveToNext(1, among: strips, controls)
        case .backTab, .character("p"): selection.moveToNext(-1, among: strips, controls)
        case .up, .character("k"), .character("+"): return change(by: 1)
        case .down, .character("j"), .character("-"): return change(by: -1)
        case .pageUp, .shiftUp: return change(by: 10)
        case .pageDown, .shiftDown: return change(by: -10)
        case .home, .character("0"):
            return selected.flatMap { control in
                control.control.defaultValue.map { set(control, .value($0)) }
            }
        case .character(" "):
            return selected.flatMap { control in control.toggled.map { set(control, $0) } }
        case .character("["): browse(-1)
        case .character("]"): browse(1)
        case .character("s"):
            guard let page, page != panel.page else { return nil }
            return PanelRequest("page") { $0.member("page", page) }
        case .character, .end: break
        }
        return nil
    }

    private var selected: MonitorControl? { selection.control.flatMap { controls[$0] } }

    private func change(by steps: Double) -> PanelRequest? {
        selected.flatMap { control in
            control.change(by: steps, part: selection.part).map { set(control, $0) }
        }
    }

    private func set(_ control: MonitorControl, _ change: PanelChange) -> PanelRequest {
        let request = SetRequest(control: control.control.name, change: change.asRequest)
        return PanelRequest(request.writeMembers)
    }

    private mutating func browse(_ step: Int) {
        let pages = panel.pages.map(\.id)
        guard let index = page.flatMap(pages.firstIndex) else { return }
        let next = pages[min(max(index + step, 0), pages.count - 1)]
        browsedPage = next == panel.page ? nil : next
        columns = MonitorColumns()
        scroll = 0
        arrange()
    }

    // MARK: Drawing

    /// Draws the whole screen.
    mutating func draw(on grid: inout CellGrid) {
        drawHeader(on: &grid)
        drawStrips(on: &grid)
        let rows = grid.size.rows
        if let selected {
            let text = selected.description(part: selection.part)
            grid.write(
                TerminalText.fitted(text, to: grid.size.columns), row: rows - 2, column: 0, .bold)
        }
        let help = "←→ strip  Tab control  ↑↓ PgUp PgDn value  Home default  [ ] page  q quit"
        grid.write(
            TerminalText.fitted(
                note.isEmpty ? help : TerminalText.escaped(note), to: grid.size.columns),
            row: rows - 1, column: 0,
            note.isEmpty ? .dim : .yellow)
    }

    private func drawHeader(on grid: inout CellGrid) {
        grid.write(TerminalText.spaces(grid.size.columns), row: 0, column: 0, .selected)
        var column = 1
        func write(_ text: String, _ style: CellGrid.Style, _ grid: inout CellGrid) {
            grid.write(text, row: 0, column: column, style)
            column += TerminalText.width(text)
        }
        write(TerminalText.escaped(panel.name) + "  ", .title, &grid)
        let state = TerminalText.escaped(stateText)
        let end = grid.size.columns - 1 - (state.isEmpty ? 0 : TerminalText.width(state) + 2)
        let pages = panel.pages.map { page in
            let text = TerminalText.escaped(page.label.isEmpty ? page.id : page.label)
            return (page.id, (page.id == panel.page ? "*" : " ") + text)
        }
        // As many pages as fit, among them that of the monitor.
        let widths = pages.map { TerminalText.width($0.1) + 1 }
        let shown = pages.firstIndex { $0.0 == page } ?? 0
        var first = 0
        while first < shown, column + 1 + widths[first...shown].reduce(0, +) > end { first += 1 }
        if first > 0 { write("‹", .selected, &grid) }
        for (index, (id, text)) in pages.enumerated().dropFirst(first) {
            guard index == shown || column + widths[index] <= end else {
                write("›", .selected, &grid)
                break
            }
            write(text + " ", id == page ? .bold : .selected, &grid)
        }
        grid.write(
            state, row: 0,
            column: max(column + 1, grid.size.columns - 1 - TerminalText.width(state)),
            .title)
    }

    /// What is special about the panel at the moment.
    private var stateText: String {
        guard isConnected else { return "no connection" }
        return [
            panel.spilledVCA.map { "spilled: \($0)" }, panel.isLocked == true ? "locked" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }

    private mutating func drawStrips(on grid: inout CellGrid) {
        let rows = 3..<max(3, grid.size.rows - 2)
        guard !strips.isEmpty else {
            let text = isConnected ? "no controls on this page" : ""
            return grid.write(text, row: 2, column: 1, .dim)
        }
        columns.update(
            needs: strips.map { strip in
                let needs = strip.controls.compactMap { controls[$0]?.columns }
                return (strip.name, max(TerminalText.width(strip.title), needs.max() ?? 0))
            }, selected: selection.strip, total: grid.size.columns)
        scrollToSelection(
            width: columns.widths[min(selection.strip, strips.count - 1)], height: rows.count)
        for place in columns.places {
            let strip = strips[place.strip]
            let isSelected = place.strip == selection.strip
            let style = strip.color.map { CellGrid.Style.band($0, isSelected: isSelected) }
            grid.write(
                TerminalText.fitted(strip.title, to: place.width), row: 1, column: place.column,
                columns: place.width, style ?? (isSelected ? .title : .bold))
            var row = rows.lowerBound - scroll
            for name in strip.controls {
                guard let control = controls[name] else { continue }
                control.draw(
                    on: &grid, row: row, column: place.column, columns: place.width,
                    isSelected: name == selection.control, part: selection.part, in: rows)
                row += control.rows(columns: place.width) + 1
            }
        }
        if columns.first > 0 { grid.write("‹", row: 2, column: 0, .bold) }
        if columns.places.last.map(\.strip) ?? 0 < strips.count - 1 {
            grid.write("›", row: 2, column: grid.size.columns - 1, .bold)
        }
    }

    /// Scrolls as little as needed to show the selected control.
    private mutating func scrollToSelection(width: Int, height: Int) {
        guard strips.indices.contains(selection.strip) else {
            scroll = 0
            return
        }
        var top = 0
        for name in strips[selection.strip].controls {
            guard let control = controls[name] else { continue }
            let rows = control.rows(columns: width)
            if name == selection.control {
                scroll = min(max(scroll, top + rows - height), top)
                return
            }
            top += rows + 1
        }
        scroll = 0
    }
}
