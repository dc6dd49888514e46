/// A virtual port of MIDI with an input and an output, and its connections to other ports.
/// It reports events from the loop only.
protocol MIDITransport: AnyObject {
    /// Connects to the ports that match, now and when they appear. `nil` disconnects nothing. With
    /// the name of a client, only listens, and not to clients with this name.
    func connect(_ pattern: PortPattern?, besides name: String?)

    /// Sends a message. Returns false if too much waits already; the message is dropped.
    func send(_ bytes: [UInt8]) -> Bool
}
