/// A piece of a picture of the panel, as large as fits in a line.
package struct PicturePiece: Equatable, Sendable {
    /// How many bytes of the picture are in a piece at most: 64 000 characters of base64.
    package static let mostBytes = 48_000

    /// How many pixels the picture is wide.
    package var width: Int
    /// How many pixels it is high.
    package var height: Int
    /// How many bytes the whole PNG file has.
    package var byteCount: Int
    /// Where the piece begins in the file.
    package var offset: Int
    /// The bytes.
    package var bytes: ArraySlice<UInt8>

    /// The piece of a PNG file that begins at `offset`.
    package init(width: Int, height: Int, file: [UInt8], offset: Int) {
        self.width = width
        self.height = height
        self.offset = min(offset, file.count)
        byteCount = file.count
        bytes = file[self.offset..<min(self.offset + Self.mostBytes, file.count)]
    }

    /// Whether there is more of the file behind it.
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
