/// Reduces 8-bit colours to fewer bits, so that the mean of neighbouring pixels is still the
/// colour.
///
/// The result depends only on the pixel's colour and position: a part that is redrawn matches its
/// surroundings.
enum OrderedDither {
    /// The pattern's columns and rows.
    private static let side = 4
    /// The thresholds of the pattern, row by row (Bayer's).
    private static let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    /// For each position in the pattern: the 256 values in 5 bits, and in 6 bits.
    private static let five = table(bits: 5)
    private static let six = table(bits: 6)

    private static func table(bits: Int) -> [UInt16] {
        let (most, steps) = ((1 << bits) - 1, thresholds.count)
        return thresholds.flatMap { threshold in
            (0...255).map { value in
                // Black and white stay unchanged: no threshold reaches a whole step.
                let sum = value * most * steps + threshold * 255 + 127
                return UInt16(sum / (255 * steps))
            }
        }
    }

    /// Converts pixels of 0x··RRGGBB to RGB565.
    ///
    /// - Parameters:
    ///   - x: The column of the first pixel on the screen; selects the column of the pattern.
    ///   - y: The row on the screen; selects the row of the pattern.
    static func copy(
        _ source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt16>, count: Int,
        x: Int, y: Int
    ) {
        five.withUnsafeBufferPointer { five in
            six.withUnsafeBufferPointer { six in
                for index in 0..<count {
                    let position = ((y & (side - 1)) * side + ((x + index) & (side - 1))) << 8
                    let pixel = Int(source[index])
                    let red = five[position | pixel >> 16 & 0xFF]
                    let green = six[position | pixel >> 8 & 0xFF]
                    let blue = five[position | pixel & 0xFF]
                    target[index] = red << 11 | green << 5 | blue
                }
            }
        }
    }
}
