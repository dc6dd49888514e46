/// The numbers of a 1€ filter, on millimetres.
package struct OneEuroDescription: Equatable, Sendable {
    /// `mincutoff`: the cutoff at rest, in Hz. Lower is calmer.
    package var minimumCutoff = 1.5
    /// `beta`: how much the cutoff rises, in Hz for each millimetre a second. Higher is quicker.
    package var beta = 0.15
    /// `dcutoff`: the cutoff of the speed, in Hz.
    package var derivativeCutoff = 1.0
    /// `rest`: whether a finger that rests stays where it is, for all that the filter lets pass.
    package var staysAtRest = true

    package init() {}
}
