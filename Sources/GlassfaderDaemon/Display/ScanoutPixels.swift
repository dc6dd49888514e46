import DRM
import Drawing
import Framebuffer

/// The memory that a card scans out, as pixels that are only written.
struct ScanoutPixels {
    /// At least `pitch` × `height` bytes, which outlive this.
    let memory: UnsafeMutableRawBufferPointer
    let width: Int
    let height: Int
    /// Bytes from one row to the next. Those beyond the row's pixels belong to nobody.
    let pitch: Int
    let format: FramebufferFormat
    /// Where the colours are if it is none of the formats, whose size of a pixel is the same.
    var layout: PixelLayout?

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// Writes the pixels of a region as a picture of 0x··RRGGBB has them.
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
                // The bytes in the other order, and the one that means nothing first again.
                target[index] = pixels[index].byteSwapped >> 8
            }
        case .rgb565:
            OrderedDither.copy(
                pixels, to: target.assumingMemoryBound(to: UInt16.self), count: count, x: x, y: y)
        }
    }
}
