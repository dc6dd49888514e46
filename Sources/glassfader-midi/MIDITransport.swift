/// A virtual port of MIDI with an input and an output, and its connections to other ports.
protocol MIDITransport: AnyObject {
    /// Called with bytes that have arrived: whole messages, or pieces of one.
    var onBytes: ([UInt8]) -> Void { get set }
    /// Called when another port was connected to the output: it has no values yet.
    var onConnected: () -> Void { get set }
    /// Called when a program that is connected has made another port, of any kind.
    var onGrown: () -> Void { get set }
    /// Called when no port is connected to the output any more.
    var onDisconnected: () -> Void { get set }
    /// Called when a port that was connected to the input is not any more.
    var onSourceLost: () -> Void { get set }
    /// Called once when the system is gone; the transport is then of no more use.
    var onLost: (String) -> Void { get set }

    /// Connects to the ports that match, now and when they appear. `nil` disconnects nothing. With
    /// the name of a client, only listens, and not to clients with this name.
    func connect(_ pattern: PortPattern?, besides name: String?)

    /// Sends a message. Returns false if too much waits already; the message is dropped.
    func send(_ bytes: [UInt8]) -> Bool
}
