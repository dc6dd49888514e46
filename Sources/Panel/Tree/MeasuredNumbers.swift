import Controls

/// Numbers from clients that a control shows, which no saved state has.
enum MeasuredNumbers {
    /// Those of a meter.
    case levels(Meter.Levels)
    /// Those of a plot.
    case points([Double], measuredAt: Duration)
}
