import CPixman
import CWideCharacters
import Glibc

/// An image in memory with premultiplied pixels. A `Context` draws into it, and it can be
/// composited into other bitmaps.
///
/// Pixman, which composites, and callers of `withPixels(_:)` share the same memory. It is a class
/// because the memory has identity.
public final class Bitmap {
    /// The number of columns.
    public let width: Int

    /// The number of rows.
    public let height: Int

    /// The distance from one row to the next, in bytes.
    public let stride: Int

    /// The format of a pixel's 32 bits.
    public let format: PixelFormat

    /// The largest width or height: pixman's coordinates have 16 bits.
    public static let maximumSide = 32767

    let image: OpaquePointer
    @usableFromInline let pixels: UnsafeMutablePointer<UInt32>
    /// The memory of the pixels; `nil` if it is borrowed.
    private let owned: PixelMemory?

    /// A bitmap with its own memory, transparent (or black, without alpha).
    ///
    /// - Parameters:
    ///   - width: The number of columns, 0 to `maximumSide`.
    ///   - height: The number of rows, 0 to `maximumSide`.
    ///   - format: The format of a pixel's bits.
    public convenience init(width: Int, height: Int, format: PixelFormat = .argb32) {
        let sides = 0...Self.maximumSide
        precondition(
            sides.contains(width) && sides.contains(height),
            "a bitmap's sides must be from 0 to \(Self.maximumSide)")
        // Rows begin on cache lines, so that pixman's SIMD loops need no head and tail.
        var lines = (width * 4 + 63) / 64
        // An odd number of lines, so that the pixels of a column do not share a few cache sets.
        if lines >= 32, lines.isMultiple(of: 2) { lines += 1 }
        let stride = lines * 64
        let owned = PixelMemory(byteCount: max(stride * height, 64))
        self.init(owned.start, width: width, height: height, stride: stride, format, owned: owned)
    }

    /// A bitmap over borrowed memory, such as the mapping of a dumb buffer.
    ///
    /// - Parameters:
    ///   - memory: At least `stride` × `height` bytes that outlive this bitmap, aligned to 4.
    ///   - width: The number of columns, 0 to `maximumSide`.
    ///   - height: The number of rows, 0 to `maximumSide`.
    ///   - stride: The distance from one row to the next, in bytes; a multiple of 4.
    ///   - format: The format of a pixel's bits.
    public convenience init(
        borrowing memory: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int,
        format: PixelFormat
    ) {
        let sides = 0...Self.maximumSide
        precondition(
            sides.contains(width) && sides.contains(height),
            "a bitmap's sides must be from 0 to \(Self.maximumSide)")
        precondition(
            stride >= width * 4 && stride % 4 == 0,
            "a bitmap's stride must be a multiple of 4 and hold a row")
        self.init(memory, width: width, height: height, stride: stride, format, owned: nil)
    }

    private init(
        _ memory: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int,
        _ format: PixelFormat, owned: PixelMemory?
    ) {
        self.width = width
        self.height = height
        self.stride = stride
        self.format = format
        self.owned = owned
        pixels = memory.assumingMemoryBound(to: UInt32.self)
        guard
            let image = pixman_image_create_bits(
                format.pixman, Int32(width), Int32(height), pixels, Int32(stride))
        else { preconditionFailure("out of memory") }
        self.image = image
    }

    deinit {
        pixman_image_unref(image)
    }

    /// The rectangle of all pixels.
    public var bounds: PixelRect {
        PixelRect(x: 0, y: 0, width: width, height: height)
    }

    /// Calls `body` with the pixels, and with the distance from one row to the next *in pixels*.
    ///
    /// Row y begins at `y * pixelsPerRow`. Memory beyond `width` in a row is unused. The pointer is
    /// valid only until `body` returns.
    @inlinable
    public func withPixels<Result: ~Copyable, Failure: Error>(
        _ body: (_ pixels: UnsafeMutablePointer<UInt32>, _ pixelsPerRow: Int) throws(Failure) ->
            Result
    ) throws(Failure) -> Result {
        try body(pixels, stride / 4)
    }

    /// The pixels of a row, which is not checked.
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { pixels + y * (stride / 4) }

    /// A pixel, 0xAARRGGBB; opaque if the format has no alpha.
    ///
    /// For tests and colour pickers. Loops should use `withPixels(_:)`.
    public subscript(x: Int, y: Int) -> UInt32 {
        precondition(bounds.contains(PixelPoint(x: x, y: y)), "the pixel is outside the bitmap")
        let pixel = pixels[y * (stride / 4) + x]
        return format == .argb32 ? pixel : pixel | 0xff00_0000
    }

    /// Sets every pixel.
    public func fill(_ color: Color) {
        fill(bounds, color)
    }

    /// Sets the pixels of a rectangle, without blending.
    public func fill(_ rect: PixelRect, _ color: Color) {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty else { return }
        let pixelsPerRow = stride / 4
        let pixel = color.premultipliedPixel
        var row = pixels + (rect.minY * pixelsPerRow + rect.minX)
        let end = row + rect.height * pixelsPerRow
        // Calling a function for each row would take longer.
        @inline(__always)
        func fillRows<Pixels: SIMD>(_ pixels: Pixels) where Pixels.Scalar == UInt32 {
            let last = rect.width &- Pixels.scalarCount
            while row < end {
                var x = 0
                while x < last {
                    UnsafeMutableRawPointer(row + x).storeBytes(of: pixels, as: Pixels.self)
                    x &+= Pixels.scalarCount
                }
                UnsafeMutableRawPointer(row + last).storeBytes(of: pixels, as: Pixels.self)
                row += pixelsPerRow
            }
        }
        if (16...Self.mostInLoop).contains(rect.width) {
            return fillRows(SIMD16(repeating: pixel))
        }
        if (4..<16).contains(rect.width) { return fillRows(SIMD4(repeating: pixel)) }
        #if arch(x86_64)
            // The C library has the widest stores of the processor.
            while row < end {
                let place = UnsafeMutableRawPointer(row).assumingMemoryBound(to: wchar_t.self)
                wmemset(place, wchar_t(bitPattern: pixel), rect.width)
                row += pixelsPerRow
            }
        #else
            // Copying a row is three times as fast as a loop over its pixels.
            let first = row
            first.update(repeating: pixel, count: rect.width)
            row += pixelsPerRow
            while row < end {
                memcpy(row, first, rect.width &* 4)
                row += pixelsPerRow
            }
        #endif
    }

    /// The widest rows for which a loop is faster than a function of the C library.
    #if arch(x86_64)
        private static let mostInLoop = 64
    #else
        private static let mostInLoop = 128
    #endif

    /// Sets the pixels of a region, without blending.
    public func fill(_ region: Region, _ color: Color) {
        region.forEachRect { fill($0, color) }
    }

    /// Copies another bitmap's pixels, alpha included, without blending.
    ///
    /// It does not read this bitmap.
    ///
    /// - Parameters:
    ///   - source: Another bitmap.
    ///   - origin: The place of the source's upper-left pixel in this bitmap.
    ///   - clip: Which pixels of this bitmap may change; `nil` for all.
    public func copy(
        from source: Bitmap, at origin: PixelPoint = .zero, clippedTo clip: PixelRect? = nil
    ) {
        precondition(source !== self, "a bitmap is not copied into itself")
        var rect = source.bounds.offsetBy(dx: origin.x, dy: origin.y).intersection(bounds)
        if let clip { rect = rect.intersection(clip) }
        guard !rect.isEmpty else { return }
        guard format == .xrgb32 || source.format == .argb32 else {
            blend(source.image, at: origin, into: rect, operator: PIXMAN_OP_SRC)
            return
        }
        let pixelsPerRow = stride / 4
        let sourcePixelsPerRow = source.stride / 4
        if rect.width == pixelsPerRow, rect.width == sourcePixelsPerRow {
            memcpy(
                pixels + rect.minY * pixelsPerRow,
                source.pixels + (rect.minY - origin.y) * sourcePixelsPerRow,
                rect.height * stride)
            return
        }
        for y in rect.minY..<rect.maxY {
            memcpy(
                pixels + y * pixelsPerRow + rect.minX,
                source.pixels + (y - origin.y) * sourcePixelsPerRow + (rect.minX - origin.x),
                rect.width * 4)
        }
    }

    /// Copies another bitmap's pixels, alpha included, within a region of this one.
    public func copy(
        from source: Bitmap, at origin: PixelPoint = .zero, clippedTo clip: Region
    ) {
        clip.forEachRect { copy(from: source, at: origin, clippedTo: $0) }
    }

    /// Composites another bitmap over this one.
    ///
    /// - Parameters:
    ///   - source: Another bitmap. One without alpha is simply copied.
    ///   - origin: The place of the source's upper-left pixel in this bitmap.
    ///   - clip: Which pixels of this bitmap may change; `nil` for all.
    ///   - opacity: The opacity of the source, 0 to 1.
    public func composite(
        _ source: Bitmap, at origin: PixelPoint = .zero, clippedTo clip: PixelRect? = nil,
        opacity: Double = 1
    ) {
        composite(source, at: origin, clippedTo: clip, OpacityMask(opacity))
    }

    /// Composites another bitmap over this one, within a region.
    public func composite(
        _ source: Bitmap, at origin: PixelPoint = .zero, clippedTo clip: Region,
        opacity: Double = 1
    ) {
        let mask = OpacityMask(opacity)
        clip.forEachRect { composite(source, at: origin, clippedTo: $0, mask) }
    }

    private func composite(
        _ source: Bitmap, at origin: PixelPoint, clippedTo clip: PixelRect?,
        _ mask: borrowing OpacityMask
    ) {
        precondition(source !== self, "a bitmap is not composited into itself")
        guard !mask.hidesAll else { return }
        if source.format == .xrgb32 && mask.image == nil {
            copy(from: source, at: origin, clippedTo: clip)
            return
        }
        var rect = source.bounds.offsetBy(dx: origin.x, dy: origin.y).intersection(bounds)
        if let clip { rect = rect.intersection(clip) }
        blend(source.image, at: origin, into: rect, operator: PIXMAN_OP_OVER, mask: mask.image)
    }

    /// Composites pixman's image, with the upper-left pixel of a mask at that of the rectangle.
    func blend(
        _ source: OpaquePointer, at origin: PixelPoint, into rect: PixelRect,
        operator: pixman_op_t, mask: OpaquePointer? = nil
    ) {
        guard !rect.isEmpty else { return }
        pixman_image_composite32(
            `operator`, source, mask, image, Int32(rect.x - origin.x),
            Int32(rect.y - origin.y), 0, 0, Int32(rect.x), Int32(rect.y), Int32(rect.width),
            Int32(rect.height))
    }
}
