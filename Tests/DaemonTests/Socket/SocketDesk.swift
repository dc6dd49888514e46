import EventLoop
import Foundation
import Panel
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// A panel of faders, 0...100, that is published; and clients on real sockets.
final class SocketDesk {
    let loop: EventLoop
    private(set) var publisher: Publisher!
    private(set) var log: [String] = []
    /// The levels that clients sent last, by control.
    private(set) var shownLevels: [String: [Double]] = [:]
    /// Who waits for a picture, in the order of asking.
    var pictureTakers: [PictureTaker] = []
    private var endOfRound: EventSource?
    private(set) var values: [String: Double]
    /// The time, on a clock that stands still but in `wait(_:)`; nil where it is the loop's.
    private var simulated: Duration?
    /// How far the clock is ahead of the loop's.
    private var ahead = Duration.zero

    /// Publishes faders with their values. A simulated clock goes on in `wait(_:)` only, so that
    /// everything happens at the same time in every run.
    init(
        _ values: [String: Double] = ["ch1.level": 10, "ch2.level": 20],
        limits: SocketLimits = SocketLimits(), loop: EventLoop? = nil, isSimulated: Bool = false
    ) throws {
        let loop = try loop ?? EventLoop()
        self.loop = loop
        self.values = values
        // No timer of the real clock fires that early.
        if isSimulated { simulated = loop.now + .seconds(86_400) }
        let names = values.keys.sorted()
        var panel = PublishedPanel(
            name: { "foh" }, generation: { 3 }, page: { "main" },
            controls: { names },
            info: { [unowned self] name in
                state(name).map { state in
                    var info = ControlInfo(
                        control: name, type: "slider", label: "", access: .readWrite)
                    info.state = state
                    return info
                }
            },
            state: { [unowned self] in state($0) },
            set: { [unowned self] request, source, _ throws(Refusal) in
                try set(request, from: source)
            },
            showLevels: { [unowned self] levels, _ throws(Refusal) in
                for meter in levels where values[meter.control] != nil {
                    shownLevels[meter.control] = meter.decibels
                }
                if let unknown = levels.first(where: { values[$0.control] == nil }) {
                    throw .unknownControl(unknown.control, among: values.keys.sorted())
                }
            })
        panel.picture = { [unowned self] in pictureTakers.append($0) }
        publisher = try Publisher(
            panel: panel, version: "1.0", limits: limits, loop: loop,
            now: { [unowned self] in now }, log: { [unowned self] in log.append($0) })
        endOfRound = try loop.post { [unowned self] in try publisher.flush(at: now) }
    }

    /// The time, as the publisher has it.
    var now: Duration { (simulated ?? loop.now) + ahead }

    /// Lets time pass, and the daemon do what it does then.
    func wait(_ duration: Duration) throws {
        ahead += duration
        publisher.resume(at: now)
        try settle()
    }

    /// Moves a fader as a finger does.
    func move(
        _ control: String, to value: Double, _ phase: ValueChanged.Phase = .changed,
        gesture: Int64 = 1
    ) {
        values[control] = value
        publisher.post(
            ValueChanged(
                control: control, state: state(value), phase: phase, gesture: gesture,
                source: .touch(slot: 0), time: now))
    }

    /// A client connected through a socket pair.
    func connect(sendBuffer: Int32? = nil, isMonitor: Bool = false) throws -> SocketClient {
        var ends: [Int32] = [-1, -1]
        try #require(
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
                == 0)
        if var sendBuffer {
            setsockopt(
                ends[0], SOL_SOCKET, SO_SNDBUF, &sendBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        try publisher.accept(ends[0], isMonitor: isMonitor)
        return SocketClient(descriptor: ends[1])
    }

    /// Lets the daemon do all that it can do without waiting.
    func settle() throws {
        try publisher.flush(at: now)
        while try loop.runOnce(waitingAtMost: .zero) {}
    }

    /// Sends a line as a client and returns what comes back.
    func ask(_ client: SocketClient, _ line: String) throws -> [String] {
        client.send(line + "\n")
        try settle()
        return client.lines()
    }

    private func state(_ name: String) -> ControlState? {
        values[name].map { state($0) }
    }

    private func state(_ value: Double) -> ControlState {
        ControlState(value: .number(value), norm: .number(value / 100))
    }

    private func set(
        _ request: SetRequest, from source: ValueChanged.Source
    ) throws(Refusal) -> SetResult {
        guard values[request.control] != nil else {
            throw .unknownControl(request.control, among: values.keys)
        }
        guard case .value(.number(let value)) = request.change else {
            throw Refusal(.badValue, "a number in 0...100 is wanted", field: "value")
        }
        let clamped = min(max(value, 0), 100)
        if values.updateValue(clamped, forKey: request.control) != clamped {
            publisher.post(
                ValueChanged(
                    control: request.control, state: state(clamped), phase: .set, source: source,
                    time: now))
        }
        return SetResult(control: request.control, state: state(clamped))
    }
}
