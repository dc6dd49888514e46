/// A size in pixels with an optional refresh rate: `1280x800` or `1280x800@60`.
package struct DisplayMode: Equatable, Sendable {
    package var width: Int
    package var height: Int
    /// In mHz: `59.94` in a file is 59940 here. `nil` for any.
    package var refreshMillihertz: Int?

    package init(width: Int, height: Int, refreshMillihertz: Int? = nil) {
        self.width = width
        self.height = height
        self.refreshMillihertz = refreshMillihertz
    }

    /// Reads sides of 1 to 16384 pixels and a rate of 1 to 1000 Hz; `nil` for other texts.
    package init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count <= 2, sides.count == 2, let width = Self.pixels(sides[0]),
            let height = Self.pixels(sides[1])
        else { return nil }
        self.init(width: width, height: height)
        guard parts.count == 2 else { return }
        guard let hertz = Double(parts[1]), (1...1000).contains(hertz) else { return nil }
        refreshMillihertz = Int((hertz * 1000).rounded())
    }

    private static func pixels(_ digits: Substring) -> Int? {
        guard digits.allSatisfy({ ("0"..."9").contains($0) }), let pixels = Int(digits) else {
            return nil
        }
        return (1...16384).contains(pixels) ? pixels : nil
    }
}
