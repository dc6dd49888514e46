/// The text format of a value: its decimals, its unit and the text for off.
public struct ValueFormat: Hashable, Sendable {
    /// The format of the text around the number.
    public enum Style: Hashable, Sendable {
        /// The number, a space and a unit; without the space for `°` and `:1`, and the number alone
        /// if the unit is empty.
        case number(unit: String)
        /// Hertz below a thousand, kilohertz with three significant figures above.
        case frequency
        /// A position in the stereo field from -100 to 100: `L50`, `C`, `R50`.
        case pan
    }

    /// The format of the text around the number.
    public let style: Style
    /// The number of digits after the decimal point, 0…9.
    public let decimals: Int
    /// The least number of significant figures: smaller values have more decimals.
    public let leastFigures: Int

    /// Creates a format; the decimals are clamped to 0…9, and the figures to 0…6.
    public init(
        style: Style = .number(unit: ""), decimals: Int = 1, leastFigures: Int = 0
    ) {
        self.style = style
        self.decimals = decimals.clamped(from: 0, to: Self.mostDecimals)
        self.leastFigures = leastFigures.clamped(from: 0, to: 6)
    }

    private static let mostDecimals = 9
    /// The magnitude from which a number is too long, in units of its last decimal.
    private static let tooLarge = 1e15

    /// The customary format of a unit, with as many decimals as the step needs.
    ///
    /// - Parameters:
    ///   - unit: `dB`, `%`, `Hz`, `ms`, or any other text, which follows the number.
    ///   - step: The smallest change of the value; `nil` if it is continuous.
    ///   - span: The whole range of the value. It determines the decimals if there is no step.
    public init(unit: String, step: Double?, span: Double) {
        self.init(
            style: unit == "Hz" ? .frequency : .number(unit: unit),
            decimals: step.flatMap { Self.decimals(ofStep: $0) }
                ?? Self.decimals(ofSpan: span, in: unit))
    }

    /// The customary format of a unit, with as many decimals as the steps and the ends of a scale
    /// need. On a logarithmic scale without steps, small values have two figures.
    public init(unit: String, scale: ValueScale) {
        let style: Style = unit == "Hz" ? .frequency : .number(unit: unit)
        guard scale.step > 0 else {
            self.init(
                style: style,
                decimals: Self.decimals(ofSpan: scale.maximum - scale.minimum, in: unit),
                leastFigures: scale.taper.curve == .logarithmic ? 2 : 0)
            return
        }
        // The ends are values too, and steps may count from the minimum.
        let numbers = [scale.step, scale.minimum, scale.maximum]
        self.init(
            style: style, decimals: numbers.map { Self.decimals(of: $0) }.max() ?? 0)
    }

    /// The number of decimals of a value: fewer if the text would have more than fifteen digits.
    func decimals(for value: Double) -> Int {
        var decimals = decimals
        while decimals > 0, value.magnitude * Self.power(of: decimals) >= Self.tooLarge {
            decimals -= 1
        }
        guard leastFigures > 0, value != 0 else { return decimals }
        let least = Self.power(of: leastFigures - 1) - 0.5
        while decimals < Self.mostDecimals, value.magnitude * Self.power(of: decimals) < least {
            decimals += 1
        }
        return decimals
    }

    /// The text of a value; the text of -∞ if `isOff`.
    ///
    /// Infinity is `∞`. NaN, which no control holds, is `–`.
    public func text(for value: Double, isOff: Bool = false) -> String {
        let number = isOff ? -.infinity : value
        let decimals = decimals(for: number)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostBytes) { bytes in
            var text = Text(bytes: bytes)
            switch style {
            case .number(let unit):
                text.append(number, decimals: decimals)
                text.append(unit: unit)
            case .frequency: appendFrequency(number, decimals: decimals, to: &text)
            case .pan: appendPan(value, to: &text)
            }
            return String(decoding: bytes[..<text.count], as: UTF8.self)
        }
    }

    /// The length of the longest text: a sign, sixteen digits, the point, and a unit after them.
    private var mostBytes: Int {
        guard case .number(let unit) = style else { return 32 }
        return 32 + unit.utf8.count
    }

    private func appendFrequency(_ value: Double, decimals: Int, to text: inout Text) {
        // A number that would round up to 1000 uses the larger unit.
        guard value.magnitude + 0.5 / Self.power(of: decimals) >= 1000 else {
            text.append(value, decimals: decimals)
            return text.append(unit: "Hz")
        }
        let thousands = value / 1000
        let decimals = thousands.magnitude < 9.995 ? 2 : thousands.magnitude < 99.95 ? 1 : 0
        text.append(thousands, decimals: decimals)
        text.append(unit: "kHz")
    }

    private func appendPan(_ value: Double, to text: inout Text) {
        guard value.magnitude * Self.power(of: decimals) >= 0.5 else { return text.append("C") }
        text.append(value < 0 ? "L" : "R")
        text.append(value.magnitude, decimals: decimals)
    }

    /// A text that is being written, as UTF-8, so that a moving fader allocates nothing.
    private struct Text {
        let bytes: UnsafeMutableBufferPointer<UInt8>
        private(set) var count = 0

        mutating func append(_ text: String) {
            for byte in text.utf8 { append(byte) }
        }

        mutating func append(unit: String) {
            guard !unit.isEmpty else { return }
            // 30° and 4:1, but 21 °C and 4 : 1.
            if unit != "°", unit != ":1" { append(UInt8(ascii: " ")) }
            append(unit)
        }

        /// Appends a number rounded half away from zero, with a minus sign only if a digit is not
        /// 0.
        mutating func append(_ value: Double, decimals: Int) {
            guard !value.isNaN else { return append("–") }
            let scale = power(of: decimals)
            let scaled = (value.magnitude * scale).rounded(.toNearestOrAwayFromZero)
            if value < 0 && scaled > 0 { append(UInt8(ascii: "-")) }
            guard scaled < ValueFormat.tooLarge else { return append("∞") }
            let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(scale))
            append(integer: whole, atLeast: 1)
            guard decimals > 0 else { return }
            append(UInt8(ascii: "."))
            append(integer: rest, atLeast: decimals)
        }

        private mutating func append(_ byte: UInt8) {
            bytes[count] = byte
            count += 1
        }

        private mutating func append(integer: Int, atLeast width: Int) {
            var (divisor, count) = (1, 1)
            while count < width || integer / divisor >= 10 {
                divisor *= 10
                count += 1
            }
            while divisor > 0 {
                append(UInt8(ascii: "0") + UInt8(integer / divisor % 10))
                divisor /= 10
            }
        }
    }

    private static func power(of decimals: Int) -> Double {
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        return power
    }

    /// The fewest decimals that show a number, which may be 0 or negative.
    static func decimals(of number: Double, atMost most: Int = 3) -> Int {
        decimals(ofStep: number.magnitude, atMost: most) ?? 0
    }

    /// The fewest decimals that show every multiple of a step, because a third of a decibel would
    /// need infinitely many: at most `most`, or as many significant figures for a smaller step.
    /// `nil` for a step that is not positive and finite.
    static func decimals(ofStep step: Double, atMost most: Int = 3) -> Int? {
        guard step > 0, step.isFinite else { return nil }
        var first = 0
        while step * power(of: first) < 1 - 1e-6 {
            first += 1
            // Such a number is a rounding error.
            if first > mostDecimals { return 0 }
        }
        let most = min(max(most, first + most - 1), mostDecimals)
        for decimals in 0..<most {
            let scaled = step * power(of: decimals)
            if (scaled - scaled.rounded()).magnitude < 1e-6 * scaled { return decimals }
        }
        return most
    }

    /// Enough decimals for about a hundred different texts over a span, or more; for ten texts in
    /// units whose fractions nobody hears.
    private static func decimals(ofSpan span: Double, in unit: String) -> Int {
        guard span > 0 else { return unit == "dB" ? 1 : 0 }
        // The place of the span's first digit after the point; negative before it.
        var (first, rest) = (0, span * (1 + 1e-9))
        while rest < 1, first < mostDecimals {
            rest *= 10
            first += 1
        }
        while rest >= 10, first > -2 {
            rest /= 10
            first -= 1
        }
        switch unit {
        case "dB": return max(1, 1 + first)
        case "%", "Hz": return max(0, 1 + first)
        default: return max(0, 2 + first)
        }
    }
}
