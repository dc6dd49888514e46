import Glibc

extension Color {
    /// Black or white, whichever has the greater contrast with this colour: always at least 4.5:1,
    /// the least that WCAG 2.2 asks for text (success criterion 1.4.3).
    package var legibleTextColor: Color {
        // Where both have the same contrast: (1 + 0.05) / (x + 0.05) = (x + 0.05) / 0.05.
        luminance > (1.05 * 0.05).squareRoot() - 0.05 ? .black : .white
    }

    /// The contrast with another colour, from 1 (none) to 21, as WCAG 2.2 defines it.
    package func contrast(with other: Color) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The relative luminance, 0 to 1, as WCAG 2.2 defines it.
    package var luminance: Double {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
