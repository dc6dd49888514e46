public import Drawing

/// The properties of a layer.
extension Layer {
    /// The coordinates in which the contents are drawn, in pixels. Animatable.
    public var bounds: Rect {
        get { model.bounds }
        set {
            let old = model.bounds
            guard newValue != old, newValue.isFinite else { return }
            model.bounds = newValue
            changed(.bounds, from: old, to: newValue)
            // After the animation of the bounds has begun, which still shows the old ones.
            if newValue.size != old.size { setNeedsDisplay() }
        }
    }
    /// The position of the layer's anchor in the superlayer's coordinates. Animatable.
    public var position: Point {
        get { model.position }
        set {
            let old = model.position
            guard newValue != old, newValue.isFinite else { return }
            model.position = newValue
            changed(.position, from: old, to: newValue)
        }
    }
    /// The point of the bounds that is at `position`, and about which `transform` rotates. (0, 0)
    /// is the top left and (1, 1) the bottom right; (0.5, 0.5), the centre, by default.
    public var anchorPoint: Point {
        get { model.anchorPoint }
        set {
            guard newValue != model.anchorPoint, newValue.isFinite else { return }
            model.anchorPoint = newValue
            invalidate(.placement)
        }
    }
    /// The transform of the layer and its sublayers about `position`. Animatable.
    public var transform: AffineTransform {
        get { model.transform }
        set {
            let old = model.transform
            guard newValue != old, newValue.isFinite else { return }
            model.transform = newValue
            isTransformed = newValue != .identity
            changed(.transform, from: old, to: newValue)
        }
    }
    /// The opacity, from 0 (invisible) to 1; sublayers' opacities are multiplied by it. Animatable.
    public var opacity: Double {
        get { model.opacity }
        set {
            let old = model.opacity
            let new = newValue.accepted(.within(0...1), else: old)
            guard new != old else { return }
            model.opacity = new
            changed(.opacity, from: old, to: new)
        }
    }
    /// Whether the layer and its sublayers are hidden.
    public var isHidden: Bool {
        get { model.isHidden }
        set {
            guard newValue != model.isHidden else { return }
            model.isHidden = newValue
            invalidate(.placement)
        }
    }
    /// Layers with a greater number are drawn in front of their siblings; 0 by default.
    public var zPosition: Double {
        get { model.zPosition }
        set {
            let new = newValue.accepted(.finite, else: model.zPosition)
            guard new != model.zPosition else { return }
            model.zPosition = new
            superlayer?.needsSorting = true
            tree?.noteOrder()
            invalidate(.placement)
        }
    }
    /// The colour of the bounds below the contents; `nil` for none. Animatable.
    public var backgroundColor: Color? {
        get { model.backgroundColor }
        set {
            let old = model.backgroundColor
            guard newValue != old else { return }
            model.backgroundColor = newValue
            changed(.backgroundColor, from: old ?? .clear, to: newValue ?? .clear)
        }
    }
    /// A bitmap that fills the bounds, above the background and below the drawing of ``draw(in:)``.
    /// It is stretched unless its size is that of the bounds.
    ///
    /// After changing its pixels, call `setNeedsDisplay()`.
    public var contents: Bitmap? {
        get { model.contents }
        set {
            guard newValue !== model.contents else { return }
            model.contents = newValue
            setNeedsDisplay()
        }
    }
    /// The radius of the background's and the border's corners, in pixels. Animatable.
    public var cornerRadius: Double {
        get { model.cornerRadius }
        set {
            let old = model.cornerRadius
            let new = newValue.accepted(.notNegative, else: old)
            guard new != old else { return }
            model.cornerRadius = new
            changed(.cornerRadius, from: old, to: new)
        }
    }
    /// The width of the border, in pixels; 0 (the default) for none. It is inside the bounds, above
    /// the contents and below the sublayers. Animatable.
    public var borderWidth: Double {
        get { model.borderWidth }
        set {
            let old = model.borderWidth
            let new = newValue.accepted(.notNegative, else: old)
            guard new != old else { return }
            model.borderWidth = new
            changed(.borderWidth, from: old, to: new)
        }
    }
    /// The colour of the border; `nil` for none. Animatable.
    public var borderColor: Color? {
        get { model.borderColor }
        set {
            let old = model.borderColor
            guard newValue != old else { return }
            model.borderColor = newValue
            changed(.borderColor, from: old ?? .clear, to: newValue ?? .clear)
        }
    }
    /// Whether sublayers are clipped to the bounds; off by default. The clip is an axis-aligned
    /// rectangle on whole pixels. It ignores rounded corners and rotations.
    public var masksToBounds: Bool {
        get { model.masksToBounds }
        set {
            guard newValue != model.masksToBounds else { return }
            model.masksToBounds = newValue
            invalidate(.placement)
        }
    }

    // MARK: Visible values

    /// The visible `opacity`.
    var visibleOpacity: Double {
        isAnimated ? presentation(of: .opacity).clamped(from: 0, to: 1) : model.opacity
    }

    /// The visible `bounds`.
    var visibleBounds: Rect { isAnimated ? presentation(of: .bounds) : model.bounds }

    /// The visible `backgroundColor`; `nil` or clear for none.
    var visibleBackgroundColor: Color? {
        isAnimated ? presentation(of: .backgroundColor) : model.backgroundColor
    }

    /// The visible `cornerRadius`.
    var visibleCornerRadius: Double {
        isAnimated ? presentation(of: .cornerRadius) : model.cornerRadius
    }

    /// The visible `borderWidth`.
    var visibleBorderWidth: Double {
        isAnimated ? presentation(of: .borderWidth) : model.borderWidth
    }
}

extension Point {
    fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Rect {
    fileprivate var isFinite: Bool {
        minX.isFinite && minY.isFinite && width.isFinite && height.isFinite
    }
}

extension AffineTransform {
    fileprivate var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }
}
