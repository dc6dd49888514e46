public import GlassfaderClient

/// A value of a control, as an engine needs it.
public struct BridgeValue: Equatable, Sendable {
    /// In the control's unit. For a member of VCAs, the level in effect.
    public var value: PanelValue
    /// Where the value is between the least and the greatest one, 0...1; only for a number with a
    /// range.
    public var share: Double?
    /// The level in dB, and -∞ for silence; only for controls in dB.
    public var decibels: Double?
    /// The index of the word among the control's options; only for controls with words.
    public var index: Int?

    /// The number, if it is one: that of a word is its index.
    public var number: Double? {
        if case .number(let number) = value { number } else { index.map(Double.init) }
    }

    /// The numbers of the parts, or the one number.
    public var numbers: [Double] {
        if case .parts(let parts) = value { parts.map(\.value) } else { number.map { [$0] } ?? [] }
    }

    /// The value of a control now.
    public init(_ reading: PanelReading, of control: PanelControl) {
        value = reading.value
        if let level = reading.effective {
            value = .number(level.value)
            decibels = level.gain > 0 ? level.value : -.infinity
        } else if control.unit == "dB", case .number(let level) = reading.value {
            decibels = reading.gain == 0 ? -.infinity : level
        }
        if case .number(let number) = value, let least = control.minimum,
            let greatest = control.maximum, greatest > least
        {
            share = min(max((number - least) / (greatest - least), 0), 1)
        }
        if case .text(let word) = value { index = control.options.firstIndex(of: word) }
    }
}

/// A value that an engine has, to be shown by a control.
public enum EngineValue: Equatable, Sendable {
    /// A level in dB; -∞ for silence. Only for controls in dB.
    case decibels(Double)
    /// The lowest level of an engine's scale, in dB: silence for a control that has it.
    case lowest(Double)
    /// A number in the control's unit; for a control with words, the index of one.
    case number(Double)
    /// 0...1 from the control's least value to its greatest.
    case share(Double)
    /// A word, or the numbers of a control with several.
    case value(PanelValue)

    /// The value in the control's unit; `nil` if the control has no such value. Numbers beyond its
    /// range are its ends.
    public func value(for control: PanelControl) -> PanelValue? {
        switch self {
        case .decibels(let level):
            guard control.unit == "dB", !level.isNaN else { return nil }
            return .number(control.clamped(level))
        case .lowest(let level):
            return EngineValue.decibels(control.minimumIsOff ? -.infinity : level)
                .value(for: control)
        case .number(let number):
            guard !number.isNaN else { return nil }
            guard control.options.isEmpty else {
                let index = number.rounded()
                guard (0..<Double(control.options.count)).contains(index) else { return nil }
                return .text(control.options[Int(index)])
            }
            return .number(control.clamped(number))
        case .share(let share):
            guard !share.isNaN, let least = control.minimum, let greatest = control.maximum
            else { return nil }
            return .number(least + min(max(share, 0), 1) * (greatest - least))
        case .value(.number(let number)):
            return EngineValue.number(number).value(for: control)
        case .value(.parts(let parts)):
            guard !parts.contains(where: \.value.isNaN) else { return nil }
            return .parts(parts.map { .init($0.name, control.clamped($0.value)) })
        case .value(let value):
            return value
        }
    }
}

extension PanelControl {
    /// The number within the range.
    fileprivate func clamped(_ number: Double) -> Double {
        min(
            max(number, minimum ?? -.greatestFiniteMagnitude),
            maximum ?? .greatestFiniteMagnitude)
    }
}
