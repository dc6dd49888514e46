/// The text format of a value: its decimals, its unit and the text for off.
///
/// Formatting appends UTF-8 to the caller's buffer, so that a moving fader allocates nothing.
public struct ValueFormat: Hashable, Sendable {
    /// The format of the text around the number.
    public enum Style: Hashable, Sendable {
        /// The number, a space and a unit; the number alone if the unit is empty.
        case number(unit: String)
        /// Hertz below a thousand, kilohertz with three significant figures above.
        case frequency
        /// A position in the stereo field from -100 to 100: `L50`, `C`, `R50`.
        case pan
    }

    /// The format of the text around the number.
    public let style: Style
    /// The number of digits after the decimal point, 0…6.
    public let decimals: Int

    /// Creates a format; the decimals are clamped to 0…6.
    public init(style: Style = .number(unit: ""), decimals: Int = 1) {
        self.style = style
        self.decimals = decimals.clamped(from: 0, to: 6)
    }

    /// The customary format of a unit, with as many decimals as the step needs.
    ///
    /// - Parameters:
    ///   - unit: `dB`, `%`, `Hz`, `ms`, or any other text, which is put after the number.
    ///   - step: The smallest change of the value; `nil` if it is continuous.
    ///   - span: The whole range of the value. It determines the decimals if there is no step.
    public init(unit: String, step: Double?, span: Double) {
        self.init(
            style: unit == "Hz" ? .frequency : .number(unit: unit),
            decimals: step.flatMap(Self.decimals(ofStep:)) ?? Self.decimals(ofSpan: span, in: unit))
    }

    /// The text of a value; that of -∞ if `isOff`.
    public func text(for value: Double, isOff: Bool = false) -> String {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(16)
        append(value, isOff: isOff, to: &buffer)
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Appends the text of a value as UTF-8.
    ///
    /// Infinity is `∞`. NaN, which no control holds, is `–`.
    public func append(_ value: Double, isOff: Bool = false, to buffer: inout [UInt8]) {
        switch style {
        case .number(let unit):
            Self.append(isOff ? -.infinity : value, decimals: decimals, to: &buffer)
            Self.append(unit: unit, to: &buffer)
        case .frequency:
            appendFrequency(isOff ? -.infinity : value, to: &buffer)
        case .pan:
            appendPan(value, to: &buffer)
        }
    }

    private func appendFrequency(_ value: Double, to buffer: inout [UInt8]) {
        // A number that would round up to 1000 uses the larger unit.
        guard value.magnitude + 0.5 / Self.power(of: decimals) >= 1000 else {
            Self.append(value, decimals: decimals, to: &buffer)
            return Self.append(unit: "Hz", to: &buffer)
        }
        let thousands = value / 1000
        let decimals = thousands.magnitude < 9.995 ? 2 : thousands.magnitude < 99.95 ? 1 : 0
        Self.append(thousands, decimals: decimals, to: &buffer)
        Self.append(unit: "kHz", to: &buffer)
    }

    private func appendPan(_ value: Double, to buffer: inout [UInt8]) {
        guard value.magnitude * Self.power(of: decimals) >= 0.5 else {
            return buffer.append(UInt8(ascii: "C"))
        }
        buffer.append(value < 0 ? UInt8(ascii: "L") : UInt8(ascii: "R"))
        Self.append(value.magnitude, decimals: decimals, to: &buffer)
    }

    private static func append(unit: String, to buffer: inout [UInt8]) {
        guard !unit.isEmpty else { return }
        buffer.append(UInt8(ascii: " "))
        buffer.append(contentsOf: unit.utf8)
    }

    /// Appends a number rounded half away from zero, with a minus sign only if a digit is not 0.
    private static func append(_ value: Double, decimals: Int, to buffer: inout [UInt8]) {
        guard !value.isNaN else { return buffer.append(contentsOf: "–".utf8) }
        let scale = power(of: decimals)
        let scaled = (value.magnitude * scale).rounded(.toNearestOrAwayFromZero)
        if value < 0 && scaled > 0 { buffer.append(UInt8(ascii: "-")) }
        guard scaled < 1e15 else { return buffer.append(contentsOf: "∞".utf8) }
        let digits = Int(scaled)
        let divisor = Int(scale)
        append(integer: digits / divisor, atLeast: 1, to: &buffer)
        guard decimals > 0 else { return }
        buffer.append(UInt8(ascii: "."))
        append(integer: digits % divisor, atLeast: decimals, to: &buffer)
    }

    private static func append(integer: Int, atLeast width: Int, to buffer: inout [UInt8]) {
        var (divisor, count) = (1, 1)
        while count < width || integer / divisor >= 10 {
            divisor *= 10
            count += 1
        }
        while divisor > 0 {
            buffer.append(UInt8(ascii: "0") + UInt8(integer / divisor % 10))
            divisor /= 10
        }
    }

    private static func power(of decimals: Int) -> Double {
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        return power
    }

    /// The fewest decimals that show every multiple of a step, at most 3, because a third of a
    /// decibel would need infinitely many. `nil` for a step that is not positive and finite.
    static func decimals(ofStep step: Double) -> Int? {
        guard step > 0, step.isFinite else { return nil }
        for decimals in 0..<3 {
            let scaled = step * power(of: decimals)
            if (scaled - scaled.rounded()).magnitude < 1e-6 * scaled { return decimals }
        }
        return 3
    }

    private static func decimals(ofSpan span: Double, in unit: String) -> Int {
        switch unit {
        case "dB": 1
        case "%", "Hz": 0
        default: span >= 100 ? 0 : span >= 10 ? 1 : 2
        }
    }
}
