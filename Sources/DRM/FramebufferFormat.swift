/// How a framebuffer keeps its pixels: what the daemon can write, of what planes can show.
///
/// A pixel is a number of 32 or 16 bits in the machine's byte order.
package enum FramebufferFormat: String, CaseIterable, Sendable {
    /// 0x··RRGGBB.
    case xrgb8888 = "XRGB8888"
    /// Five bits of red, six of green and five of blue.
    case rgb565 = "RGB565"
    /// 0x··BBGGRR.
    case xbgr8888 = "XBGR8888"

    /// Bytes from one pixel of a row to the next.
    package var bytesPerPixel: Int { self == .rgb565 ? 2 : 4 }

    /// The kernel's name; Swift cannot see the macros of `drm_fourcc.h`.
    var code: UInt32 {
        switch self {
        case .xrgb8888: Self.code("XR24")
        case .rgb565: Self.code("RG16")
        case .xbgr8888: Self.code("XB24")
        }
    }

    /// The format to use on a plane: the one that is wanted; else the one of 16 bits for a driver
    /// that prefers these, since it would have to convert others; else the first of ours that the
    /// plane has. `nil` if it has none.
    ///
    /// - Parameters:
    ///   - codes: What the plane can show.
    ///   - wanted: What the user asks for; taken only if the plane has it.
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

    /// The number that four letters are to the kernel.
    static func code(_ name: String) -> UInt32 {
        name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
