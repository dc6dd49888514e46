/// How fast a recording plays.
///
/// What was recorded is the same at every speed, its times too: whatever filters touches must see
/// the timing that fingers had.
enum ReplaySpeed: Equatable {
    /// So many times as fast as it was recorded.
    case times(Double)
    /// As fast as touches can be taken in: one report in each round of the event loop, so that
    /// clients are served and pictures are shown meanwhile.
    case unlimited

    static let recorded = ReplaySpeed.times(1)

    /// Understands a factor from a thousandth to a million, or `max`.
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
