/// The size of a PNG, from its header, before it is decompressed.
struct PNGHeader {
    let width: Int
    let height: Int

    /// Reads the signature and the first chunk, which must be `IHDR`; `nil` if the data is not a
    /// PNG.
    init?(_ data: [UInt8]) {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard data.count >= 24, data.starts(with: signature),
            data[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        func number(at offset: Int) -> Int {
            data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        width = number(at: 16)
        height = number(at: 20)
    }
}
