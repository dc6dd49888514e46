/// How fingers are told from noise: one value for each stage that touches pass.
///
/// `FilterDescription(for:)` is what suits a kind of panel; the panel file changes it key by key.
package struct FilterDescription: Equatable, Sendable {
    /// How the panel feels a finger.
    package enum Technology: String, CaseIterable, Sendable {
        /// Little noise, and contacts that are told apart.
        case capacitive
        /// Resistive or infrared: noise, spikes and bounces.
        case resistive
    }

    /// What becomes of a finger that jumped, after its touch has been cancelled.
    package enum AfterJump: String, CaseIterable, Sendable {
        /// Nothing, until it has lifted: nobody has seen it land on a control.
        case ignore
        /// It is a new touch, of what it is on now.
        case restart
    }

    /// What is done about positions that tremble.
    package enum Smoothing: Equatable, Sendable {
        case off
        /// Nothing passes until the finger has moved so far, in millimetres; more while it rests,
        /// if `widensAtRest`.
        case hysteresis(millimetres: Double, widensAtRest: Bool)
        case oneEuro(OneEuroDescription)
    }

    /// `ignore_corner`: a touch that lands in a corner must move before it counts.
    package var ignoresCorners = false
    /// `palm_major_mm`: a contact so long is a palm; nil to go by the device alone.
    package var palmMajor: Double?
    /// `jump_mm`: a contact that goes farther in 12 ms is another finger; nil to believe it.
    package var jump: Double?
    /// `after_jump`: what becomes of such a finger.
    package var afterJump = AfterJump.ignore
    /// `min_frames`: the reports a touch must live for, at least 1.
    package var minimumReports: Int
    /// `bounce_ms`: a finger that is lost for no longer than this goes on; nil for none.
    package var bounce: Duration?
    /// `median`: whether single wild samples are removed, by a median of three.
    package var hasMedian: Bool
    package var smoothing: Smoothing
    /// `liftoff_guard`: whether the last step of a finger that rests and lifts is taken back.
    package var guardsLiftOff: Bool

    /// How far a finger may move and still tap, in millimetres; it follows the technology.
    package var tapSlop: Double

    /// What suits panels of a technology.
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

    /// Every stage switched off.
    package static let off: FilterDescription = {
        var filters = FilterDescription(for: .capacitive)
        filters.jump = nil
        filters.smoothing = .off
        filters.guardsLiftOff = false
        return filters
    }()
}
