/// An event of a port of MIDI.
enum MIDIPortEvent {
    case received(MIDIMessage)
    /// The system is there, or another port was connected to the output: it has no values yet.
    case connected
    /// A program that is connected has made another port, of any kind: that may be another channel
    /// of a mixer. Only JACK reports it: the programs of ALSA's sequencer have all that they need
    /// in one port.
    case grown
    /// No port is connected to the output any more.
    case disconnected
    /// A port that was connected to the input is not any more.
    case sourceLost
    /// The system is gone. Its transport is then of no more use.
    case lost(reason: String)
}
