import CPNG

/// Reads a PNG whose header was read.
struct PNGReader: ~Copyable {
    /// libpng keeps pointers to both until it has read the pixels.
    private let picture: UnsafeMutablePointer<png_image>
    private let data: UnsafeMutableBufferPointer<UInt8>

    /// Reads the header.
    ///
    /// - Throws: `PNGError` if the data is not a PNG.
    init(_ data: [UInt8]) throws(PNGError) {
        picture = .allocate(capacity: 1)
        picture.initialize(to: png_image())
        picture.pointee.version = UInt32(PNG_IMAGE_VERSION)
        self.data = .allocate(capacity: data.count)
        _ = self.data.initialize(from: data)
        guard png_image_begin_read_from_memory(picture, self.data.baseAddress, data.count) != 0
        else { throw error }
        // Otherwise 16-bit samples without a colour space would be taken as linear.
        picture.pointee.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
    }

    deinit {
        png_image_free(picture)
        picture.deallocate()
        data.deallocate()
    }

    var width: Int { Int(picture.pointee.width) }
    var height: Int { Int(picture.pointee.height) }

    /// Whether pixels may be transparent.
    var hasAlpha: Bool { picture.pointee.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0 }

    /// Reads the pixels, 0xAARRGGBB, without the alpha multiplied in.
    ///
    /// - Throws: `PNGError` if the data is truncated or damaged.
    func read(into pixels: UnsafeMutablePointer<UInt32>, stride: Int) throws(PNGError) {
        // Blue is the lowest byte of a pixel.
        picture.pointee.format = UInt32(
            PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_BGR)
        guard png_image_finish_read(picture, nil, pixels, Int32(stride), nil) != 0 else {
            throw error
        }
    }

    /// libpng's message.
    private var error: PNGError {
        let reason = withUnsafeBytes(of: picture.pointee.message) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return PNGError("cannot read a PNG: \(reason)")
    }
}
