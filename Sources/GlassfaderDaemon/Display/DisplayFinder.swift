import DRM
import EventLoop
import Files
import Framebuffer
import Glibc
import Panel

/// Finds the wanted display, now or when it appears, and notices changes of it.
///
/// A card's descriptor does not report that the card is gone. The finder notices that by the card's
/// node in `/dev/dri`, the kernel's uevents, and errors of frames.
final class DisplayFinder {
    /// The display to look for.
    enum Wanted: Equatable {
        case monitor(MonitorChoice)
        case framebuffer(node: String)
        case memory(width: Int, height: Int)
    }

    /// How often to probe cards without a monitor when no event arrives: some connectors cannot
    /// report hotplug. A probe takes the kernel tens of milliseconds.
    private static let probeInterval = Duration.seconds(5)
    /// How long to wait after the failure of a display that had never worked.
    private static let failureInterval = Duration.seconds(2)
    /// Rejected frames follow each other quickly, and a probe takes time.
    private static let shortestRejectionInterval = Duration.seconds(1)
    /// Uevents arrive in bursts.
    private static let shortestProbeInterval = Duration.milliseconds(100)

    /// Why there is no display, for people; `nil` if there is one.
    private(set) var absence: String? {
        didSet { if absence != oldValue { onAbsence?() } }
    }
    /// Called when `absence` has changed.
    var onAbsence: (() -> Void)?
    /// Whether another console is visible instead of the panel.
    private(set) var isAway = false {
        didSet { if isAway != oldValue { onAway?(isAway) } }
    }
    /// Called when `isAway` has changed.
    var onAway: ((Bool) -> Void)?
    /// Called with the display, from `search()` and the methods below it, or later from the event
    /// loop.
    var onFound: ((any Display) throws -> Void)?
    /// Called with the reason when the display is lost.
    var onLost: ((String) throws -> Void)?

    private let wanted: Wanted
    private let description: DisplayDescription
    /// Whether to use atomic commits where the driver supports them.
    private let usesAtomic = getenv("GLASSFADER_NO_ATOMIC") == nil
    private let loop: EventLoop
    private let cards: CardSearch
    private let machine: Machine
    private let log: Log

    /// The output in use.
    private var use: Use?
    private var folder: CardFolder?
    private var uevents: CardUevents?
    private var sources: [EventSource] = []
    private var retry: EventSource?
    private var probeTimer: EventSource?
    private var lastProbe: Duration?
    private var masterDelay = RetryDelay(from: .milliseconds(200), to: .seconds(2))
    private var lastProblem = ""
    /// The text console that the daemon was started from.
    private var console: ConsoleSwitch?
    private var hasLookedForConsole = false

    private struct Use {
        let connector: String
        /// The best mode when the display was made. The output may use another one.
        let mode: Mode
        let output: Output
    }

    /// Opens nothing before `search()` is called.
    ///
    /// - Parameters:
    ///   - choice: the choice of the command line.
    ///   - description: the display settings of the panel file.
    ///   - machine: makes the memory display.
    init(
        _ choice: Options.DisplayChoice, as description: DisplayDescription, cardStore: CardStore,
        machine: Machine, loop: EventLoop, log: Log
    ) throws {
        wanted = Wanted(choice, description)
        self.description = description
        cards = CardSearch(cardStore)
        self.machine = machine
        self.loop = loop
        self.log = log
        retry = try loop.timer(at: nil, accuracy: .milliseconds(20)) { [unowned self] _ in
            try search()
        }
        probeTimer = try loop.timer(at: nil) { [unowned self] _ in try probe() }
    }

    /// Whether the card in use shows the last picture of an earlier process.
    var hasTakenOver: Bool { cards.isCardStored }

    /// The name of the card in use, as in `/sys/class/drm`; `nil` without one.
    var cardName: String? {
        use == nil ? nil : cards.card?.node.split(separator: "/").last.map(String.init)
    }

    // MARK: Searching

    /// Searches for the display. If there is none, logs why once, and searches again after events
    /// about cards and, while there is a card, at intervals.
    func search() throws {
        try retry?.disarm()
        guard !isAway else { return }
        // Our own closing of cards must not wake us up.
        folder?.watchesClosing = false
        try findConsole()
        if case .monitor = wanted {} else { cards.dropInheritedCard() }
        switch wanted {
        case .memory(let width, let height):
            do {
                try take(machine.memoryDisplay(loop, width, height))
            } catch let error as DRMError {
                try wait(after: error)
            }
        case .framebuffer(let node):
            do {
                let framebuffer = try Framebuffer(
                    opening: node, bitsPerPixel: description.format.bitsPerPixel)
                try take(FramebufferDisplay(loop: loop, framebuffer: framebuffer), node: node)
            } catch let error as FramebufferError {
                reportAbsence("\(error)", advice: nil, .displayMissing)
                // Framebuffers cause no events.
                try retry?.fire(at: loop.now + Self.failureInterval)
            }
        case .monitor(let choice):
            do {
                // Listen before looking, to miss nothing that appears in between.
                try listen()
                lastProbe = loop.now
                let display = try display(choice)
                masterDelay.reset()
                try take(display, node: cards.card?.node)
            } catch let error as DRMError {
                try wait(after: error)
            }
        }
    }

    private func take(_ display: any Display, node: String? = nil) throws {
        lastProblem = ""
        absence = nil
        log(
            "showing on \(display.name)", event: .displayFound, about: node.map { .device($0) },
            display.connector.map { .connector($0) })
        try onFound?(display)
    }

    private func display(_ choice: MonitorChoice) throws -> any Display {
        let (card, connector) = try cards.master(choice, at: loop.now)
        let output = try Output(
            card: card, connector: connector,
            preferences: Output.Preferences(
                description, on: connector, mode: choice.mode, usesAtomic: usesAtomic))
        output.ending = ending
        let best = try connector.modes(requested: choice.mode, current: output.mode)[0]
        use = Use(connector: connector.name, mode: best, output: output)
        return try DRMDisplay(
            loop: loop, output: output, bufferCount: description.buffers,
            shadow: description.shadow)
    }

    // MARK: Waiting

    private func wait(after error: DRMError) throws {
        use = nil
        let isContested = error.reason == .notMaster
        // Before looking for the programs that have the card open: from now on, closing it causes
        // an event.
        folder?.watchesClosing = isContested
        let holders = isContested ? cards.contested.flatMap(DeviceHolders.init(of:)) : nil
        reportAbsence(
            error.description, advice: holders?.adviceForCard ?? error.advice,
            isContested ? .cardInUse : .displayMissing)
        switch error.reason {
        // Another panel keeps its card until it ends.
        case .notMaster where folder != nil && holders?.includeOwnProgram ?? false: break
        // Other programs may hand a card over and keep it open.
        case .notMaster: try retry?.fire(at: loop.now + masterDelay.next())
        // Without a card nothing needs to be probed: a new card causes an event.
        case _ where Card.nodes.isEmpty && folder != nil: break
        default:
            let next = loop.now + Self.probeInterval
            let graceEnd = cards.graceEnd ?? .zero
            try retry?.fire(at: graceEnd > loop.now ? min(next, graceEnd) : next)
        }
    }

    private func reportAbsence(_ problem: String, advice: String?, _ event: LogEvent) {
        absence = problem
        guard problem != lastProblem else { return }
        lastProblem = problem
        let advice = advice.map { " (\($0))" } ?? ""
        log(
            "no display: \(problem)\(advice); waiting for one (--display memory needs none)",
            event: event, about: cards.card.map { .device($0.node) })
    }

    private func listen() throws(DRMError) {
        guard folder == nil else { return }
        let folder = try CardFolder()
        do {
            sources.append(
                try loop.readable(folder.descriptor) { [unowned self] in
                    if folder.readChanges() { try scheduleProbe() }
                })
            self.folder = folder
            // Some kernels and sandboxes have no netlink. The folder and the interval remain.
            guard let uevents = try? CardUevents() else { return }
            self.uevents = uevents
            sources.append(
                try loop.readable(uevents.descriptor) { [unowned self] in
                    try handle(uevents.readChanges())
                })
        } catch {
            log("\(error)", .warning)
        }
    }

    private func handle(_ changes: Set<CardUevents.Change>) throws {
        if let card = cards.card, changes.contains(.wedged(node: card.node)) {
            try lose(wedged: card)
        } else if changes.contains(.changed) {
            try scheduleProbe()
        }
    }

    /// Probes at once, or when the shortest interval has passed since the last time.
    private func scheduleProbe() throws {
        let earliest = (lastProbe ?? .zero) + Self.shortestProbeInterval
        guard loop.now < earliest else { return try probe() }
        try probeTimer?.fire(at: earliest)
    }

    // MARK: Consoles

    private func findConsole() throws {
        if case .memory = wanted { return }
        guard !hasLookedForConsole else { return }
        hasLookedForConsole = true
        // The console draws over a framebuffer, but not over a card with a master.
        let isDrawnOver = if case .framebuffer = wanted { true } else { false }
        console = try ConsoleSwitch(
            takingAny: isDrawnOver, loop: loop, log: log,
            left: { [unowned self] in try leave() }, entered: { [unowned self] in try enter() })
    }

    /// Releases the screen: another console is about to become visible.
    private func leave() throws {
        isAway = true
        let output = use?.output
        use = nil
        let reason = "another console is shown"
        try onLost?(reason)
        output?.abandon()
        cards.card?.dropMaster()
        absence = reason
    }

    private func enter() throws {
        isAway = false
        try search()
    }

    // MARK: Changes

    /// Checks whether the output in use still works and is still the best. Searches if there is
    /// none. Sets nothing if nothing has changed.
    func probe() throws {
        guard case .monitor(let choice) = wanted, !isAway else { return }
        lastProbe = loop.now
        guard let use, let card = cards.card else { return try search() }
        if let reason = change(of: use, on: card, choice) { try lose(reason) }
    }

    /// The reason to change the output; `nil` if there is none.
    private func change(of use: Use, on card: Card, _ choice: MonitorChoice) -> String? {
        do throws(DRMError) {
            guard
                let connector = try card.connectors().first(where: { $0.name == use.connector }),
                choice.usable([connector]) != nil
            else { return "\(use.connector) has no monitor any more" }
            guard !connector.hasBadLink else { return "\(use.connector) has lost its link" }
            let mode = try connector.modes(requested: choice.mode, current: use.output.mode)[0]
            return mode == use.mode ? nil : "\(use.connector) has another mode, \(mode)"
        } catch {
            if error.reason == .gone { cards.forget() }
            return error.description
        }
    }

    /// Handles a failed display: searches for it or another one.
    ///
    /// - Parameter hasWorked: whether the display has shown a frame.
    func displayFailed(_ error: any Error, hasWorked: Bool) throws {
        use?.output.ending = .black
        use = nil
        if let error = error as? DRMError, error.reason == .notMaster {
            cards.lostMaster()
            return try wait(after: error)
        }
        // Closing and opening the card may help the driver to recover.
        cards.forget()
        absence = "\(error)"
        // Never at once: the screen that is calling still has the card open.
        try retry?.fire(at: hasWorked ? loop.now : loop.now + Self.failureInterval)
    }

    /// Handles a rejected frame: the monitor or its mode may have changed without an event. The
    /// finder probes the output even if a frame succeeds until then.
    func frameWasRejected() throws {
        guard probeTimer?.isArmed != true else { return }
        // Never at once: a probe may end the screen that is calling.
        let earliest = (lastProbe ?? .zero) + Self.shortestRejectionInterval
        try probeTimer?.fire(at: max(loop.now, earliest))
    }

    /// Handles the first frame that was shown: stores the card, so that the picture survives a
    /// crash.
    func pictureWasShown() {
        guard let use else { return }
        cards.keep()
        use.output.ending = ending
    }

    /// Opens the display again: after suspend the card may have lost its picture.
    func restart() throws {
        guard use != nil else { return }
        try lose("it must be restarted after suspend")
    }

    private func lose(_ reason: String) throws {
        let output = use?.output
        use = nil
        try onLost?(reason)
        // Keeping the picture would occupy the card's memory besides the next one's. The CRTC must
        // be switched off now: later, this would affect the next output.
        output?.ending = .black
        try? output?.end()
        try search()
    }

    /// Closes a card of which the driver has given the hardware up: it can be bound again once it
    /// is closed. The card is opened again after a while, or when an event reports that it is back.
    private func lose(wedged card: Card) throws {
        guard use != nil else { return cards.forget() }
        let error = DRMError(.gone, "the driver has given \(card.node) up until it is bound again")
        try onLost?(error.description)
        try probeTimer?.disarm()
        try displayFailed(error, hasWorked: false)
    }

    private var ending: Output.Ending {
        Output.Ending(description.atExit, cardIsKept: cards.isCardStored)
    }
}
