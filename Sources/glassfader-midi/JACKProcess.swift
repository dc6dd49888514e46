import CJACK
import Glibc

/// The work of JACK's own thread in each period: it moves messages between the ports and two ring
/// buffers.
///
/// The thread must not wait for anything, so it allocates nothing and takes no lock. In a ring
/// buffer, each message follows its length, which has two bytes.
struct JACKProcess {
    let input: OpaquePointer
    let output: OpaquePointer
    /// The messages that have arrived.
    let received: UnsafeMutablePointer<jack_ringbuffer_t>
    /// The messages to send.
    let sent: UnsafeMutablePointer<jack_ringbuffer_t>
    /// Memory for one message with its length.
    let message: UnsafeMutablePointer<CChar>
    /// Wakes the other thread. Writing to it never blocks.
    let wake: Int32

    /// Longer messages are dropped.
    static let longestMessage = 2048
    /// The bytes of a ring buffer.
    private static let capacity = 1 << 16
    /// The bytes of the longest message with its length.
    static let longestEntry = longestMessage + 2

    /// The parts of the number that is read from `wake`, which is their sum.
    enum Signal {
        /// Messages have arrived.
        static let messages: UInt64 = 1
        /// Ports or connections have changed.
        static let ports: UInt64 = 1 << 24
        /// The server has ended.
        static let end: UInt64 = 1 << 48
    }

    /// Registers the ports of a client, and makes the rest.
    init(portsOf client: OpaquePointer) throws(MIDIError) {
        let type = JACK_DEFAULT_MIDI_TYPE
        guard let input = jack_port_register(client, "in", type, UInt(JackPortIsInput.rawValue), 0),
            let output = jack_port_register(
                client, "out", type, UInt(JackPortIsOutput.rawValue), 0)
        else { throw MIDIError("the JACK server has no ports left") }
        let wake = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard wake >= 0 else {
            throw MIDIError("cannot make an eventfd: \(String(cString: strerror(errno)))")
        }
        guard let received = jack_ringbuffer_create(Self.capacity),
            let sent = jack_ringbuffer_create(Self.capacity)
        else { preconditionFailure("jack_ringbuffer_create() has no memory") }
        _ = jack_ringbuffer_mlock(received)
        _ = jack_ringbuffer_mlock(sent)
        (self.input, self.output, self.received, self.sent) = (input, output, received, sent)
        message = .allocate(capacity: Self.longestEntry)
        self.wake = wake
    }

    /// Releases all but the ports, which end with the client. Its thread must have ended.
    func release() {
        Glibc.close(wake)
        jack_ringbuffer_free(received)
        jack_ringbuffer_free(sent)
        message.deallocate()
    }

    /// Wakes the other thread.
    func wakeUp(_ signal: UInt64) {
        var signal = signal
        _ = write(wake, &signal, MemoryLayout<UInt64>.size)
    }

    /// One period.
    func run(_ frames: jack_nframes_t) {
        receive(frames)
        send(frames)
    }

    private func receive(_ frames: jack_nframes_t) {
        let buffer = jack_port_get_buffer(input, frames)
        let count = jack_midi_get_event_count(buffer)
        var event = jack_midi_event_t()
        var index: UInt32 = 0
        while index < count {
            if jack_midi_event_get(&event, buffer, index) == 0 { keep(event) }
            index += 1
        }
        if count > 0 { wakeUp(Signal.messages) }
    }

    private func keep(_ event: jack_midi_event_t) {
        guard let bytes = event.buffer, event.size > 0, event.size <= Self.longestMessage,
            jack_ringbuffer_write_space(received) >= event.size + 2
        else { return }
        message[0] = CChar(truncatingIfNeeded: event.size)
        message[1] = CChar(truncatingIfNeeded: event.size >> 8)
        memcpy(message + 2, bytes, event.size)
        // One call: the other thread sees whole messages only.
        _ = jack_ringbuffer_write(received, message, event.size + 2)
    }

    private func send(_ frames: jack_nframes_t) {
        let buffer = jack_port_get_buffer(output, frames)
        jack_midi_clear_buffer(buffer)
        while let size = Self.nextSize(sent, message) {
            guard let place = jack_midi_event_reserve(buffer, 0, size) else {
                // The rest has room in the next period, unless this message never has.
                if size > jack_midi_max_event_size(buffer), jack_midi_get_event_count(buffer) == 0 {
                    jack_ringbuffer_read_advance(sent, size + 2)
                    continue
                }
                return
            }
            _ = jack_ringbuffer_read(sent, message, size + 2)
            memcpy(place, message + 2, size)
        }
    }

    /// The length of the next whole message in a ring buffer; `nil` without one.
    static func nextSize(
        _ ring: UnsafeMutablePointer<jack_ringbuffer_t>, _ header: UnsafeMutablePointer<CChar>
    ) -> Int? {
        let space = jack_ringbuffer_read_space(ring)
        guard space > 2, jack_ringbuffer_peek(ring, header, 2) == 2 else { return nil }
        let size = Int(UInt8(bitPattern: header[0])) | Int(UInt8(bitPattern: header[1])) << 8
        return space >= size + 2 ? size : nil
    }
}
