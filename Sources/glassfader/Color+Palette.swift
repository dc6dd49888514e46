import Drawing

extension Color {
    /// The number of the most similar colour among the 240 of a terminal that do not depend on its
    /// settings: a cube of 6×6×6, and 24 greys.
    var paletteIndex: UInt8 {
        let indices = UInt8(16)...UInt8(255)
        return indices.min {
            distance(to: Self(paletteIndex: $0)) < distance(to: Self(paletteIndex: $1))
        }
            ?? indices.lowerBound
    }

    /// The colour of the palette of xterm with a number from 16.
    init(paletteIndex index: UInt8) {
        guard index < 232 else {
            self.init(white: Double(8 + 10 * Int(index - 232)) / 255)
            return
        }
        let levels = [0, 95, 135, 175, 215, 255].map { Double($0) / 255 }
        let cell = Int(max(index, 16)) - 16
        self.init(red: levels[cell / 36], green: levels[cell / 6 % 6], blue: levels[cell % 6])
    }

    private func distance(to other: Color) -> Double {
        let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
        return red * red + green * green + blue * blue
    }
}
