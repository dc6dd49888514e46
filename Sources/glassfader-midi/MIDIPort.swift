import EventLoop
import GlassfaderBridge

/// The MIDI port of this program, opened again for ever.
final class MIDIPort {
    /// Called with each message.
    var onMessage: (MIDIMessage) -> Void = { _ in }
    /// Called when the system is there, and when another port was connected: it has no values yet.
    var onConnected: () -> Void = {}
    /// Called when a program that is connected has made another port, of any kind: that may be another
    /// channel of a mixer.
    var onGrown: () -> Void = {}
    /// Called when no port is connected to the output any more.
    var onDisconnected: () -> Void = {}
    /// Called when a port that was connected to the input is not any more.
    var onSourceLost: () -> Void = {}
    /// Called when the system is gone.
    var onLost: () -> Void = {}

    /// The name of the client and its port in MIDI.
    private static let name = "glassfader"

    private let loop: EventLoop
    private let log: BridgeLog
    private let system: MIDISettings.System
    private let pattern: PortPattern?
    private let isListener: Bool
    private var transport: (any MIDITransport)?
    private var parser = MIDIParser()
    private var retry: EngineRetry?

    /// A port of a system that connects to the ports that match.
    ///
    /// - Parameter isListener: Whether it only listens, and not to other bridges.
    init(
        _ loop: EventLoop, _ system: MIDISettings.System, pattern: PortPattern?,
        isListener: Bool = false, log: BridgeLog
    ) throws {
        self.isListener = isListener
        self.loop = loop
        self.system = system
        self.pattern = pattern
        self.log = log
        retry = try EngineRetry(loop, log) { [unowned self] in connect() }
        retry?.start()
    }

    /// Sends messages. What does not fit into the system's queue is dropped. Returns whether all did.
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
        parser = MIDIParser()
        transport.onBytes = { [unowned self] bytes in
            for message in parser.messages(in: bytes) { onMessage(message) }
        }
        transport.onConnected = { [unowned self] in onConnected() }
        transport.onGrown = { [unowned self] in onGrown() }
        transport.onDisconnected = { [unowned self] in onDisconnected() }
        transport.onSourceLost = { [unowned self] in onSourceLost() }
        transport.onLost = { [unowned self] reason in lost(reason) }
        retry?.succeeded("MIDI")
        transport.connect(pattern, besides: isListener ? Self.name : nil)
        onConnected()
    }

    private func open() throws -> any MIDITransport {
        switch system {
        case .alsa: return try SequencerTransport(loop, name: Self.name)
        case .jack: return try JACKTransport(loop, name: Self.name)
        case .auto:
            do {
                return try SequencerTransport(loop, name: Self.name)
            } catch let sequencer as MIDIError {
                do {
                    return try JACKTransport(loop, name: Self.name)
                } catch let jack as MIDIError {
                    throw MIDIError("\(sequencer), and \(jack)")
                }
            }
        }
    }

    private func lost(_ reason: String) {
        retry?.failed("MIDI", reason)
        // It is still calling.
        let ended = transport
        transport = nil
        onLost()
        withExtendedLifetime(ended) {}
    }
}
