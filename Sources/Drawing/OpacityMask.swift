import CPixman

/// A mask with the same opacity for every pixel.
struct OpacityMask: ~Copyable {
    /// pixman's mask; `nil` if the opacity is 0 or 1.
    let image: OpaquePointer?

    /// Whether the opacity is 0.
    let hidesAll: Bool

    /// A mask for an opacity of 0 to 1, in the 255 steps of a pixel's components.
    init(_ opacity: Double) {
        // NaN compares false with everything, and so hides all.
        let step = opacity > 0 ? UInt16((min(opacity, 1) * 255).rounded()) : 0
        hidesAll = step == 0
        var color = pixman_color_t(red: 0, green: 0, blue: 0, alpha: step * 257)
        image = step == 0 || step == 255 ? nil : pixman_image_create_solid_fill(&color)
    }

    deinit {
        if let image { pixman_image_unref(image) }
    }
}
