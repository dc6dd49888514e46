import CCairo

/// A solid fill for pixman.
final class SolidImage {
    let color: Color
    let image: OpaquePointer

    init(_ color: Color) {
        self.color = color
        func component(_ value: Double) -> UInt16 { UInt16((value * 65535).rounded()) }
        var premultiplied = pixman_color_t(
            red: component(color.red * color.alpha), green: component(color.green * color.alpha),
            blue: component(color.blue * color.alpha), alpha: component(color.alpha))
        guard let image = pixman_image_create_solid_fill(&premultiplied) else {
            preconditionFailure("out of memory")
        }
        self.image = image
    }

    deinit {
        pixman_image_unref(image)
    }
}
