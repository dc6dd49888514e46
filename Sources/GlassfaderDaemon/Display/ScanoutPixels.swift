import DRM
import Drawing
import Framebuffer

/// The memory that a card scans out. The daemon only writes it, because reading may be slow.
struct ScanoutPixels {
    /// At least `pitch` × `height` bytes, which must outlive this value.
    let memory: UnsafeMutableRawBufferPointer
    let width: Int
    let height: Int
    /// Bytes from one row to the next. Bytes beyond the row's pixels must not be written.
    let pitch: Int
    let format: FramebufferFormat
    /// The position of each colour, if no format matches. Then `format` only has the same pixel
    /// size.
    var layout: PixelLayout?

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// Writes a region of a picture of 0x··RRGGBB pixels.
    func copy(_ region: Region, of picture: Bitmap) {
        guard let start = memory.baseAddress else { return }
        let region = region.intersection(bounds.intersection(picture.bounds))
        switch (layout, format) {
        case (let layout?, _):
            forEachRow(of: region, in: picture, from: start) { pixels, target, count, _, _ in
                layout.copy(pixels, to: target, count: count)
            }
        case (nil, .xrgb8888):
            picture.copyPixels(of: region, to: start, bytesPerRow: pitch)
        case (nil, .xbgr8888):
            forEachRow(of: region, in: picture, from: start) { pixels, target, count, _, _ in
                let target = target.assumingMemoryBound(to: UInt32.self)
                for index in 0..<count {
                    // Reverses the bytes, then moves the unused byte back to the top.
                    target[index] = pixels[index].byteSwapped >> 8
                }
            }
        case (nil, .rgb565):
            forEachRow(of: region, in: picture, from: start) { pixels, target, count, x, y in
                OrderedDither.copy(
                    pixels, to: target.assumingMemoryBound(to: UInt16.self), count: count, x: x,
                    y: y)
            }
        }
    }

    /// Calls a closure for each row of each rectangle, with its pixels, where they belong, how many
    /// there are, and the position of the first.
    private func forEachRow(
        of region: Region, in picture: Bitmap, from start: UnsafeMutableRawPointer,
        _ body: (UnsafePointer<UInt32>, UnsafeMutableRawPointer, Int, Int, Int) -> Void
    ) {
        picture.withPixels { pixels, pixelsPerRow in
            region.forEachRect { rect in
                for y in rect.minY..<rect.maxY {
                    body(
                        pixels + (y * pixelsPerRow + rect.minX),
                        start + (y * pitch + rect.minX * format.bytesPerPixel), rect.width,
                        rect.minX, y)
                }
            }
        }
    }
}
