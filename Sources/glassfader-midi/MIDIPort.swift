import EventLoop
import GlassfaderBridge

/// The MIDI port of this program, opened again for ever.
final class MIDIPort {
    /// The name of the client and its port in MIDI.
    private static let name = "glassfader"

    private let loop: EventLoop
    private let log: BridgeLog
    private let system: MIDISettings.System
    private let pattern: PortPattern?
    private let isListener: Bool
    private let onEvent: (MIDIPortEvent) -> Void
    private var transport: (any MIDITransport)?
    private var retry: EngineRetry?

    /// A port of a system that connects to the ports that match.
    ///
    /// - Parameters:
    ///   - isListener: Whether it only listens, and not to other bridges.
    ///   - onEvent: called from the loop.
    init(
        _ loop: EventLoop, _ system: MIDISettings.System, pattern: PortPattern?,
        isListener: Bool = false, log: BridgeLog, onEvent: @escaping (MIDIPortEvent) -> Void
    ) throws {
        self.isListener = isListener
        self.loop = loop
        self.system = system
        self.pattern = pattern
        self.log = log
        self.onEvent = onEvent
        retry = try EngineRetry(loop, log) { [unowned self] in connect() }
        retry?.start()
    }

    /// Sends messages. What does not fit into the system's queue is dropped. Returns whether all
    /// did.
    func send(_ messages: [MIDIMessage]) -> Bool {
        guard let transport else { return true }
        var isWhole = true
        for message in messages where !transport.send(message.bytes) {
            isWhole = false
            log.logOnce(
                "messages dropped",
                "dropped \(message): the queue is full, because nothing reads it")
        }
        return isWhole
    }

    private func connect() {
        let transport: any MIDITransport
        do {
            transport = try open()
        } catch {
            retry?.failed("MIDI", "\(error)")
            return
        }
        self.transport = transport
        retry?.succeeded("MIDI")
        transport.connect(pattern, besides: isListener ? Self.name : nil)
        onEvent(.connected)
    }

    private func open() throws -> any MIDITransport {
        switch system {
        case .alsa: return try openSequencer()
        case .jack: return try openJACK()
        case .auto:
            do {
                return try openSequencer()
            } catch let sequencer as MIDIError {
                do {
                    return try openJACK()
                } catch let jack as MIDIError {
                    throw MIDIError("\(sequencer), and \(jack)")
                }
            }
        }
    }

    private func openSequencer() throws -> any MIDITransport {
        try SequencerTransport(loop, name: Self.name) { [unowned self] in handle($0) }
    }

    private func openJACK() throws -> any MIDITransport {
        try JACKTransport(loop, name: Self.name) { [unowned self] in handle($0) }
    }

    private func handle(_ event: MIDIPortEvent) {
        guard case .lost(let reason) = event else { return onEvent(event) }
        retry?.failed("MIDI", reason)
        // It is still calling.
        let ended = transport
        transport = nil
        onEvent(event)
        withExtendedLifetime(ended) {}
    }
}
