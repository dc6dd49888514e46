import CJACK
import EventLoop
import Glibc

/// MIDI ports of JACK. The server's thread calls ``JACKProcess``; all else happens on the event
/// loop.
final class JACKTransport: MIDITransport {
    private let onEvent: (MIDIPortEvent) -> Void
    private let client: OpaquePointer
    private let process: UnsafeMutablePointer<JACKProcess>
    private var parser = MIDIParser()
    private var source: EventSource?
    private var pattern: PortPattern?
    private var bridges: String?
    private var listeners: Set<String> = []
    private var sources: Set<String> = []
    /// All ports of the programs of the listeners.
    private var others: Set<String> = []
    private let scratch: UnsafeMutablePointer<CChar>

    /// Connects to the server that runs, and offers the ports `NAME:in` and `NAME:out`.
    init(
        _ loop: EventLoop, name: String, onEvent: @escaping (MIDIPortEvent) -> Void
    ) throws {
        // Otherwise libjack writes to standard error, at each attempt.
        jack_set_error_function { _ in }
        jack_set_info_function { _ in }
        guard let client = jack_client_open_name(name) else {
            throw MIDIError("there is no JACK server")
        }
        let made: JACKProcess
        do {
            made = try JACKProcess(portsOf: client)
        } catch {
            jack_client_close(client)
            throw error
        }
        // Once all properties are set, deinit closes the client if this throws.
        self.onEvent = onEvent
        self.client = client
        scratch = .allocate(capacity: JACKProcess.longestEntry)
        process = .allocate(capacity: 1)
        process.initialize(to: made)
        setCallbacks()
        source = try loop.readable(made.wake) { [unowned self] in receive() }
        guard jack_activate(client) == 0 else {
            throw MIDIError("the JACK server does not take another client")
        }
    }

    deinit {
        source = nil
        // Ends JACK's thread.
        jack_client_close(client)
        process.pointee.release()
        process.deallocate()
        scratch.deallocate()
    }

    private func setCallbacks() {
        jack_set_process_callback(
            client,
            { frames, context in
                context?.assumingMemoryBound(to: JACKProcess.self).pointee.run(frames)
                return 0
            }, process)
        jack_set_port_registration_callback(
            client,
            { _, _, context in
                let process = context?.assumingMemoryBound(to: JACKProcess.self)
                process?.pointee.wakeUp(JACKProcess.Signal.ports)
            }, process)
        jack_set_port_connect_callback(
            client,
            { _, _, _, context in
                let process = context?.assumingMemoryBound(to: JACKProcess.self)
                process?.pointee.wakeUp(JACKProcess.Signal.ports)
            }, process)
        // A client's ports can be connected once it takes part in the graph.
        jack_set_graph_order_callback(
            client,
            { context in
                let process = context?.assumingMemoryBound(to: JACKProcess.self)
                process?.pointee.wakeUp(JACKProcess.Signal.ports)
                return 0
            }, process)
        jack_on_shutdown(
            client,
            { context in
                let process = context?.assumingMemoryBound(to: JACKProcess.self)
                process?.pointee.wakeUp(JACKProcess.Signal.end)
            }, process)
    }

    // MARK: Messages

    func send(_ bytes: [UInt8]) -> Bool {
        guard (1...JACKProcess.longestMessage).contains(bytes.count) else { return false }
        let sent = process.pointee.sent
        guard jack_ringbuffer_write_space(sent) >= bytes.count + 2 else { return false }
        scratch[0] = CChar(truncatingIfNeeded: bytes.count)
        scratch[1] = CChar(truncatingIfNeeded: bytes.count >> 8)
        for (index, byte) in bytes.enumerated() { scratch[index + 2] = CChar(bitPattern: byte) }
        return jack_ringbuffer_write(sent, scratch, bytes.count + 2) == bytes.count + 2
    }

    private func receive() {
        var signal: UInt64 = 0
        guard read(process.pointee.wake, &signal, MemoryLayout<UInt64>.size) > 0 else { return }
        guard signal < JACKProcess.Signal.end else {
            return onEvent(.lost(reason: "the JACK server has ended"))
        }
        let received = process.pointee.received
        while let size = JACKProcess.nextSize(received, scratch) {
            _ = jack_ringbuffer_read(received, scratch, size + 2)
            let bytes = (0..<size).map { UInt8(bitPattern: scratch[$0 + 2]) }
            for message in parser.messages(in: bytes) { onEvent(.received(message)) }
        }
        if signal >= JACKProcess.Signal.ports { portsChanged() }
    }

    // MARK: Ports

    func connect(_ pattern: PortPattern?, besides name: String?) {
        self.pattern = pattern
        bridges = name
        portsChanged()
    }

    private func portsChanged() {
        if let pattern {
            let (input, output) = (process.pointee.input, process.pointee.output)
            let (sources, sinks) = (connections(input), connections(output))
            for port in ports(JackPortIsOutput)
            where pattern.matches(names(of: port)) && !sources.contains(port)
                && !isOfBridge(port)
            {
                jack_connect(client, port, jack_port_name(input))
            }
            for port in ports(JackPortIsInput)
            where bridges == nil && pattern.matches(names(of: port)) && !sinks.contains(port) {
                jack_connect(client, jack_port_name(output), port)
            }
        }
        let now = Set(connections(process.pointee.output))
        let programs = Set(now.map(Self.client))
        let all = Set(allPorts().filter { programs.contains(Self.client($0)) })
        let heard = Set(connections(process.pointee.input))
        defer { (listeners, others, sources) = (now, all, heard) }
        if !sources.isSubset(of: heard) { onEvent(.sourceLost) }
        if now.isEmpty, !listeners.isEmpty {
            onEvent(.disconnected)
        } else if !now.isSubset(of: listeners) {
            onEvent(.connected)
        } else if !all.isSubset(of: others) {
            onEvent(.grown)
        }
    }

    /// Whether a port is that of a bridge, beside which this one only listens. JACK numbers clients
    /// that have the same name: `NAME-01`.
    private func isOfBridge(_ port: String) -> Bool {
        guard let bridges else { return false }
        let client = Self.client(port)
        return client == bridges || client.hasPrefix(bridges + "-")
    }

    /// The client in the name of a port.
    private static func client(_ port: String) -> Substring {
        port.prefix { $0 != ":" }
    }

    private func allPorts() -> [String] {
        Self.take(jack_get_ports(client, nil, nil, 0))
    }

    /// The ports of others with this direction.
    private func ports(_ flag: JackPortFlags) -> [String] {
        Self.take(jack_get_ports(client, nil, JACK_DEFAULT_MIDI_TYPE, UInt(flag.rawValue)))
            .filter { name in
                jack_port_by_name(client, name).map { jack_port_is_mine(client, $0) == 0 } ?? false
            }
    }

    /// A port's name and its aliases, which have the names of hardware.
    private func names(of port: String) -> [String] {
        guard let found = jack_port_by_name(client, port) else { return [port] }
        let size = Int(jack_port_name_size())
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * size) { memory in
            var places = [memory.baseAddress, memory.baseAddress.map { $0 + size }]
            let count = places.withUnsafeMutableBufferPointer {
                jack_port_get_aliases(found, $0.baseAddress)
            }
            return [port]
                + places.prefix(Int(max(count, 0))).compactMap { place in
                    place.map { String(cString: $0) }
                }
        }
    }

    private func connections(_ port: OpaquePointer) -> [String] {
        Self.take(jack_port_get_all_connections(client, port))
    }

    /// The names of a list that libjack has allocated.
    private static func take(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
        guard let list else { return [] }
        defer { jack_free(list) }
        var names: [String] = []
        while let name = list[names.count] { names.append(String(cString: name)) }
        return names
    }
}
