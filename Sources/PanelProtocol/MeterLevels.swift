/// The levels that a client measured for one meter.
package struct MeterLevels: Equatable, Sendable {
    /// More channels no meter has.
    package static let mostChannels = 64

    /// The meter, or the control that has one.
    package var control: String
    /// In dB relative to full scale, the first channel's first; finite.
    package var decibels: [Double]

    /// The levels of a control's channels.
    package init(control: String, decibels: [Double]) {
        self.control = control
        self.decibels = decibels
    }
}
