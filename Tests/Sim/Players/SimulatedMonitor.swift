import DRM
import Drawing
import EventLoop

@testable import GlassfaderDaemon

/// What the panel is shown on: a screen that may be unplugged, refuse frames, and show them late or
/// never.
final class SimulatedMonitor: Player {
    /// What is wrong with it.
    enum Fault: Equatable {
        case none
        /// Frames are refused, for a while or because another program is the master.
        case refusing
        case master
        /// So many frames find the kernel busy with the one before.
        case busy(Int)
        /// Each frame is seen so much later.
        case late(Duration)
        /// No frame is ever completed.
        case never
    }

    var fault = Fault.none
    private(set) var isPlugged = true
    /// A rule that was broken, to be reported after the step.
    var violation: Failure?
    /// Says what is wrong with a picture that is about to be shown.
    var examine: ((Bitmap) -> Failure?)?
    /// How many buffers it has, and whether frames are drawn right into them.
    private let bufferCount: Int
    private let isDrawnInto: Bool
    private let refreshInterval: Duration
    private let daemon: () -> Daemon
    /// What the daemon shows the panel on.
    private(set) weak var display: FaultyDisplay?

    init(_ plan: Plan, daemon: @escaping () -> Daemon) {
        bufferCount = plan.bufferCount
        isDrawnInto = plan.isDrawnInto
        refreshInterval = plan.refreshInterval
        self.daemon = daemon
    }

    /// Opens the card, which fails while there is none.
    func open(_ loop: EventLoop, width: Int, height: Int) throws -> any Display {
        guard isPlugged else { throw DRMError(.gone, "the simulated card is gone") }
        guard fault != .master else { throw DRMError(.notMaster, "another program has the card") }
        let display = try FaultyDisplay(
            self, loop: loop, width: width, height: height, buffers: bufferCount,
            isDrawnInto: isDrawnInto, refreshInterval: refreshInterval)
        self.display = display
        return display
    }

    func perform(_ action: String, _ argument: String) throws {
        switch action {
        case "work": fault = .none
        case "refuse": fault = .refusing
        case "master": fault = .master
        case "busy": fault = .busy(Int(argument) ?? 1)
        case "late": fault = .late(.milliseconds(Int(argument) ?? 1))
        case "never": fault = .never
        case "unplug": isPlugged = false
        case "plug": try plug()
        case "vanish": break
        default: throw Failure("a script is understood", "monitor \(action)")
        }
    }

    func recover() throws {
        fault = .none
        try plug()
    }

    /// A uevent tells of a monitor.
    private func plug() throws {
        isPlugged = true
        let daemon = daemon()
        if daemon.screen == nil { try daemon.displays?.search() }
    }
}
