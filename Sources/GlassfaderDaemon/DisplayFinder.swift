import DRM
import EventLoop
import Glibc
import Panel

/// Finds the display that was asked for, now or when it appears.
final class DisplayFinder {
    /// What to look for.
    enum Wanted: Equatable {
        /// A monitor: on any card and connector, and in the best mode, where these are `nil`.
        case monitor(card: String?, connector: String?, mode: Mode.Request?)
        case memory(width: Int, height: Int)
    }

    /// How long a card that is there and cannot be used is left alone.
    ///
    /// The service's sandbox hears nothing when a monitor is plugged in or another program lets go
    /// of the card, and asking a connector takes the kernel tens of milliseconds.
    private static let retryInterval = Duration.seconds(2)

    private let wanted: Wanted
    private let description: DisplayDescription
    private let usesAtomic: Bool
    private let loop: EventLoop
    private let log: (String) -> Void
    private let found: (any Display) throws -> Void
    private let vanished: () throws -> Void
    /// The node of the card that is in use.
    private var node: String?
    private var folder: CardFolder?
    private var folderSource: EventSource?
    private var retry: EventSource?
    private var lastComplaint = ""

    /// - Parameters:
    ///   - description: How the display is to be used. It turns the picture itself, where it can.
    ///   - usesAtomic: Whether to use atomic commits where the driver has them.
    ///
    /// Calls `found` for the display, from `search()` or later from the event loop, and `vanished`
    /// when its card's node goes: the card itself does not tell before it is used again.
    init(
        _ wanted: Wanted, as description: DisplayDescription, usesAtomic: Bool = true,
        loop: EventLoop,
        log: @escaping (String) -> Void,
        found: @escaping (any Display) throws -> Void, vanished: @escaping () throws -> Void
    ) throws {
        self.wanted = wanted
        self.description = description
        self.usesAtomic = usesAtomic
        self.loop = loop
        self.log = log
        self.found = found
        self.vanished = vanished
        retry = try loop.timer(at: nil, accuracy: .milliseconds(100)) { [unowned self] _ in
            try search()
        }
    }

    /// Looks for the display. Where there is none, says why once, and looks again whenever
    /// something changes in `/dev/dri`, and now and then while there is a card.
    func search() throws {
        node = nil
        if let display = try display() {
            try retry?.disarm()
            lastComplaint = ""
            log("showing on \(display.name)")
            try found(display)
        }
    }

    /// Looks for the display again, but not at once: it could not be used.
    func searchLater() throws {
        node = nil
        try retry?.fire(at: loop.now + Self.retryInterval)
    }

    private func display() throws -> (any Display)? {
        switch wanted {
        case .memory(let width, let height):
            return try MemoryDisplay(loop: loop, width: width, height: height)
        case .monitor(let node, let connector, let mode):
            do {
                // Watching comes first: what appears in between is not missed.
                try watch()
                let (card, connector) = try Card.find(node: node, connector: connector)
                // A card that another program shows its picture on is of no use when that ends:
                // who opens it then becomes its master.
                try card.becomeMaster()
                let output = try Output(
                    card: card, connector: connector, wishes: wishes(connector, mode))
                let display = try DRMDisplay(
                    loop: loop, output: output, bufferCount: description.buffers)
                self.node = card.node
                return display
            } catch let error as DRMError {
                complain(error)
                try waitForChange()
                return nil
            }
        }
    }

    private func wishes(_ connector: Connector, _ mode: Mode.Request?) -> Output.Wishes {
        var wishes = Output.Wishes()
        wishes.mode = mode
        wishes.rotation = description.rotation.flatMap(Rotation.init) ?? connector.mounting
        wishes.format = FramebufferFormat(description.format)
        wishes.usesAtomic = usesAtomic
        return wishes
    }

    private func complain(_ error: DRMError) {
        var text = "no display: \(error)"
        if let advice = error.advice { text += " (\(advice))" }
        guard text != lastComplaint else { return }
        lastComplaint = text
        log(text + "; waiting for one (--display memory needs none)")
    }

    // MARK: Waiting

    private func watch() throws {
        guard folder == nil else { return }
        let folder = try CardFolder()
        self.folder = folder
        folderSource = try loop.readable(folder.descriptor) { [unowned self] in
            if folder.hasChanged() { try readChange() }
        }
    }

    private func readChange() throws {
        guard let node else { return try search() }
        if access(node, F_OK) != 0 { try vanished() }
    }

    /// Nothing need be asked while there is no card: that one appears is heard.
    private func waitForChange() throws {
        guard folder == nil || !Card.nodes.isEmpty else { return }
        try searchLater()
    }
}

extension DisplayFinder.Wanted {
    /// What the command line says and, where it leaves something open, the panel file.
    init(_ choice: Options.DisplayChoice, _ description: DisplayDescription) {
        let node: String?
        switch choice {
        case .memory(let width, let height):
            self = .memory(width: width, height: height)
            return
        case .card(let given):
            node = given
        case .automatic:
            switch description.device {
            case .picture:
                self = .memory(width: 1280, height: 800)
                return
            case .card(let given): node = given
            case .automatic, .driver, .framebuffer: node = nil
            }
        }
        self = .monitor(
            card: node, connector: description.connector,
            mode: description.mode.map(Mode.Request.init))
    }
}

extension Mode.Request {
    fileprivate init(_ mode: DisplayMode) {
        self.init(
            width: mode.width, height: mode.height, refreshMillihertz: mode.refreshMillihertz)
    }
}

extension FramebufferFormat {
    /// The format that a panel file asks for, if it asks for one.
    fileprivate init?(_ format: DisplayDescription.Format) {
        switch format {
        case .automatic: return nil
        case .xrgb8888: self = .xrgb8888
        case .xbgr8888: self = .xbgr8888
        case .rgb565: self = .rgb565
        }
    }
}
