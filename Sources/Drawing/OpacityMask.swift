import CCairo

/// A mask that lets the same share of every pixel through.
struct OpacityMask: ~Copyable {
    /// What pixman is to multiply with; nil if all is let through.
    let image: OpaquePointer?

    /// Whether nothing is let through.
    let hidesAll: Bool

    /// A mask for an opacity of 0 to 1, in the 255 steps that pixels have.
    init(_ opacity: Double) {
        // A NaN compares false with everything, and hides all.
        let step = opacity > 0 ? UInt16((min(opacity, 1) * 255).rounded()) : 0
        hidesAll = step == 0
        var color = pixman_color_t(red: 0, green: 0, blue: 0, alpha: step * 257)
        image = step == 0 || step == 255 ? nil : pixman_image_create_solid_fill(&color)
    }

    deinit {
        if let image { pixman_image_unref(image) }
    }
}
