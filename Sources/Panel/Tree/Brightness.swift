/// The brightness of the display, as reported to the panel.
enum Brightness {
    /// Nothing has been reported yet.
    case unknown
    /// It cannot be set.
    case unavailable
    /// In percent.
    case percent(Double)

    /// In percent; `nil` if it is unknown or cannot be set.
    var percent: Double? {
        if case .percent(let percent) = self { percent } else { nil }
    }
}
