/// A meter in the reply to `list`.
package struct MeterInfo: Equatable, Sendable {
    /// The number of channels.
    package var channels: Int
    /// The name of its scale, such as `iec60268_18`.
    package var scale: String
    /// How long peaks stay.
    package var holdTime: Duration
    /// How fast bars and peaks fall, in dB per second.
    package var falloff: Double

    /// Describes a meter.
    package init(channels: Int, scale: String, holdTime: Duration, falloff: Double) {
        self.channels = channels
        self.scale = scale
        self.holdTime = holdTime
        self.falloff = falloff
    }

    /// Writes the members of a control with a meter.
    func write(to writer: inout JSONWriter) {
        writer.member("channels", channels)
        writer.member("scale", scale)
        writer.member("hold_ms", holdTime.wholeMilliseconds)
        writer.member("falloff_db_s", falloff)
    }
}
