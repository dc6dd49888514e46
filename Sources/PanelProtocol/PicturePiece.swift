/// A piece of a screenshot, as large as fits in a line.
package struct PicturePiece: Equatable, Sendable {
    /// The maximum number of bytes in a piece: 64 000 characters of base64.
    package static let mostBytes = 48_000

    /// The width of the picture, in pixels.
    package var width: Int
    /// The height of the picture, in pixels.
    package var height: Int
    /// The size of the whole PNG file, in bytes.
    package var byteCount: Int
    /// The offset of the piece in the file.
    package var offset: Int
    /// The bytes.
    package var bytes: ArraySlice<UInt8>

    /// The piece of a PNG file that starts at `offset`.
    package init(width: Int, height: Int, file: [UInt8], offset: Int) {
        self.width = width
        self.height = height
        self.offset = min(offset, file.count)
        byteCount = file.count
        bytes = file[self.offset..<min(self.offset + Self.mostBytes, file.count)]
    }

    /// Whether further bytes of the file follow.
    package var hasMore: Bool { offset + bytes.count < byteCount }

    func write(to writer: inout JSONWriter) {
        writer.member("format", "png")
        writer.member("width", width)
        writer.member("height", height)
        writer.member("bytes", byteCount)
        writer.member("offset", offset)
        writer.member("more", hasMore)
        writer.member("data", base64: bytes)
    }
}
