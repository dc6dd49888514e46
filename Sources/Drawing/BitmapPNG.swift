import CCairo
import Glibc

extension Bitmap {
    /// Decodes a PNG.
    ///
    /// - Throws: `PNGError` if the data is not a PNG, is truncated, or is too large.
    public convenience init(pngData data: [UInt8]) throws(PNGError) {
        if let header = PNGHeader(data), max(header.width, header.height) > Self.maximumSide {
            throw PNGError(
                "it has \(header.width)×\(header.height) pixels: at most \(Self.maximumSide) in each "
                    + "direction")
        }
        var rest = data[...]
        let picture = withUnsafeMutablePointer(to: &rest) { rest in
            cairo_image_surface_create_from_png_stream(
                { closure, target, count in
                    guard let closure, let target else { return CAIRO_STATUS_READ_ERROR }
                    let rest = closure.assumingMemoryBound(to: ArraySlice<UInt8>.self)
                    let next = rest.pointee.prefix(Int(count))
                    guard next.count == Int(count) else { return CAIRO_STATUS_READ_ERROR }
                    next.withUnsafeBufferPointer {
                        if let start = $0.baseAddress {
                            target.update(from: start, count: $0.count)
                        }
                    }
                    rest.pointee = rest.pointee.dropFirst(Int(count))
                    return CAIRO_STATUS_SUCCESS
                }, rest)
        }
        defer { cairo_surface_destroy(picture) }
        let status = cairo_surface_status(picture)
        guard status == CAIRO_STATUS_SUCCESS, let picture,
            let source = cairo_image_surface_get_data(picture)
        else { throw PNGError("read a PNG", status) }

        let format: PixelFormat
        switch cairo_image_surface_get_format(picture) {
        case CAIRO_FORMAT_ARGB32: format = .argb32
        case CAIRO_FORMAT_RGB24: format = .xrgb32
        default: throw PNGError("read a PNG", CAIRO_STATUS_INVALID_FORMAT)
        }
        self.init(
            width: Int(cairo_image_surface_get_width(picture)),
            height: Int(cairo_image_surface_get_height(picture)), format: format)
        let sourceStride = Int(cairo_image_surface_get_stride(picture))
        withPixels { pixels, pixelsPerRow in
            for y in 0..<height {
                memcpy(pixels + y * pixelsPerRow, source + y * sourceStride, width * 4)
            }
        }
    }

    /// The bitmap, encoded as a PNG.
    ///
    /// - Throws: `PNGError` if there is not enough memory.
    public func pngData() throws(PNGError) -> [UInt8] {
        var data: [UInt8] = []
        cairo_surface_mark_dirty(surface)
        let status = withUnsafeMutablePointer(to: &data) { data in
            cairo_surface_write_to_png_stream(
                surface,
                { closure, bytes, count in
                    closure?.assumingMemoryBound(to: [UInt8].self).pointee
                        .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                    return CAIRO_STATUS_SUCCESS
                }, data)
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw PNGError("write a PNG", status) }
        return data
    }
}
