import CPixman

/// The format of a 32-bit pixel, as a number in the machine's byte order.
public enum PixelFormat: Sendable {
    /// 0xAARRGGBB, with red, green and blue premultiplied by alpha.
    case argb32

    /// 0x··RRGGBB; the upper byte is unused, and every pixel is opaque.
    case xrgb32

    var pixman: pixman_format_code_t {
        switch self {
        case .argb32: PIXMAN_a8r8g8b8
        case .xrgb32: PIXMAN_x8r8g8b8
        }
    }
}
