import Controls

extension ScaleDescription {
    /// The values with a line beside a fader: the ends of the range, and the valid round values
    /// between them.
    var ticks: [Double] {
        guard maximum > minimum else { return [] }
        guard unit == "dB" else { return spaced([minimum, maximum] + scale.roundValues) }
        let levels = Self.roundLevels.filter { scale.valid($0) == $0 }
        return spaced([minimum] + levels + [maximum])
    }

    /// The candidates that are far enough from all ticks before them.
    private func spaced(_ candidates: [Double]) -> [Double] {
        var ticks: [Double] = []
        for value in candidates where range.contains(value) {
            let isFar = ticks.allSatisfy {
                abs(taper.position(of: $0) - taper.position(of: value)) > 0.03
            }
            if isFar { ticks.append(value) }
        }
        return ticks.sorted()
    }

    private static let roundLevels: [Double] = [
        -60, -50, -40, -30, -20, -15, -10, -5, 0, 5, 10, 15, 20,
    ]
}
