public import Drawing

/// A property of a layer that an animation can stand for, and the type of its values.
///
/// `BasicAnimation(.opacity, to: 0)` is of numbers, `BasicAnimation(.position, to: point)` of points.
public struct AnimatableProperty<Value: Animatable>: Sendable {
    let name: AnimatedName
    /// What the property is set to.
    let model: @Sendable (Layer) -> Value
}

/// Which of a layer's properties is animated.
enum AnimatedName: String, Sendable {
    case position, bounds, transform, rotation, opacity, backgroundColor, cornerRadius
    case borderWidth, borderColor
    case translationX, translationY
    case fillColor, strokeColor, lineWidth, arcEnd, strokeEnd

    /// Whether it says where or whether the layer is seen, and not what of it.
    var isPlacement: Bool {
        switch self {
        case .position, .bounds, .transform, .rotation, .translationX, .translationY, .opacity: true
        default: false
        }
    }
}

extension AnimatableProperty where Value == Double {
    /// The layer's turn about its position, in radians, clockwise. It stands for `transform`.
    public static var rotation: Self {
        Self(name: .rotation) { TransformParts($0.transform).turn.radians }
    }
    /// How far the layer lies to the right of its place, in pixels; 0 unless animated.
    public static var translationX: Self { Self(name: .translationX) { _ in 0 } }
    /// How far the layer lies below its place, in pixels; 0 unless animated.
    public static var translationY: Self { Self(name: .translationY) { _ in 0 } }
    /// How much of a shape layer's straight line is drawn from its start, 0 to 1; all unless
    /// animated.
    public static var strokeEnd: Self { Self(name: .strokeEnd) { _ in 1 } }
    /// The layer's opacity, 0 to 1.
    public static var opacity: Self { Self(name: .opacity) { $0.opacity } }
    /// The radius of the background's corners, in pixels.
    public static var cornerRadius: Self { Self(name: .cornerRadius) { $0.cornerRadius } }
    /// The width of the border, in pixels.
    public static var borderWidth: Self { Self(name: .borderWidth) { $0.borderWidth } }
    /// The width of a shape layer's line, in pixels.
    public static var lineWidth: Self {
        Self(name: .lineWidth) { ($0 as? ShapeLayer)?.lineWidth ?? 0 }
    }
    /// Where a shape layer's arc ends, in radians.
    public static var arcEnd: Self {
        Self(name: .arcEnd) { layer in
            guard case .arc(_, _, _, let end)? = (layer as? ShapeLayer)?.shape else { return 0 }
            return end.radians
        }
    }
}

extension AnimatableProperty where Value == Point {
    /// Where the layer's anchor lies in its superlayer.
    public static var position: Self { Self(name: .position) { $0.position } }
}

extension AnimatableProperty where Value == Rect {
    /// The layer's own space. The contents are stretched meanwhile, and the sublayers are not.
    public static var bounds: Self { Self(name: .bounds) { $0.bounds } }
}

extension AnimatableProperty where Value == AffineTransform {
    /// The layer's transform. For a turn that is to go a certain way round take `rotation`.
    public static var transform: Self { Self(name: .transform) { $0.transform } }
}

extension AnimatableProperty where Value == Color {
    /// The colour below the contents; none is `clear`.
    public static var backgroundColor: Self {
        Self(name: .backgroundColor) { $0.backgroundColor ?? .clear }
    }
    /// The colour of the border; none is `clear`.
    public static var borderColor: Self { Self(name: .borderColor) { $0.borderColor ?? .clear } }
    /// The colour of a shape layer's inside; none is `clear`.
    public static var fillColor: Self {
        Self(name: .fillColor) { ($0 as? ShapeLayer)?.fillColor ?? .clear }
    }
    /// The colour of a shape layer's line; none is `clear`.
    public static var strokeColor: Self {
        Self(name: .strokeColor) { ($0 as? ShapeLayer)?.strokeColor ?? .clear }
    }
}
