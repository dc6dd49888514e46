/// The filters that separate touches from noise: one setting for each stage.
///
/// `FilterDescription(for:)` has the defaults of a technology; the panel file changes single keys.
package struct FilterDescription: Equatable, Sendable {
    /// How the touchscreen senses touches.
    package enum Technology: String, CaseIterable, Sendable {
        /// Little noise, and contacts with identities.
        case capacitive
        /// Resistive or infrared: noise, spikes and bounces.
        case resistive
    }

    /// What happens to a finger that jumped, after its touch was cancelled.
    package enum AfterJump: String, CaseIterable, Sendable {
        /// It is ignored until it lifts, because it did not land on a control.
        case ignore
        /// It starts a new touch, on the control where it is now.
        case restart
    }

    /// How jitter is filtered.
    package enum Smoothing: Equatable, Sendable {
        case off
        /// Ignores movement until the finger has moved this far, in millimetres; farther while the
        /// finger rests, if `widensAtRest`.
        case hysteresis(millimetres: Double, widensAtRest: Bool)
        case oneEuro(OneEuroDescription)
    }

    /// `ignore_corner`: whether a touch that lands in a corner must move before it counts.
    package var ignoresCorners = false
    /// `palm_major_mm`: a contact this long is a palm; `nil` to rely on the device.
    package var palmMajor: Double?
    /// `jump_mm`: a contact that moves farther in 12 ms is another finger; `nil` for no limit.
    package var jump: Double?
    /// `after_jump`: what happens to such a finger.
    package var afterJump = AfterJump.ignore
    /// `min_frames`: the number of reports before a touch counts, at least 1.
    package var minimumReports: Int
    /// `bounce_ms`: a finger that is lost for no longer than this continues; `nil` for none.
    package var bounce: Duration?
    /// `median`: whether a median of three removes single outliers.
    package var hasMedian: Bool
    package var smoothing: Smoothing
    /// `liftoff_guard`: whether the last movement of a resting finger is reverted when it lifts.
    package var guardsLiftOff: Bool

    /// How far a finger may move in a tap, in millimetres; it depends on the technology.
    package var tapSlop: Double

    /// The defaults of a technology.
    package init(for technology: Technology) {
        jump = 20
        guardsLiftOff = true
        switch technology {
        case .capacitive:
            minimumReports = 1
            hasMedian = false
            tapSlop = 1.5
            smoothing = .hysteresis(millimetres: 0.1, widensAtRest: true)
        case .resistive:
            minimumReports = 2
            bounce = .milliseconds(40)
            hasMedian = true
            tapSlop = 2.5
            smoothing = .oneEuro(OneEuroDescription())
        }
    }

    /// All stages off.
    package static let off: FilterDescription = {
        var filters = FilterDescription(for: .capacitive)
        filters.jump = nil
        filters.smoothing = .off
        filters.guardsLiftOff = false
        return filters
    }()
}
