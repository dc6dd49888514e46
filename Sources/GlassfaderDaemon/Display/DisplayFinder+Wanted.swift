import DRM
import Evdev
import Files
import Panel

extension DisplayFinder.Wanted {
    /// Combines the command line with the panel file, which fills in missing choices.
    init(_ choice: Options.DisplayChoice, _ description: DisplayDescription) {
        switch choice {
        case .memory(let width, let height): self = .memory(width: width, height: height)
        case .device(.automatic): self.init(description.device, description)
        case .anyCard: self.init(.automatic, description)
        case .device(let device): self.init(device, description)
        }
    }

    private init(_ device: DisplayDevice, _ description: DisplayDescription) {
        let card: MonitorChoice.CardChoice
        switch device {
        case .picture:
            self = .memory(width: 1280, height: 800)
            return
        case .framebuffer(let node):
            self = .framebuffer(node: node)
            return
        case .automatic: card = .any
        case .card(let node): card = .node(node)
        case .driver(let name): card = .driver(name)
        }
        self = .monitor(
            MonitorChoice(
                card: card, connector: description.connector,
                mode: description.mode.map(Mode.Request.init), seat: description.seat))
    }
}

extension Mode.Request {
    fileprivate init(_ mode: DisplayMode) {
        self.init(
            width: mode.width, height: mode.height, refreshMillihertz: mode.refreshMillihertz)
    }
}

extension FramebufferFormat {
    /// The format that the panel file names; `nil` for automatic.
    init?(_ format: DisplayDescription.Format) {
        switch format {
        case .automatic: return nil
        case .xrgb8888: self = .xrgb8888
        case .xbgr8888: self = .xbgr8888
        case .rgb565: self = .rgb565
        }
    }
}

extension DisplayDescription.Format {
    /// The wanted size of a pixel in bits; `nil` for any.
    var bitsPerPixel: Int? {
        switch self {
        case .automatic: nil
        case .xrgb8888, .xbgr8888: 32
        case .rgb565: 16
        }
    }
}

extension Output.Preferences {
    /// The panel file's preferences for the output of a connector.
    init(
        _ description: DisplayDescription, on connector: Connector, mode: Mode.Request?,
        usesAtomic: Bool
    ) {
        self.init()
        self.mode = mode
        rotation = description.rotation.flatMap(Rotation.init) ?? connector.mounting
        format = FramebufferFormat(description.format)
        self.usesAtomic = usesAtomic
    }
}

extension Output.Ending {
    /// The content of the screen after the output is released.
    ///
    /// With a stored card, `restore` keeps the picture: after a restart the next process takes it
    /// over; after a stop the service manager closes the card, and the kernel restores the console.
    init(_ atExit: DisplayDescription.AtExit, cardIsKept: Bool) {
        self =
            switch atExit {
            case .restore: cardIsKept ? .kept : .restored
            case .keep: .kept
            case .black: .black
            }
    }
}

extension MonitorChoice {
    /// The device nodes of the candidate cards, with links resolved. A named connector leaves one
    /// card: another one may belong to another panel, which needs to be its master.
    var nodes: [String] {
        switch card {
        case .node(let path):
            return [LinkedPath.resolved(path)]
        case .any, .driver:
            return connector.flatMap(Card.node(withConnector:)).map { [$0] } ?? Card.nodes
        }
    }

    /// Throws if a card belongs to another seat, without opening it.
    func checkSeat(of node: String) throws(DRMError) {
        guard let seat else { return }
        let own = Seat.name(ofDevice: node)
        guard own != seat else { return }
        throw DRMError(
            .nothingSuitable,
            own.map { "\(node) belongs to \($0), and the panel to \(seat)" }
                ?? "udev is still processing \(node)")
    }
}
