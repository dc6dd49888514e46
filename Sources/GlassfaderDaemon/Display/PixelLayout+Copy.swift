import Framebuffer

extension PixelLayout {
    /// Converts pixels of 0x··RRGGBB to this layout. Unused bits become 0.
    ///
    /// Channels with fewer bits are truncated; only the common formats are dithered.
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

    /// Converts one pixel of 0x··RRGGBB to this layout.
    func pixel(_ color: UInt32) -> UInt32 {
        red.place(color >> 16) | green.place(color >> 8) | blue.place(color)
    }
}

extension PixelLayout.Channel {
    /// The lowest 8 bits of a number, reduced to the channel's length and shifted to its offset.
    @inline(__always)
    fileprivate func place(_ value: UInt32) -> UInt32 {
        ((value & 0xFF) >> UInt32(8 - length)) << UInt32(offset)
    }
}
