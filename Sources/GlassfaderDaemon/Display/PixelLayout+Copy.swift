import Framebuffer

extension PixelLayout {
    /// Writes pixels of 0x··RRGGBB with this layout; bits that no colour has become 0.
    ///
    /// A colour with fewer bits is cut off: dithering is for the layouts that are usual.
    func copy(
        _ source: UnsafePointer<UInt32>, to target: UnsafeMutableRawPointer, count: Int
    ) {
        if bitsPerPixel == 32 {
            let target = target.assumingMemoryBound(to: UInt32.self)
            for index in 0..<count { target[index] = pixel(source[index]) }
        } else {
            let target = target.assumingMemoryBound(to: UInt16.self)
            for index in 0..<count {
                target[index] = UInt16(truncatingIfNeeded: pixel(source[index]))
            }
        }
    }

    /// A pixel of 0x··RRGGBB with this layout.
    func pixel(_ color: UInt32) -> UInt32 {
        red.place(color >> 16) | green.place(color >> 8) | blue.place(color)
    }
}

extension PixelLayout.Channel {
    /// The lowest 8 bits of a number, brought to as many as there are and put in their place.
    @inline(__always)
    fileprivate func place(_ value: UInt32) -> UInt32 {
        ((value & 0xFF) >> UInt32(8 - length)) << UInt32(offset)
    }
}
