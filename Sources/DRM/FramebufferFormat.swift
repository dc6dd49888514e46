/// A pixel format that the daemon can write and that planes can show.
///
/// A pixel is a 32-bit or 16-bit number in the machine's byte order.
package enum FramebufferFormat: String, CaseIterable, Sendable {
    /// 0x··RRGGBB.
    case xrgb8888 = "XRGB8888"
    /// Five bits of red, six of green and five of blue.
    case rgb565 = "RGB565"
    /// 0x··BBGGRR.
    case xbgr8888 = "XBGR8888"

    /// Bytes from one pixel of a row to the next.
    package var bytesPerPixel: Int { self == .rgb565 ? 2 : 4 }

    /// The kernel's code. Swift does not import the macros of `drm_fourcc.h`.
    var code: UInt32 {
        switch self {
        case .xrgb8888: Self.code("XR24")
        case .rgb565: Self.code("RG16")
        case .xbgr8888: Self.code("XB24")
        }
    }

    /// The format to use on a plane: `wanted` if the plane supports it; otherwise RGB565 for a
    /// driver that prefers 16 bits, since it would have to convert others; otherwise the first one
    /// that the plane supports. `nil` if it supports none.
    ///
    /// - Parameters:
    ///   - codes: The codes of the formats that the plane supports.
    ///   - wanted: The format that the user asks for.
    ///   - preferredDepth: The driver's preferred bits per pixel (`DRM_CAP_DUMB_PREFERRED_DEPTH`).
    static func best(among codes: [UInt32], wanted: Self?, preferredDepth: Int) -> Self? {
        let order = [wanted, preferredDepth == 16 ? .rgb565 : nil].compactMap(\.self) + allCases
        return order.first { codes.contains($0.code) }
    }

    /// A list of formats, for people: "RG24, AR24".
    static func list(_ codes: [UInt32]) -> String {
        let names = codes.map { code in
            String(
                decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) },
                as: UTF8.self)
        }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    /// The kernel's code for four letters.
    static func code(_ name: String) -> UInt32 {
        name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
