import CALSA
import EventLoop
import Glibc

/// A port of ALSA's sequencer.
final class SequencerTransport: MIDITransport {
    private let onEvent: (MIDIPortEvent) -> Void
    private let sequencer: OpaquePointer
    private let coder: OpaquePointer
    private let client: Int32
    private let port: Int32
    private var parser = MIDIParser()
    private var readers: [EventSource] = []
    private var pattern: PortPattern?
    private var bridges: String?
    private var hasListeners = false
    /// The number of ports that are connected to the input.
    private var sourceCount: Int32 = 0

    private static let longestMessage = 2048
    /// The cells of the kernel's queues, which hold one event each, or 28 bytes of a long one.
    private static let poolSize = 1000
    /// Events that are read before anything else has a turn.
    private static let mostEvents = 512
    private static let capabilities =
        SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE
        | SND_SEQ_PORT_CAP_SUBS_WRITE | SND_SEQ_PORT_CAP_DUPLEX

    /// Opens the sequencer, and offers the port `NAME`.
    init(
        _ loop: EventLoop, name: String, onEvent: @escaping (MIDIPortEvent) -> Void
    ) throws {
        // Otherwise alsa-lib writes to standard error, at each attempt.
        alsa_silence_errors()
        var opened: OpaquePointer?
        let result = snd_seq_open(&opened, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK)
        guard result >= 0, let sequencer = opened else {
            throw MIDIError("there is no ALSA sequencer: \(String(cString: snd_strerror(result)))")
        }
        var made: OpaquePointer?
        guard snd_midi_event_new(Self.longestMessage, &made) >= 0, let coder = made else {
            preconditionFailure("snd_midi_event_new() has no memory")
        }
        self.onEvent = onEvent
        self.sequencer = sequencer
        self.coder = coder
        snd_midi_event_no_status(coder, 1)
        snd_seq_set_client_name(sequencer, name)
        snd_seq_set_client_pool_output(sequencer, Self.poolSize)
        snd_seq_set_client_pool_input(sequencer, Self.poolSize)
        client = snd_seq_client_id(sequencer)
        port = snd_seq_create_simple_port(
            sequencer, name, UInt32(Self.capabilities),
            UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
        guard port >= 0 else {
            throw MIDIError(
                "the ALSA sequencer has no port: \(String(cString: snd_strerror(port)))")
        }
        // Other clients and their ports that come and go.
        snd_seq_connect_from(
            sequencer, port, Int32(SND_SEQ_CLIENT_SYSTEM), Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE))
        var polled = [pollfd](
            repeating: pollfd(),
            count: Int(max(snd_seq_poll_descriptors_count(sequencer, Int16(POLLIN)), 0)))
        snd_seq_poll_descriptors(sequencer, &polled, UInt32(polled.count), Int16(POLLIN))
        readers = try polled.map { descriptor in
            try loop.ready(descriptor.fd, for: .readable) { [unowned self] ready in receive(ready) }
        }
    }

    deinit {
        readers = []
        snd_midi_event_free(coder)
        snd_seq_close(sequencer)
    }

    // MARK: Messages

    func send(_ bytes: [UInt8]) -> Bool {
        var event = snd_seq_event_t()
        snd_midi_event_reset_encode(coder)
        guard snd_midi_event_encode(coder, bytes, bytes.count, &event) == bytes.count else {
            return false
        }
        // What the macros snd_seq_ev_set_source, _set_subs and _set_direct do.
        event.source.port = UInt8(port)
        event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
        event.dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
        event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
        return snd_seq_event_output_direct(sequencer, &event) >= 0
    }

    private func receive(_ ready: Readiness) {
        if ready.contains(.failed) || ready.contains(.hungUp) {
            return onEvent(.lost(reason: "the ALSA sequencer has ended"))
        }
        var count = 0
        // What alsa-lib has read already makes no descriptor ready.
        while count < Self.mostEvents || snd_seq_event_input_pending(sequencer, 0) > 0 {
            count += 1
            var event: UnsafeMutablePointer<snd_seq_event_t>?
            let result = snd_seq_event_input(sequencer, &event)
            // ENOSPC: the queue has overflowed, and is empty now.
            if result == -ENOSPC { continue }
            guard result >= 0, let event else { return }
            receive(event)
        }
    }

    private func receive(_ event: UnsafeMutablePointer<snd_seq_event_t>) {
        switch UInt32(event.pointee.type) {
        case SND_SEQ_EVENT_PORT_START.rawValue, SND_SEQ_EVENT_PORT_CHANGE.rawValue:
            connectPorts()
        case SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue:
            let (sender, dest) = (
                event.pointee.data.connect.sender, event.pointee.data.connect.dest
            )
            sourceCount = uses(snd_seq_port_info_get_write_use)
            let isOurs = Int32(sender.client) == client && Int32(sender.port) == port
            guard isOurs, Int32(dest.client) != client else { return }
            hasListeners = true
            onEvent(.connected)
        case SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue, SND_SEQ_EVENT_PORT_EXIT.rawValue:
            let count = uses(snd_seq_port_info_get_write_use)
            defer { sourceCount = count }
            if count < sourceCount { onEvent(.sourceLost) }
            guard hasListeners, uses(snd_seq_port_info_get_read_use) == 0 else { return }
            hasListeners = false
            onEvent(.disconnected)
        default:
            var bytes = [UInt8](repeating: 0, count: Self.longestMessage)
            let count = snd_midi_event_decode(coder, &bytes, bytes.count, event)
            for message in parser.messages(in: bytes.prefix(max(count, 0))) {
                onEvent(.received(message))
            }
        }
    }

    // MARK: Ports

    /// The number of ports that are connected to the output, or to the input.
    private func uses(_ count: (OpaquePointer?) -> Int32) -> Int32 {
        var memory: OpaquePointer?
        guard snd_seq_port_info_malloc(&memory) >= 0, let info = memory else { return 0 }
        defer { snd_seq_port_info_free(info) }
        guard snd_seq_get_port_info(sequencer, port, info) >= 0 else { return 0 }
        return count(info)
    }

    func connect(_ pattern: PortPattern?, besides name: String?) {
        self.pattern = pattern
        bridges = name
        connectPorts()
    }

    private func connectPorts() {
        guard let pattern else { return }
        for found in otherPorts()
        where pattern.matches(found.names) && found.clientName != bridges {
            let capabilities = Int(found.capabilities)
            if capabilities & Int(SND_SEQ_PORT_CAP_SUBS_READ) != 0 {
                snd_seq_connect_from(sequencer, port, found.client, found.port)
            }
            if bridges == nil, capabilities & Int(SND_SEQ_PORT_CAP_SUBS_WRITE) != 0 {
                snd_seq_connect_to(sequencer, port, found.client, found.port)
            }
        }
    }

    /// A port of another client.
    private struct OtherPort {
        var client: Int32
        var port: Int32
        var clientName: String
        /// `Client:Port`, and `20:0`.
        var names: [String]
        var capabilities: UInt32
    }

    private func otherPorts() -> [OtherPort] {
        var clientMemory: OpaquePointer?
        var portMemory: OpaquePointer?
        guard snd_seq_client_info_malloc(&clientMemory) >= 0, let clients = clientMemory else {
            return []
        }
        defer { snd_seq_client_info_free(clients) }
        guard snd_seq_port_info_malloc(&portMemory) >= 0, let ports = portMemory else { return [] }
        defer { snd_seq_port_info_free(ports) }
        var found: [OtherPort] = []
        snd_seq_client_info_set_client(clients, -1)
        while snd_seq_query_next_client(sequencer, clients) >= 0 {
            let number = snd_seq_client_info_get_client(clients)
            guard number != client, number != Int32(SND_SEQ_CLIENT_SYSTEM) else { continue }
            let name = String(cString: snd_seq_client_info_get_name(clients))
            snd_seq_port_info_set_client(ports, number)
            snd_seq_port_info_set_port(ports, -1)
            while snd_seq_query_next_port(sequencer, ports) >= 0 {
                let port = snd_seq_port_info_get_port(ports)
                let title = String(cString: snd_seq_port_info_get_name(ports))
                found.append(
                    OtherPort(
                        client: number, port: port, clientName: name,
                        names: ["\(name):\(title)", "\(number):\(port)"],
                        capabilities: snd_seq_port_info_get_capability(ports)))
            }
        }
        return found
    }
}
