import DRM
import EventLoop
import Framebuffer
import Glibc
import Panel

/// Finds the display that was asked for, now or when it appears, and notices when it changes.
///
/// A card says nothing of itself: its descriptor stays silent when it is gone. So what there is to
/// hear is its node in `/dev/dri`, the kernel's uevents, and the error of a frame.
final class DisplayFinder {
    /// What to look for.
    enum Wanted: Equatable {
        case monitor(MonitorChoice)
        case framebuffer(node: String)
        case memory(width: Int, height: Int)
    }

    /// How long a card without a monitor is left alone unless something is heard: some connectors
    /// cannot tell that one was plugged in, and asking takes the kernel tens of milliseconds.
    private static let probeInterval = Duration.seconds(5)
    /// How long a display that was found and never worked is left alone.
    private static let failureInterval = Duration.seconds(2)
    /// How long the driver of the hardware is waited for while there is a makeshift.
    private static let makeshiftGrace = Duration.seconds(5)
    /// Frames that are rejected come one after the other, and to ask takes time.
    private static let shortestRejectionInterval = Duration.seconds(1)
    /// Uevents come in swarms.
    private static let shortestProbeInterval = Duration.milliseconds(100)

    /// Why there is no display, for people; `nil` while there is one.
    private(set) var absence: String? {
        didSet { if absence != oldValue { onAbsence?() } }
    }
    /// Called when there is another reason for having no display, or none.
    var onAbsence: (() -> Void)?
    /// Whether another console is being shown where the panel was.
    private(set) var isAway = false {
        didSet { if isAway != oldValue { onAway?(isAway) } }
    }
    /// Called when another console is shown, and when the panel may be again.
    var onAway: ((Bool) -> Void)?

    private let wanted: Wanted
    private let description: DisplayDescription
    private let usesAtomic: Bool
    private let loop: EventLoop
    private let keeper: CardKeeper
    private let memory: (EventLoop, Int, Int) throws -> any Display
    private let log: (String) -> Void
    private let found: (any Display) throws -> Void
    private let lost: (String) throws -> Void

    /// The card that is ours: it stays open, and we its master, while it has no monitor.
    private var card: Card?
    /// What is being shown, and where.
    private var use: Use?
    private var folder: CardFolder?
    private var uevents: CardUevents?
    private var sources: [EventSource] = []
    private var retry: EventSource?
    private var probeTimer: EventSource?
    private var lastProbe: Duration?
    /// When there was first nothing better than a makeshift.
    private var makeshiftTime: Duration?
    private var masterDelay = RetryDelay(from: .milliseconds(200), to: .seconds(2))
    private var lastComplaint = ""
    /// The text console that the daemon was started from.
    private var console: ConsoleSwitch?
    private var hasSoughtConsole = false

    private struct Use {
        let connector: String
        /// The best one when the display was made: it may have had to take another.
        let mode: Mode
        let output: Output
    }

    /// Calls `found` for the display and `lost`, with the reason, when it can show nothing more:
    /// from `search()` and the methods below it, or later from the event loop.
    ///
    /// - Parameters:
    ///   - description: how the panel is to be shown.
    ///   - usesAtomic: whether atomic commits are used where the driver has them.
    ///   - memory: makes what stands for a screen of a size in pixels.
    init(
        _ wanted: Wanted, as description: DisplayDescription, usesAtomic: Bool,
        keeper: CardKeeper, loop: EventLoop,
        memory: @escaping (EventLoop, Int, Int) throws -> any Display,
        log: @escaping (String) -> Void,
        found: @escaping (any Display) throws -> Void, lost: @escaping (String) throws -> Void
    ) throws {
        self.wanted = wanted
        self.description = description
        self.usesAtomic = usesAtomic
        self.keeper = keeper
        self.loop = loop
        self.memory = memory
        self.log = log
        self.found = found
        self.lost = lost
        retry = try loop.timer(at: nil, accuracy: .milliseconds(20)) { [unowned self] _ in
            try search()
        }
        probeTimer = try loop.timer(at: nil) { [unowned self] _ in try probe() }
    }

    /// The name of the card that is in use, as in `/sys/class/drm`; `nil` without one.
    var cardName: String? {
        use == nil ? nil : card?.node.split(separator: "/").last.map(String.init)
    }

    // MARK: Searching

    /// Looks for the display. Where there is none, says why once, and looks again whenever
    /// something is heard of a card, and now and then while there is one.
    func search() throws {
        try retry?.disarm()
        guard !isAway else { return }
        try seekConsole()
        switch wanted {
        case .memory(let width, let height):
            do {
                try take(memory(loop, width, height))
            } catch let error as DRMError {
                try wait(after: error)
            }
        case .framebuffer(let node):
            do {
                let framebuffer = try Framebuffer(
                    opening: node, bitsPerPixel: description.format.bitsPerPixel)
                try take(FramebufferDisplay(loop: loop, framebuffer: framebuffer))
            } catch let error as FramebufferError {
                complain("\(error)", advice: nil)
                // Nothing is heard of these.
                try retry?.fire(at: loop.now + Self.failureInterval)
            }
        case .monitor(let choice):
            do {
                // Listening comes first: what appears in between is not missed.
                try listen()
                lastProbe = loop.now
                let display = try display(choice)
                masterDelay.reset()
                try take(display)
            } catch let error as DRMError {
                try wait(after: error)
            }
        }
    }

    private func take(_ display: any Display) throws {
        lastComplaint = ""
        absence = nil
        log("showing on \(display.name)")
        try found(display)
    }

    private func display(_ choice: MonitorChoice) throws -> any Display {
        let (card, connector) = try monitor(choice)
        self.card = card
        do throws(DRMError) {
            try card.becomeMaster()
        } catch {
            // A card that was opened while another program was its master never becomes ours:
            // after it has left, who opens the card is master.
            forgetCard()
            throw error
        }
        let output = try Output(
            card: card, connector: connector,
            preferences: Output.Preferences(
                description, on: connector, mode: choice.mode, usesAtomic: usesAtomic))
        output.ending = ending
        let best = try connector.modes(asked: choice.mode, current: output.mode)[0]
        use = Use(connector: connector.name, mode: best, output: output)
        return try DRMDisplay(
            loop: loop, output: output, bufferCount: description.buffers,
            shadow: description.shadow)
    }

    /// The card and the connector to take. Throws an error that says of each card why it is none.
    private func monitor(_ choice: MonitorChoice) throws(DRMError) -> (Card, Connector) {
        if card == nil { card = keeper.adoptCard() }
        var cards: [Card] = []
        var offers: [MonitorChoice.Offer] = []
        var rejections: [DRMError] = []
        for node in choice.nodes {
            do throws(DRMError) {
                let (card, connectors) = try open(node)
                let offer = MonitorChoice.Offer(driver: card.driver, connectors: connectors)
                cards.append(card)
                offers.append(offer)
                rejections.append(
                    DRMError(.nothingSuitable, choice.absence(on: card.node, offer)))
            } catch {
                rejections.append(error)
            }
        }
        if let (index, connector) = choice.best(among: offers) {
            let card = cards[index]
            guard choice.isMakeshift(offers[index], connector) else { return (card, connector) }
            let since = makeshiftTime ?? loop.now
            makeshiftTime = since
            guard loop.now < since + Self.makeshiftGrace else { return (card, connector) }
            throw DRMError(
                .nothingSuitable,
                "\(card.node) shows only the firmware's picture (\(card.driver), \(connector.name)) "
                    + "until the hardware's driver comes")
        }
        guard let first = rejections.first else {
            throw DRMError(.nothingSuitable, Card.absence)
        }
        throw DRMError(first.reason, rejections.map(\.description).joined(separator: "; "))
    }

    /// A card by its node: our own, if it is that one and still there.
    private func open(_ node: String) throws(DRMError) -> (Card, [Connector]) {
        if let card, card.node == node {
            do throws(DRMError) {
                return (card, try card.connectors())
            } catch  where error.reason == .gone {
                forgetCard()
            }
        }
        let card = try Card(opening: node)
        return (card, try card.connectors())
    }

    // MARK: Waiting

    private func wait(after error: DRMError) throws {
        use = nil
        let holders =
            error.reason == .notMaster && error.description != lastComplaint
            ? Card.nodes.lazy.compactMap(CardHolders.description).first : nil
        complain(error.description, advice: holders.map { "it is used by \($0)" } ?? error.advice)
        switch error.reason {
        case .notMaster: try retry?.fire(at: loop.now + masterDelay.next())
        // Nothing need be asked while there is no card: that one appears is heard.
        case _ where Card.nodes.isEmpty && folder != nil: break
        default:
            let patience = makeshiftTime.map { $0 + Self.makeshiftGrace } ?? .zero
            let next = loop.now + Self.probeInterval
            try retry?.fire(at: patience > loop.now ? min(next, patience) : next)
        }
    }

    private func complain(_ complaint: String, advice: String?) {
        absence = complaint
        guard complaint != lastComplaint else { return }
        lastComplaint = complaint
        let advice = advice.map { " (\($0))" } ?? ""
        log("no display: \(complaint)\(advice); waiting for one (--display memory needs none)")
    }

    private func listen() throws(DRMError) {
        guard folder == nil else { return }
        let folder = try CardFolder()
        do {
            sources.append(
                try loop.readable(folder.descriptor) { [unowned self] in
                    if folder.readChanges() { try hear() }
                })
            self.folder = folder
            // Some kernels and sandboxes have no netlink: then there is the time and the folder.
            guard let uevents = try? CardUevents() else { return }
            self.uevents = uevents
            sources.append(
                try loop.readable(uevents.descriptor) { [unowned self] in
                    if uevents.readChanges() { try hear() }
                })
        } catch {
            log("\(error)")
        }
    }

    /// Something may have changed: looks at once, but not again for the next hundredfold.
    private func hear() throws {
        let earliest = (lastProbe ?? .zero) + Self.shortestProbeInterval
        guard loop.now < earliest else { return try probe() }
        guard !(probeTimer?.isArmed ?? false) else { return }
        try probeTimer?.fire(at: earliest)
    }

    // MARK: Consoles

    private func seekConsole() throws {
        if case .memory = wanted { return }
        guard !hasSoughtConsole else { return }
        hasSoughtConsole = true
        // A card's master is not painted over, a framebuffer is.
        let isPainted = if case .framebuffer = wanted { true } else { false }
        console = try ConsoleSwitch(
            takingAny: isPainted, loop: loop, log: log,
            left: { [unowned self] in try leave() }, entered: { [unowned self] in try enter() })
    }

    /// Another console is about to be shown, with its own picture on the same screen.
    private func leave() throws {
        isAway = true
        let output = use?.output
        use = nil
        try lost("another console is shown")
        output?.abandon()
        card?.dropMaster()
        absence = "another console is shown"
    }

    private func enter() throws {
        isAway = false
        try search()
    }

    // MARK: Changes

    /// Looks whether what is being shown can still be, and is still what should be; without a
    /// display, whether there is one now. Nothing is set where nothing has changed.
    func probe() throws {
        guard case .monitor(let choice) = wanted, !isAway else { return }
        lastProbe = loop.now
        guard let use, let card else { return try search() }
        if let reason = change(of: use, on: card, choice) { try lose(reason) }
    }

    /// Why something else must be shown than is; `nil` if there is no reason.
    private func change(of use: Use, on card: Card, _ choice: MonitorChoice) -> String? {
        do throws(DRMError) {
            guard
                let connector = try card.connectors().first(where: { $0.name == use.connector }),
                choice.usable([connector]) != nil
            else { return "\(use.connector) has no monitor any more" }
            guard !connector.hasBadLink else { return "\(use.connector) has lost its link" }
            let mode = try connector.modes(asked: choice.mode, current: use.output.mode)[0]
            return mode == use.mode ? nil : "\(use.connector) has another mode, \(mode)"
        } catch {
            if error.reason == .gone { forgetCard() }
            return error.description
        }
    }

    /// The display has failed: it is looked for again, or another one.
    ///
    /// - Parameter hasWorked: whether it has ever shown anything.
    func displayFailed(_ error: any Error, hasWorked: Bool) throws {
        use?.output.ending = .black
        use = nil
        if let error = error as? DRMError, error.reason == .notMaster {
            return try wait(after: error)
        }
        // Closed and opened again: the driver may find back to its feet.
        forgetCard()
        if hasWorked { return try search() }
        absence = "\(error)"
        try retry?.fire(at: loop.now + Self.failureInterval)
    }

    /// A frame was rejected: what it was made for may have changed without an event.
    func frameWasRejected() throws {
        guard loop.now - (lastProbe ?? .zero) > Self.shortestRejectionInterval else { return }
        try probe()
    }

    /// A picture is on the screen: it stays there when this process ends by accident.
    func pictureIsSeen() {
        guard let card, let use else { return }
        keeper.keep(card)
        use.output.ending = ending
    }

    /// What the card shows may be lost, as after the machine has slept: everything is set again.
    func renew() throws {
        guard use != nil else { return }
        try lose("it is set anew")
    }

    private func lose(_ reason: String) throws {
        let output = use?.output
        use = nil
        try lost(reason)
        // A picture that was kept would stay in the card's memory, besides the next one's; and the
        // CRTC must not be switched off when that is there already.
        output?.ending = .black
        try? output?.end()
        try search()
    }

    private func forgetCard() {
        card = nil
        keeper.forget()
    }

    private var ending: Output.Ending {
        Output.Ending(description.atExit, cardIsKept: keeper.keeps)
    }
}
