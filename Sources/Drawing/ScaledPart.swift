import CPixman
import Glibc

/// A part of a bitmap as it is seen through a transform. Beyond its edges are its outermost pixels,
/// and not those beside the part.
struct ScaledPart: ~Copyable {
    private let image: OpaquePointer

    /// - Parameters:
    ///   - part: The part, which is inside the bitmap and not empty.
    ///   - bitmap: The bitmap, which must outlive this.
    ///   - inverse: The transform from the pixels that are drawn to those of the bitmap.
    init(_ part: PixelRect, of bitmap: Bitmap, _ inverse: AffineTransform) {
        guard
            let image = pixman_image_create_bits(
                bitmap.format.pixman, Int32(part.width), Int32(part.height),
                bitmap.row(part.y) + part.x, Int32(bitmap.stride))
        else { preconditionFailure("out of memory") }
        self.image = image
        let inverse = inverse.concatenating(
            .translation(x: Double(-part.x), y: Double(-part.y)))
        var matrix = pixman_transform_t()
        matrix.matrix.0 = (Self.fixed(inverse.a), Self.fixed(inverse.c), Self.fixed(inverse.tx))
        matrix.matrix.1 = (Self.fixed(inverse.b), Self.fixed(inverse.d), Self.fixed(inverse.ty))
        matrix.matrix.2 = (0, 0, Self.fixed(1))
        pixman_image_set_transform(image, &matrix)
        pixman_image_set_repeat(image, PIXMAN_REPEAT_PAD)
        let across = Self.length(inverse.a, inverse.b)
        let down = Self.length(inverse.c, inverse.d)
        guard max(across, down) > Self.mostForBilinear else {
            pixman_image_set_filter(image, PIXMAN_FILTER_BILINEAR, nil, 0)
            return
        }
        // The mean of all pixels that become one: no more than there are.
        let most = Double(max(part.width, part.height))
        var count: Int32 = 0
        let filter = pixman_filter_create_separable_convolution(
            &count, Self.fixed(across.clamped(from: 1, to: most)),
            Self.fixed(down.clamped(from: 1, to: most)), PIXMAN_KERNEL_BOX, PIXMAN_KERNEL_BOX,
            PIXMAN_KERNEL_BOX, PIXMAN_KERNEL_BOX, 4, 4)
        defer { free(filter) }
        pixman_image_set_filter(image, PIXMAN_FILTER_SEPARABLE_CONVOLUTION, filter, count)
    }

    deinit { pixman_image_unref(image) }

    /// The mean of four neighbours is good enough down to three quarters of the size.
    private static let mostForBilinear = 4.0 / 3

    /// Draws the visible part of it into all pixels of another image.
    func draw(in target: OpaquePointer, _ frame: PixelRect) {
        pixman_image_composite32(
            PIXMAN_OP_SRC, image, nil, target, 0, 0, 0, 0, 0, 0, Int32(frame.width),
            Int32(frame.height))
    }

    private static func length(_ x: Double, _ y: Double) -> Double {
        Point(x: x, y: y).distance(to: .zero)
    }

    private static func fixed(_ number: Double) -> pixman_fixed_t {
        let limit = 32767.0
        return pixman_fixed_t((number.clamped(from: -limit, to: limit) * 65536).rounded())
    }
}
