extension Image {
    /// The average colour of the middle of the image, where captions are. Its alpha is the average
    /// opacity.
    package var averageColor: Color {
        var sums = SIMD4<Double>.zero
        var count = 0.0
        for y in Self.samples(of: bitmap.height) {
            for x in Self.samples(of: bitmap.width) {
                let pixel = bitmap[x, y]
                sums += SIMD4(
                    Double(pixel >> 16 & 0xFF), Double(pixel >> 8 & 0xFF), Double(pixel & 0xFF),
                    Double(pixel >> 24))
                count += 1
            }
        }
        // The colours of a bitmap have their opacity in them.
        guard sums.w > 0 else { return Color.clear }
        let alpha = sums.w / count / 255
        if let tintColor { return tintColor.withAlpha(tintColor.alpha * alpha) }
        return Color(
            red: sums.x / sums.w, green: sums.y / sums.w, blue: sums.z / sums.w, alpha: alpha)
    }

    /// Up to 16 places in the middle half of a side.
    private static func samples(of side: Int) -> [Int] {
        let count = min(max(side / 2, min(side, 1)), 16)
        return (0..<count).map { side / 4 + (2 * $0 + 1) * (side - side / 4 * 2) / (2 * count) }
    }
}
