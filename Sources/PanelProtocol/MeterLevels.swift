/// The levels that a client measured for one meter.
package struct MeterLevels: MeasuredData, Equatable {
    /// The maximum number of channels of a meter.
    package static let mostChannels = 64

    /// The meter, or the control that contains one.
    package var control: String
    /// In dB relative to full scale, starting with the first channel; finite.
    package var decibels: [Double]
    package var numbers: [Double] { decibels }
    package var event: EventKind { .meters }

    /// The levels of a control's channels.
    package init(control: String, decibels: [Double]) {
        self.control = control
        self.decibels = decibels
    }
}
