/// The parameters of a 1€ filter, in millimetres.
package struct OneEuroDescription: Equatable, Sendable {
    /// `mincutoff`: the cutoff at rest, in Hz. A lower one filters more.
    package var minimumCutoff = 1.5
    /// `beta`: the increase of the cutoff, in Hz per mm/s. A higher one reacts faster.
    package var beta = 0.15
    /// `dcutoff`: the cutoff of the speed, in Hz.
    package var derivativeCutoff = 1.0
    /// `rest`: whether a resting finger stays still, even if the filter lets some jitter pass.
    package var staysAtRest = true

    package init() {}
}
