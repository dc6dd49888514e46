import ArgumentParser

/// A duration as people type it: `500ms`, `2s`, `1.5min`. At most an hour.
struct TimeSpan: ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("min", 60), ("s", 1)]
        guard let unit = units.first(where: { argument.hasSuffix($0.suffix) }),
            let number = Double(argument.dropLast(unit.suffix.count)), number >= 0,
            number * unit.seconds <= 3600
        else { return nil }
        duration = .seconds(number * unit.seconds)
    }
}
