import EventLoop
import GlassfaderClient
import Glibc

/// The panel on a terminal: handles the panel's messages, keys and signals.
final class Monitor {
    /// The shortest time between two screens.
    private static let interval = Duration.milliseconds(33)
    /// How often meters fall for which no more levels arrive.
    private static let fall = Duration.milliseconds(100)

    private let loop: EventLoop
    private let terminal: RawTerminal
    private var feed: PanelFeed?
    private var sources: [EventSource] = []
    private var drawing: EventSource?
    private var falling: EventSource?
    private var keys = KeyReader()
    private var view: MonitorView
    private let hasColors: Bool
    /// What the terminal shows; nil if unknown.
    private var shown: CellGrid?
    private var isStale = false
    private var lastDrawn = Duration.zero

    init(terminal: RawTerminal, path: String?, patterns: [String]) throws {
        self.terminal = terminal
        loop = try EventLoop()
        view = MonitorView()
        hasColors = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        let options = PanelFeed.Options(patterns: patterns, rate: 30, wantsMeters: true)
        feed = try PanelFeed(path: path, options: options, reconnects: true, on: loop) {
            [unowned self] message in
            view.receive(message, at: loop.now)
            isStale = true
        }
        sources = try [SIGINT, SIGTERM, SIGHUP].map { [loop] number in
            try loop.signal(number) { loop.exit() }
        }
        sources += [
            try loop.signal(SIGWINCH) { [unowned self] in redraw() },
            try loop.signal(SIGTSTP) { [unowned self] in suspend() },
            try loop.signal(SIGCONT) { [unowned self] in resume() },
            try loop.readable(STDIN_FILENO) { [unowned self] in try readKeys() },
            try loop.post { [unowned self] in try update() },
        ]
        drawing = try loop.timer(at: nil) { [unowned self] _ in try update() }
        falling = try loop.timer(at: nil) { [unowned self] now in
            view.letMetersFall(at: now, by: Self.fall)
            isStale = true
        }
    }

    /// Shows the panel until q or Ctrl-C.
    func run() throws { try loop.run() }

    // MARK: The terminal

    private func readKeys() throws {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else {
            // The terminal was closed.
            if count == 0 || errno != EINTR && errno != EAGAIN { loop.exit() }
            return
        }
        for key in keys.keys(bytes[..<count]) {
            if key == .character("q") { return loop.exit() }
            if let request = view.press(key) {
                try feed?.send(request, number: MonitorView.number)
            }
            isStale = true
        }
        // Show the effect of a key at once.
        lastDrawn = .zero
    }

    private func redraw() {
        shown = nil
        isStale = true
        lastDrawn = .zero
    }

    private func suspend() {
        terminal.leave()
        kill(getpid(), SIGSTOP)
    }

    private func resume() {
        terminal.enter()
        redraw()
    }

    /// Redraws what has changed, unless the last redraw was less than `interval` ago.
    private func update() throws {
        guard isStale, terminal.isActive else { return }
        let now = loop.now
        guard now >= lastDrawn + Self.interval else {
            if drawing?.isArmed == false { try drawing?.fire(at: lastDrawn + Self.interval) }
            return
        }
        isStale = false
        lastDrawn = now
        var grid = CellGrid(Terminal.size, hasColors: hasColors)
        view.draw(on: &grid)
        let text = grid.changes(from: shown)
        shown = grid
        if !text.isEmpty { try ToolOutput.text(text) }
        if let time = view.nextFall(interval: Self.fall), falling?.isArmed == false {
            try falling?.fire(at: max(time, now + Self.fall))
        }
    }
}
