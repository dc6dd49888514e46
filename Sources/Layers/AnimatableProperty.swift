public import Drawing

/// A property of a layer that can be animated, and the type of its values.
///
/// `BasicAnimation(.opacity, to: 0)` animates a number, `BasicAnimation(.position, to: point)` a
/// point.
public struct AnimatableProperty<Value: Animatable>: Sendable {
    let name: AnimatedName
    /// The value that the property is set to.
    let model: @Sendable (Layer) -> Value
}

/// The name of an animatable property of a layer.
enum AnimatedName: String, Sendable {
    case position, bounds, transform, rotation, opacity, backgroundColor, cornerRadius
    case borderWidth, borderColor
    case translationX, translationY
    case fillColor, strokeColor, lineWidth, arcEnd, strokeEnd

    /// Whether the property changes where the layer is visible, or whether it is, but not its
    /// contents.
    var isPlacement: Bool {
        switch self {
        case .position, .bounds, .transform, .rotation, .translationX, .translationY, .opacity: true
        default: false
        }
    }
}

extension AnimatableProperty where Value == Double {
    /// The layer's rotation about its position, in radians, clockwise. It replaces `transform`.
    public static var rotation: Self {
        Self(name: .rotation) { TransformParts($0.transform).turn.radians }
    }
    /// The layer's offset to the right, in pixels; 0 unless animated.
    public static var translationX: Self { Self(name: .translationX) { _ in 0 } }
    /// The layer's offset downwards, in pixels; 0 unless animated.
    public static var translationY: Self { Self(name: .translationY) { _ in 0 } }
    /// The fraction of a shape layer's straight line that is drawn, from its start, 0 to 1; 1
    /// unless animated.
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
    /// The end of a shape layer's arc, in radians.
    public static var arcEnd: Self {
        Self(name: .arcEnd) { layer in
            guard case .arc(_, _, _, let end)? = (layer as? ShapeLayer)?.shape else { return 0 }
            return end.radians
        }
    }
}

extension AnimatableProperty where Value == Point {
    /// The position of the layer's anchor in its superlayer.
    public static var position: Self { Self(name: .position) { $0.position } }
}

extension AnimatableProperty where Value == Rect {
    /// The layer's own coordinates. An animation stretches the contents, but not the sublayers.
    public static var bounds: Self { Self(name: .bounds) { $0.bounds } }
}

extension AnimatableProperty where Value == AffineTransform {
    /// The layer's transform. To choose the direction of a rotation, use `rotation`.
    public static var transform: Self { Self(name: .transform) { $0.transform } }
}

extension AnimatableProperty where Value == Color {
    /// The colour below the contents; `clear` for none.
    public static var backgroundColor: Self {
        Self(name: .backgroundColor) { $0.backgroundColor ?? .clear }
    }
    /// The colour of the border; `clear` for none.
    public static var borderColor: Self { Self(name: .borderColor) { $0.borderColor ?? .clear } }
    /// The fill colour of a shape layer; `clear` for none.
    public static var fillColor: Self {
        Self(name: .fillColor) { ($0 as? ShapeLayer)?.fillColor ?? .clear }
    }
    /// The line colour of a shape layer; `clear` for none.
    public static var strokeColor: Self {
        Self(name: .strokeColor) { ($0 as? ShapeLayer)?.strokeColor ?? .clear }
    }
}
