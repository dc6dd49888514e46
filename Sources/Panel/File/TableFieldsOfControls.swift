import Controls
import TOML

extension TableFields {
    /// The entries by the full IDs of controls, or by patterns for such IDs.
    ///
    /// A full ID contains a dot, and need not be quoted: `ch1.level` is then a table in a table.
    var controlEntries: [(name: String, entry: TOMLEntry)] {
        unknown.flatMap { entry -> [(name: String, entry: TOMLEntry)] in
            let isStrip = !entry.key.contains(".") && !entry.key.contains("*")
            guard isStrip, let controls = entry.value.asTable else { return [(entry.key, entry)] }
            return controls.map { ("\(entry.key).\($0.key)", $0) }
        }
    }

    /// Reports a number that is outside a scale.
    func noteOutside(_ key: String, _ number: Double, of scale: ScaleDescription) {
        guard !scale.range.contains(number) else { return }
        error(
            "'\(key)' is \(written(number)), outside "
                + "\(written(scale.minimum))…\(written(scale.maximum))", at: key)
    }

    /// Reports a default outside a range, and warns of one between two steps.
    func noteDefault(_ key: String, _ number: Double, of scale: ScaleDescription) {
        noteOutside(key, number, of: scale)
        guard scale.range.contains(number), scale.scale.isBetweenSteps(number) else { return }
        // 0.9 is three steps of 0.3 only when it is rounded.
        let start = (scale.scale.nearest(to: number) * 1e9).rounded() / 1e9
        notes.warning(
            "'\(key)' is \(written(number)), between two steps: it starts at \(written(start))",
            at: position(of: key))
    }

    /// Reports `ticks` outside a range, and labels without ticks.
    mutating func checkTicks(_ ticks: [Double]?, in range: ClosedRange<Double>, areLabelled: Bool) {
        if areLabelled, ticks?.isEmpty ?? false {
            error("'tick_labels' has no effect without 'ticks'", at: "tick_labels")
        }
        for tick in ticks ?? [] where !range.contains(tick) {
            error(
                "the tick \(written(tick)) is outside "
                    + "\(written(range.lowerBound))…\(written(range.upperBound))", at: "ticks")
        }
    }

    /// A state, on or off: `true`, `false`, 1 or 0.
    mutating func toggle(_ key: String) -> Bool? {
        guard let value = value(key) else { return nil }
        if case .boolean(let isOn) = value.content { return isOn }
        let number = value.asNumber
        if number == 0 || number == 1 { return number == 1 }
        let found = number.map(written) ?? value.kindName
        error("'\(key)': expected true, false, 1 or 0, found \(found)", at: key)
        return nil
    }
}

extension ValueScale {
    /// The nearest valid value; the number itself if it is on a step, apart from rounding errors.
    func nearest(to number: Double) -> Double {
        isBetweenSteps(number) ? valid(number) ?? number : number
    }

    /// Whether a number within the range is not on a step, apart from rounding errors.
    func isBetweenSteps(_ number: Double) -> Bool {
        guard let valid = valid(number) else { return false }
        return abs(valid - number) > 1e-9 * max(abs(number), maximum - minimum)
    }
}
