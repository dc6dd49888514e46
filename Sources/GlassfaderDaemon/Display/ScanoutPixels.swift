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
        let bounds = bounds.intersection(picture.bounds)
        guard let start = memory.baseAddress else { return }
        picture.withPixels { pixels, pixelsPerRow in
            region.forEachRect { rect in
                let rect = rect.intersection(bounds)
                for y in rect.minY..<max(rect.maxY, rect.minY) {
                    write(
                        pixels + (y * pixelsPerRow + rect.minX), count: rect.width,
                        to: start + (y * pitch + rect.minX * format.bytesPerPixel), x: rect.minX,
                        y: y)
                }
            }
        }
    }

    private func write(
        _ pixels: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutableRawPointer, x: Int,
        y: Int
    ) {
        if let layout { return layout.copy(pixels, to: target, count: count) }
        switch format {
        case .xrgb8888:
            target.copyMemory(from: pixels, byteCount: count * 4)
        case .xbgr8888:
            let target = target.assumingMemoryBound(to: UInt32.self)
            for index in 0..<count {
                // Reverses the bytes, then moves the unused byte back to the top.
                target[index] = pixels[index].byteSwapped >> 8
            }
        case .rgb565:
            OrderedDither.copy(
                pixels, to: target.assumingMemoryBound(to: UInt16.self), count: count, x: x, y: y)
        }
    }
}
