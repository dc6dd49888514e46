/// A colour in sRGB with an opacity; the components are not premultiplied.
public struct Color: Hashable, Sendable {
    /// The red component, 0 to 1.
    public let red: Double

    /// The green component, 0 to 1.
    public let green: Double

    /// The blue component, 0 to 1.
    public let blue: Double

    /// The opacity, 0 to 1.
    public let alpha: Double

    /// A colour with these components, clamped to 0…1.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = Self.clamp(red)
        self.green = Self.clamp(green)
        self.blue = Self.clamp(blue)
        self.alpha = Self.clamp(alpha)
    }

    /// Colours that are the same as pixels have the same hash value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(premultipliedPixel)
    }

    /// A grey, from 0 (black) to 1 (white).
    public init(white: Double, alpha: Double = 1) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// A colour in the form `#rrggbb`, `#rrggbbaa` or `#rgb`, where each digit counts twice; `nil`
    /// for any other text.
    public init?(hex: String) {
        var digits = Array(hex.utf8)
        if digits.count == 4 { digits = [digits[0]] + digits[1...].flatMap { [$0, $0] } }
        guard digits.count == 7 || digits.count == 9, digits[0] == UInt8(ascii: "#") else {
            return nil
        }
        var bytes: [Double] = []
        for index in stride(from: 1, to: digits.count, by: 2) {
            guard let high = Self.value(ofDigit: digits[index]),
                let low = Self.value(ofDigit: digits[index + 1])
            else { return nil }
            bytes.append(Double(high * 16 + low) / 255)
        }
        self.init(
            red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 1)
    }

    /// The colour as `#rrggbb`, without its opacity.
    package var hex: String {
        [red, green, blue].reduce(into: "#") { text, component in
            let byte = Int((component * 255).rounded())
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    /// The colour of a premultiplied pixel, 0xAARRGGBB.
    public init(premultipliedPixel pixel: UInt32) {
        let alpha = Double(pixel >> 24)
        guard alpha > 0 else {
            self = .clear
            return
        }
        self.init(
            red: Double(pixel >> 16 & 0xff) / alpha, green: Double(pixel >> 8 & 0xff) / alpha,
            blue: Double(pixel & 0xff) / alpha, alpha: alpha / 255)
    }

    /// Black with no opacity.
    public static let clear = Color(white: 0, alpha: 0)
    /// `#000000`
    public static let black = Color(white: 0)
    /// One third of the brightness of white.
    public static let darkGray = Color(white: 1 / 3)
    /// Half the brightness of white.
    public static let gray = Color(white: 0.5)
    /// Two thirds of the brightness of white.
    public static let lightGray = Color(white: 2 / 3)
    /// `#ffffff`
    public static let white = Color(white: 1)
    /// `#ff0000`
    public static let red = Color(red: 1, green: 0, blue: 0)
    /// `#00ff00`
    public static let green = Color(red: 0, green: 1, blue: 0)
    /// `#0000ff`
    public static let blue = Color(red: 0, green: 0, blue: 1)
    /// `#00ffff`
    public static let cyan = Color(red: 0, green: 1, blue: 1)
    /// `#ffff00`
    public static let yellow = Color(red: 1, green: 1, blue: 0)
    /// `#ff00ff`
    public static let magenta = Color(red: 1, green: 0, blue: 1)
    /// `#ff8000`
    public static let orange = Color(red: 1, green: 0.5, blue: 0)
    /// `#800080`
    public static let purple = Color(red: 0.5, green: 0, blue: 0.5)
    /// `#996633`
    public static let brown = Color(red: 0.6, green: 0.4, blue: 0.2)

    /// Whether the colour hides everything behind it.
    public var isOpaque: Bool { alpha == 1 }

    /// This colour with another opacity.
    public func withAlpha(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// The mixture of this colour with a `fraction` (0 to 1) of another.
    ///
    /// Premultiplied components are mixed, so that mixing with `.clear` fades without darkening.
    public func mixed(with other: Color, by fraction: Double) -> Color {
        let there = Self.clamp(fraction)
        let here = 1 - there
        let alpha = self.alpha * here + other.alpha * there
        guard alpha > 0 else { return .clear }
        func mix(_ mine: Double, _ its: Double) -> Double {
            (mine * self.alpha * here + its * other.alpha * there) / alpha
        }
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: alpha)
    }

    /// The colour as a pixel of a bitmap: premultiplied, 0xAARRGGBB.
    public var premultipliedPixel: UInt32 {
        // Rounded without a function call: components are not below 0.
        func byte(_ component: Double) -> UInt32 { UInt32(component * 255 + 0.5) }
        return byte(alpha) << 24 | byte(red * alpha) << 16 | byte(green * alpha) << 8
            | byte(blue * alpha)
    }

    private static func clamp(_ component: Double) -> Double {
        // NaN compares false with everything, and so becomes 0.
        component > 0 ? min(component, 1) : 0
    }

    private static func value(ofDigit digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(digit - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(digit - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
