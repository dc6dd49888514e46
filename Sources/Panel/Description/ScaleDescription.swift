package import Controls

/// The values a control can take, how travel becomes a value, and how it is written and sent.
package struct ScaleDescription: Equatable, Sendable {
    /// `dB`, `%`, `Hz`, …; empty for none.
    package var unit: String
    /// The range, the law, and whether the minimum stands for -∞.
    package var taper: Taper
    /// The law's name as `list` reports it: `x32`, `log`, `linear`, …
    package var taperName: String
    /// The smallest change of the value; nil if it is continuous.
    package var step: Double?
    /// Values that hold a finger a little, rising.
    package var detents: [Double]
    package var format: ValueFormat
    package var report: Report
    package var doubleTap: DoubleTap
    package var onRemote: RemotePolicy
    /// How long after release a value that engines had sent before still counts as old.
    package var settleTime: Duration
    /// Whether a cancelled touch puts back the value from before it.
    package var revertsOnCancel: Bool

    package var minimum: Double { taper.minimum }
    package var maximum: Double { taper.maximum }
    package var minimumIsOff: Bool { taper.minimumIsOff }
    package var range: ClosedRange<Double> { taper.minimum...taper.maximum }

    /// When subscribers hear of a value that a finger changes.
    package enum Report: String, CaseIterable, Sendable {
        case live
        case release
    }

    /// What two quick taps do.
    package enum DoubleTap: String, CaseIterable, Sendable {
        case none
        case `default`
    }

    /// What happens to a client's value while a finger holds the control.
    package enum RemotePolicy: String, CaseIterable, Sendable {
        /// The newest is applied at release, unless it is older than the touch.
        case `defer`
        case ignore
        case allow
    }
}
