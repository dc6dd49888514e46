import CFramebuffer

/// The positions of the colours' bits in a pixel, which is a number in the machine's byte order.
package struct PixelLayout: Equatable, Sendable, CustomStringConvertible {
    /// The bits of one colour.
    package struct Channel: Equatable, Sendable {
        /// The number of the least significant bit.
        package let offset: Int
        /// The number of bits.
        package let length: Int

        package init(offset: Int, length: Int) {
            self.offset = offset
            self.length = length
        }
    }

    /// 16 or 32.
    package let bitsPerPixel: Int
    package let red, green, blue: Channel

    /// A layout; `nil` if it is not supported: a palette, another size of a pixel, or channels that
    /// overlap or do not fit.
    package init?(bitsPerPixel: Int, red: Channel, green: Channel, blue: Channel) {
        guard bitsPerPixel == 16 || bitsPerPixel == 32 else { return nil }
        var taken: UInt64 = 0
        for channel in [red, green, blue] {
            guard (1...8).contains(channel.length), channel.offset >= 0,
                channel.offset + channel.length <= bitsPerPixel
            else { return nil }
            let bits = ((1 as UInt64) << UInt64(channel.length) - 1) << UInt64(channel.offset)
            guard taken & bits == 0 else { return nil }
            taken |= bits
        }
        self.bitsPerPixel = bitsPerPixel
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    init?(_ info: fb_var_screeninfo) {
        self.init(
            bitsPerPixel: Int(info.bits_per_pixel), red: Channel(info.red),
            green: Channel(info.green), blue: Channel(info.blue))
    }

    /// For example "16 bits, red 5 at 11, green 6 at 5, blue 5 at 0".
    package var description: String {
        let channels = [("red", red), ("green", green), ("blue", blue)]
            .map { "\($0) \($1.length) at \($1.offset)" }.joined(separator: ", ")
        return "\(bitsPerPixel) bits, \(channels)"
    }
}

extension PixelLayout.Channel {
    fileprivate init(_ field: fb_bitfield) {
        self.init(offset: Int(field.offset), length: Int(field.length))
    }
}
