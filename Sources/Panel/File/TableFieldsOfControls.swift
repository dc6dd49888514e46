import Controls

extension TableFields {
    /// A number that a scale has.
    mutating func number(_ key: String, on scale: ScaleDescription) -> Double? {
        guard let number = number(key) else { return nil }
        if !scale.range.contains(number) {
            error(
                "'\(key)' is \(written(number)), outside "
                    + "\(written(scale.minimum))…\(written(scale.maximum))", at: key)
        }
        return number
    }

    /// The `default` of a number: 0 where the range has it, as people expect of pan and gain; else
    /// the minimum.
    mutating func defaultNumber(_ scale: ScaleDescription) -> Double {
        number("default", on: scale) ?? (scale.range.contains(0) ? 0 : scale.minimum)
    }
}

extension FineDescription {
    /// Reads what makes a value move slower than the finger.
    init(_ fields: inout TableFields) {
        control = fields.choice("fine", of: FineControl.self) ?? .none
        ratio = fields.number("fine_ratio", in: 0.001...1)
        if control != .secondFinger {
            fields.noteNotInEffect(["fine_ratio"], because: "'fine' is \"\(control.rawValue)\"")
        }
    }
}
