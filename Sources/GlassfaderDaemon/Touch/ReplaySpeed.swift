/// The speed at which a recording plays.
///
/// The speed does not change the times of reports: filters must see the timing of the real fingers.
enum ReplaySpeed: Equatable {
    /// A multiple of the recorded speed.
    case times(Double)
    /// As fast as possible: one report in each round of the event loop, so that clients are served
    /// and frames are shown in between.
    case unlimited

    static let recorded = ReplaySpeed.times(1)

    /// Parses a factor from 0.001 to 1,000,000, or `max`.
    init?(_ text: String) {
        if text == "max" {
            self = .unlimited
        } else if let factor = Double(text), (0.001...1_000_000).contains(factor) {
            self = .times(factor)
        } else {
            return nil
        }
    }
}
