import CZlib
import Glibc

/// Encodes a PNG a few rows at a time, so that the program can do other work meanwhile.
/// `Bitmap.pngData()` encodes at once, and more compactly.
///
/// Each row is stored as its difference from the row above, which on a panel is mostly zero.
package final class PNGEncoder {
    private let bitmap: Bitmap
    /// The bytes of a pixel.
    private let channels: Int
    private var data: [UInt8]
    private var nextRow = 0
    /// zlib keeps a pointer to its state.
    private let stream: UnsafeMutablePointer<z_stream>
    private var row: [UInt8]
    private var compressed = [UInt8](repeating: 0, count: 32768)

    /// Starts with a bitmap, which must not change until the last row is encoded.
    ///
    /// - Parameters:
    ///   - bitmap: The pixels.
    ///   - level: How much time zlib takes to make it small: 1, which is fastest, to 9.
    /// - Throws: `PNGError` if there is not enough memory.
    package init(_ bitmap: Bitmap, level: Int32 = Z_BEST_SPEED) throws(PNGError) {
        self.bitmap = bitmap
        channels = bitmap.format == .argb32 ? 4 : 3
        row = [UInt8](repeating: 0, count: 1 + channels * bitmap.width)
        data = [0x89] + Array("PNG\r\n".utf8) + [0x1a, 0x0a]
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = deflateInit_(
            stream, level, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw PNGError(status) }
        // Eight bits for each of red, green, blue and perhaps alpha; zlib's compression; a filter
        // for each row.
        append(
            "IHDR",
            Self.bigEndian(bitmap.width) + Self.bigEndian(bitmap.height)
                + [8, channels == 4 ? 6 : 2, 0, 0, 0])
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Encodes further rows. The result is the whole PNG after the last row.
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

    /// Prepares a row, in red, green, blue and alpha, as its difference from the row above: filter
    /// 2, up.
    private func filterRow(_ y: Int) {
        let width = bitmap.width
        bitmap.withPixels { pixels, pixelsPerRow in
            row.withUnsafeMutableBufferPointer { row in
                let line = pixels + y * pixelsPerRow
                let above = y > 0 ? line - pixelsPerRow : nil
                row[0] = y > 0 ? 2 : 0
                for x in 0..<width {
                    let pixel = stored(line[x])
                    let last = stored(above?[x] ?? 0)
                    let target = 1 + channels * x
                    row[target] = UInt8(truncatingIfNeeded: pixel >> 16 &- last >> 16)
                    row[target + 1] = UInt8(truncatingIfNeeded: pixel >> 8 &- last >> 8)
                    row[target + 2] = UInt8(truncatingIfNeeded: pixel &- last)
                    if channels == 4 {
                        row[target + 3] = UInt8(truncatingIfNeeded: pixel >> 24 &- last >> 24)
                    }
                }
            }
        }
    }

    /// A pixel as a PNG has it: its colour is not multiplied by its alpha.
    private func stored(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        guard channels == 4, alpha < 255 else { return pixel }
        guard alpha > 0 else { return 0 }
        func component(_ shift: UInt32) -> UInt32 {
            min(((pixel >> shift & 0xff) * 255 + alpha / 2) / alpha, 255) << shift
        }
        return alpha << 24 | component(16) | component(8) | component(0)
    }

    /// Compresses the prepared row; the output becomes a chunk of the file.
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
        // `Z_BUF_ERROR` only means that no progress is possible, which is not a failure.
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
    /// An error with zlib's text.
    fileprivate init(_ status: Int32) {
        description = "cannot write a PNG: \(String(cString: zError(status)))"
    }
}
