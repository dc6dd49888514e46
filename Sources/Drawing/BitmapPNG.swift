import CZlib

extension Bitmap {
    /// Decodes a PNG.
    ///
    /// - Throws: `PNGError` if the data is not a PNG, is truncated, or is too large.
    public convenience init(pngData data: [UInt8]) throws(PNGError) {
        if let header = PNGHeader(data), max(header.width, header.height) > Self.maximumSide {
            throw PNGError(
                "it has \(header.width)×\(header.height) pixels: at most \(Self.maximumSide) in each "
                    + "direction")
        }
        let reader = try PNGReader(data)
        self.init(
            width: reader.width, height: reader.height,
            format: reader.hasAlpha ? .argb32 : .xrgb32)
        try reader.read(into: pixels, stride: stride)
        if reader.hasAlpha { multiplyByAlpha() }
    }

    private func multiplyByAlpha() {
        for y in 0..<height {
            let row = row(y)
            for x in 0..<width where row[x] < 0xff00_0000 {
                let alphas = FourPixels.Factors(bytes: row[x] &>> 24)
                row[x] = FourPixels(repeating: row[x] | 0xff00_0000).scaled(by: alphas).first
            }
        }
    }

    /// The bitmap, encoded as a PNG.
    ///
    /// - Throws: `PNGError` if there is not enough memory.
    public func pngData() throws(PNGError) -> [UInt8] {
        let encoder = try PNGEncoder(self, level: Z_DEFAULT_COMPRESSION)
        guard let data = try encoder.encode(rows: height) else {
            preconditionFailure("all rows were encoded")
        }
        return data
    }
}
