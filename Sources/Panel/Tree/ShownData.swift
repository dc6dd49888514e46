import Controls

/// Numbers from clients that a control shows. They are not part of the saved state.
enum ShownData {
    /// The levels of a meter.
    case levels(Meter.Levels)
    /// The points of a plot.
    case points([Double], measuredAt: Duration)
}
