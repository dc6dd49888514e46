import Controls
import Drawing
import EventLoop
import Foundation
import PanelProtocol
import Testing

@testable import GlassfaderDaemon
@testable import Panel

/// A panel of faders with meters that is published; and clients on real sockets.
final class SocketDesk {
    let loop: EventLoop
    private(set) var server: PanelServer!
    var log: [String] { journal.lines }
    let journal = Journal()
    /// Who waits for a picture, in the order of asking.
    var pictureTakers: [PictureCompletion] = []
    let panel: Panel
    private let services = PanelServices()
    private var endOfRound: EventSource?

    /// Publishes plots, and faders with their values, 0...100 if no other maximum is given. Without
    /// a loop, time passes in `wait(_:)` only, so that everything happens at the same time in every
    /// run.
    convenience init(
        _ values: [String: Double] = ["ch1.level": 10, "ch2.level": 20],
        plots: [String] = [], maximum: Double = 100, limits: SocketLimits = SocketLimits(),
        loop: EventLoop? = nil
    ) throws {
        try self.init(
            Self.description(values, plots, maximum: maximum), fonts: FontCollection(),
            limits: limits, loop: loop)
    }

    /// Publishes a panel that `description` has returned, so that many need it only once.
    init(
        _ description: PanelDescription, fonts: FontCollection,
        limits: SocketLimits = SocketLimits(), loop: EventLoop? = nil
    ) throws {
        let loop = try loop ?? Self.simulatedLoop()
        self.loop = loop
        panel = try Panel(description, width: 1280, height: 800, fonts: fonts)
        panel.generation = 3
        services.picture = { [unowned self] in pictureTakers.append($0) }
        // The same file again, which clients cannot know.
        services.reload = { [unowned self] source, completion in
            let reload = PanelNotice.Kind.configReloaded(
                generation: panel.generation, added: [], removed: [])
            server.post(PanelNotice(reload, source: source, time: loop.now))
            completion(
                .success(.reload(generation: panel.generation, added: [], removed: [])))
        }
        server = try PanelServer(
            panel: panel, services: services, version: "1.0", limits: limits, loop: loop,
            log: journal.write)
        panel.onValueChanged = { [unowned self] in server.post($0) }
        endOfRound = try loop.post { [unowned self] in try server.flush(at: now) }
    }

    /// A loop on a clock that stands still but in `wait(_:)`.
    static func simulatedLoop() throws -> EventLoop {
        try EventLoop(clock: VirtualClock(handlerCost: .zero, readingCost: .zero))
    }

    /// The time, as the server has it.
    var now: Duration { loop.now }

    /// Lets time pass, and the daemon do what it does then.
    func wait(_ duration: Duration) throws {
        let end = now + duration
        while now < end { try loop.runOnce(waitingAtMost: end - now) }
        try settle()
    }

    /// Moves a fader as a finger does.
    func move(
        _ control: String, to value: Double, _ phase: ValueChanged.Phase = .changed,
        gesture: Int64 = 1
    ) {
        guard let control = panel[control] else { return }
        control.put(.number(value))
        guard let state = control.stateWithoutText else { return }
        server.post(
            ValueChanged(
                control: control.eventKey, state: state, phase: phase, gesture: gesture,
                source: .touch(slot: 0), time: now))
    }

    /// A client connected through a socket pair.
    ///
    /// `taking` gets the daemon's descriptor.
    func connect(
        sendBuffer: Int32? = nil, isMonitor: Bool = false, taking: (Int32) -> Void = { _ in }
    ) throws -> SocketClient {
        var ends: [Int32] = [-1, -1]
        try #require(
            // A program that another test starts must not keep the connection open.
            socketpair(
                AF_UNIX,
                Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0,
                &ends) == 0)
        if var sendBuffer {
            setsockopt(
                ends[0], SOL_SOCKET, SO_SNDBUF, &sendBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        taking(ends[0])
        try server.accept(ends[0], isMonitor: isMonitor)
        return SocketClient(descriptor: ends[1])
    }

    /// Lets the daemon do all that it can do without waiting.
    func settle() throws {
        try server.flush(at: now)
        while try loop.runOnce(waitingAtMost: .zero) {}
    }

    /// Has a client read until nothing more comes.
    func readAll(_ client: SocketClient) throws -> [String] {
        var all: [String] = []
        while true {
            let lines = client.lines()
            if lines.isEmpty { return all }
            all += lines
            try settle()
        }
    }

    /// Sends a line as a client and returns what comes back.
    func ask(_ client: SocketClient, _ line: String) throws -> [String] {
        client.send(line + "\n")
        try settle()
        return client.lines()
    }

    /// The value of each fader.
    var values: [String: Double] {
        Dictionary(
            uniqueKeysWithValues: panel.controls.compactMap { control in
                control.value?.number.map { (control.id, $0) }
            })
    }

    /// The levels on the meters that have had any, by control.
    var shownLevels: [String: [Double]] {
        panel.advance(to: now)
        var shown: [String: [Double]] = [:]
        for control in panel.controls {
            let levels = control.body.meter.map { meter in
                (0..<meter.channelCount).map(meter.level(ofChannel:)).filter(\.isFinite)
            }
            if let levels, !levels.isEmpty { shown[control.id] = levels }
        }
        return shown
    }

    /// The points on the plots that have had any, by control.
    var shownPoints: [String: [Double]] {
        Dictionary(
            panel.controls.compactMap { control in
                (control.view as? Plot).map { (control.id, $0.points) }
            }, uniquingKeysWith: { $1 }
        ).filter { !$0.value.isEmpty }
    }

    /// A panel with a strip for each fader, in the order of their ids.
    static func description(
        _ values: [String: Double], _ plots: [String] = [], maximum: Double = 100
    ) throws -> PanelDescription {
        let faders = values.sorted { $0.key < $1.key }.map { id, value in
            let parts = id.split(separator: ".")
            return """
                { id = "\(parts[0])", controls = [{ id = "\(parts[1])", type = "slider", min = 0, \
                max = \(maximum), default = \(value), meter = { channels = 2 } }] },
                """
        }
        let scopes = plots.map { id in
            "{ id = \"\(id)\", controls = [{ id = \"scope\", type = \"plot\" }] },"
        }
        let strips = faders + scopes
        let file = PanelFile(
            text: """
                version = 1
                name = "foh"
                [[pages]]
                id = "main"
                strips = [
                \(strips.joined(separator: "\n"))
                ]
                """, name: "desk.toml")
        try #require(file.errors.map(\.description) == [])
        return try #require(file.panel)
    }
}
