/// How a value is written for a person: decimals, unit, and what off looks like.
///
/// Writing appends UTF-8 to a buffer that the caller keeps, so that a moving fader allocates
/// nothing.
public struct ValueFormat: Hashable, Sendable {
    /// What is written around the number.
    public enum Style: Hashable, Sendable {
        /// The number, a space and a unit; the number alone if the unit is empty.
        case number(unit: String)
        /// Hertz below a thousand, kilohertz with three significant figures above.
        case frequency
        /// A position in the stereo field from -100 to 100: `L50`, `C`, `R50`.
        case pan
    }

    /// What is written around the number.
    public let style: Style
    /// Digits after the decimal point, 0…6.
    public let decimals: Int

    /// Makes a format; decimals outside 0…6 are brought inside.
    public init(style: Style = .number(unit: ""), decimals: Int = 1) {
        self.style = style
        self.decimals = decimals.clamped(from: 0, to: 6)
    }

    /// The format people expect of a unit, with as many decimals as the step needs.
    ///
    /// - Parameters:
    ///   - unit: `dB`, `%`, `Hz`, `ms`, or anything else, which is written behind the number.
    ///   - step: the smallest change of the value, or nil if it is continuous.
    ///   - span: the whole range of the value: it decides where there is no step.
    public init(unit: String, step: Double?, span: Double) {
        self.init(
            style: unit == "Hz" ? .frequency : .number(unit: unit),
            decimals: step.flatMap(Self.decimals(ofStep:)) ?? Self.decimals(ofSpan: span, in: unit))
    }

    /// The text of a value, or of -∞ where it `isOff`.
    public func text(for value: Double, isOff: Bool = false) -> String {
        var buffer: [UInt8] = []
        append(value, isOff: isOff, to: &buffer)
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Appends the text of a value as UTF-8.
    ///
    /// Infinity is written `∞`, and NaN, which no control holds, `–`.
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
        // What would round up to a thousand is written in the larger unit.
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
        let start = buffer.count
        var rest = integer
        repeat {
            buffer.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0 || buffer.count - start < width
        buffer[start...].reverse()
    }

    private static func power(of decimals: Int) -> Double {
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        return power
    }

    /// The fewest decimals that write every multiple of a step, at most 3: a third of a decibel
    /// would need endless ones. Nil for a step that is none.
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
