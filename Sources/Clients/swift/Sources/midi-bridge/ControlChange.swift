/// A MIDI control change message.
struct ControlChange: Equatable {
    /// 0...15.
    var channel: UInt8
    /// 0...127.
    var controller: UInt8
    /// 0...127.
    var value: UInt8
}
