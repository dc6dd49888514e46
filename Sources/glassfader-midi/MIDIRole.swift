import GlassfaderBridge
import GlassfaderClient

/// What this program is to the other end of the MIDI port.
protocol MIDIRole: AnyObject {
    /// The controls that are served.
    var report: Bindings { get }
    /// The events of the panel that are needed besides values and strips, by name.
    var events: [String] { get }
    /// Sends messages.
    var output: ([MIDIMessage]) -> Void { get set }

    /// Takes over the state of the role that this one replaces after a reload: what is known about
    /// the other end, and which faders are touched.
    func takeOver(from role: any MIDIRole)
    /// The other end has no values yet.
    func connected()
    /// The other end is gone.
    func disconnected()
    /// A port from which messages came is not connected any more; others may be.
    func sourceLost()
    /// Messages for the other end were dropped: what it has is not known.
    func messagesDropped()
    /// A message has arrived.
    func receive(_ message: MIDIMessage)
    /// The panel has a new value for the other end.
    func send(_ value: BridgeValue, of control: String)
    /// The values of a frame were sent.
    func endFrame()
    /// Any event of the panel.
    func panelEvent(_ event: PanelEvent)
    /// The panel is gone.
    func panelLost()
}

extension MIDIRole {
    var events: [String] { [] }

    func disconnected() {}
    func sourceLost() {}
    func endFrame() {}
    func panelEvent(_ event: PanelEvent) {}
    func panelLost() {}
}
