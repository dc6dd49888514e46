import CZlib
import Glibc

/// A picture that becomes a PNG a few rows at a time, for a program that has other things to do
/// meanwhile. `Bitmap.pngData()` does it in one go, and for pictures with alpha.
///
/// It is made quickly rather than small: each row is written as its difference from the row
/// above, which for a panel is mostly nothing.
package final class PNGEncoder {
    private let bitmap: Bitmap
    private var data: [UInt8]
    private var nextRow = 0
    /// zlib keeps the address of its state.
    private let stream: UnsafeMutablePointer<z_stream>
    private var row: [UInt8]
    private var compressed = [UInt8](repeating: 0, count: 32768)

    /// Begins with an opaque picture, which must stay as it is until the last row is encoded.
    ///
    /// - Throws: `PNGError` if there is not enough memory.
    package init(_ bitmap: Bitmap) throws(PNGError) {
        precondition(bitmap.format == .xrgb32, "a picture with alpha is written in one go")
        self.bitmap = bitmap
        row = [UInt8](repeating: 0, count: 1 + 3 * bitmap.width)
        data = [0x89] + Array("PNG\r\n".utf8) + [0x1a, 0x0a]
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = deflateInit_(
            stream, Z_BEST_SPEED, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw PNGError(status) }
        // Eight bits for each of red, green and blue; zlib's compression; a filter for each row.
        append(
            "IHDR",
            Self.bigEndian(bitmap.width) + Self.bigEndian(bitmap.height) + [8, 2, 0, 0, 0])
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Encodes some more rows. Returns the whole PNG once there are no more.
    ///
    /// - Throws: `PNGError` if there is not enough memory.
    package func encode(rows: Int) throws(PNGError) -> [UInt8]? {
        let end = min(nextRow + rows, bitmap.height)
        while nextRow < end {
            filterRow(nextRow)
            nextRow += 1
            try deflateRow(Z_NO_FLUSH)
        }
        guard nextRow == bitmap.height else { return nil }
        row = []
        try deflateRow(Z_FINISH)
        append("IEND", [])
        return data
    }

    /// The next row, in red, green and blue, as its difference from the row above: filter 2, up.
    private func filterRow(_ y: Int) {
        let width = bitmap.width
        bitmap.withPixels { pixels, pixelsPerRow in
            row.withUnsafeMutableBufferPointer { row in
                let line = pixels + y * pixelsPerRow
                let above = y > 0 ? line - pixelsPerRow : nil
                row[0] = y > 0 ? 2 : 0
                for x in 0..<width {
                    let pixel = line[x]
                    let last = above?[x] ?? 0
                    let target = 1 + 3 * x
                    row[target] = UInt8(truncatingIfNeeded: pixel >> 16 &- last >> 16)
                    row[target + 1] = UInt8(truncatingIfNeeded: pixel >> 8 &- last >> 8)
                    row[target + 2] = UInt8(truncatingIfNeeded: pixel &- last)
                }
            }
        }
    }

    /// Compresses the row; what comes out becomes a chunk of the file.
    private func deflateRow(_ flush: Int32) throws(PNGError) {
        var status = Z_OK
        let count = row.count
        row.withUnsafeMutableBufferPointer { row in
            stream.pointee.next_in = row.baseAddress
            stream.pointee.avail_in = UInt32(count)
            repeat {
                let capacity = compressed.count
                let produced = compressed.withUnsafeMutableBufferPointer { target in
                    stream.pointee.next_out = target.baseAddress
                    stream.pointee.avail_out = UInt32(capacity)
                    status = deflate(stream, flush)
                    return capacity - Int(stream.pointee.avail_out)
                }
                if produced > 0 { append("IDAT", compressed[..<produced]) }
            } while status == Z_OK && stream.pointee.avail_out == 0
        }
        // No more to be done, without anything having gone wrong, is an error of this kind too.
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
            throw PNGError(status)
        }
    }

    private func append(_ type: String, _ content: some Collection<UInt8>) {
        let chunk = Array(type.utf8) + content
        data += Self.bigEndian(content.count)
        data += chunk
        let checksum = chunk.withUnsafeBufferPointer {
            crc32(0, $0.baseAddress, UInt32(chunk.count))
        }
        data += Self.bigEndian(Int(checksum))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension PNGError {
    /// What zlib says.
    fileprivate init(_ status: Int32) {
        description = "cannot write a PNG: \(String(cString: zError(status)))"
    }
}
