public import Drawing

/// What can be set on a layer.
extension Layer {
    /// The space the contents are drawn in, in pixels. Animatable.
    public var bounds: Rect {
        get { model.bounds }
        set {
            let old = model.bounds
            guard newValue != old, newValue.isFinite else { return }
            model.bounds = newValue
            if newValue.size != old.size { setNeedsDisplay() }
            changed(.bounds, from: old, to: newValue)
        }
    }
    /// Where the layer's anchor lies in the superlayer's space. Animatable.
    public var position: Point {
        get { model.position }
        set {
            let old = model.position
            guard newValue != old, newValue.isFinite else { return }
            model.position = newValue
            changed(.position, from: old, to: newValue)
        }
    }
    /// What of the bounds lies at `position`, and what `transform` turns about: (0, 0) is the top
    /// left, (1, 1) the bottom right, and (0.5, 0.5), the centre, the default.
    public var anchorPoint: Point {
        get { model.anchorPoint }
        set {
            guard newValue != model.anchorPoint, newValue.isFinite else { return }
            model.anchorPoint = newValue
            invalidate(.placement)
        }
    }
    /// Turns or scales the layer and its sublayers about `position`. Animatable.
    public var transform: AffineTransform {
        get { model.transform }
        set {
            let old = model.transform
            guard newValue != old, newValue.isFinite else { return }
            model.transform = newValue
            changed(.transform, from: old, to: newValue)
        }
    }
    /// 0 (invisible) to 1 (opaque); each sublayer's own is multiplied with it. Animatable.
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
    /// Whether the layer and its sublayers are left out.
    public var isHidden: Bool {
        get { model.isHidden }
        set {
            guard newValue != model.isHidden else { return }
            model.isHidden = newValue
            invalidate(.placement)
        }
    }
    /// Layers with a greater one are drawn above their siblings with a lesser one; 0 by default.
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
    /// Fills the bounds below the contents; `nil` for nothing. Animatable.
    public var backgroundColor: Color? {
        get { model.backgroundColor }
        set {
            let old = model.backgroundColor
            guard newValue != old else { return }
            model.backgroundColor = newValue
            changed(.backgroundColor, from: old ?? .clear, to: newValue ?? .clear)
        }
    }
    /// A picture that fills the bounds, above the background and below what the delegate draws;
    /// stretched unless it has their size.
    ///
    /// Whoever changes its pixels calls `setNeedsDisplay()`.
    public var contents: Bitmap? {
        get { model.contents }
        set {
            guard newValue !== model.contents else { return }
            model.contents = newValue
            damage(model.bounds)
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
    /// The width of the line along the inside of the bounds, above the contents and below the
    /// sublayers, in pixels; 0, the default, for none. Animatable.
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
    /// Whether sublayers are seen only inside the bounds; off by default. What is cut off is upright
    /// and on whole pixels, whatever the corners and the transform.
    public var masksToBounds: Bool {
        get { model.masksToBounds }
        set {
            guard newValue != model.masksToBounds else { return }
            model.masksToBounds = newValue
            invalidate(.placement)
        }
    }

    // MARK: As an animation may have it

    /// `opacity` as it is seen.
    var visibleOpacity: Double {
        isAnimated ? presentation(of: .opacity).clamped(from: 0, to: 1) : model.opacity
    }

    /// `bounds` as they are seen.
    var visibleBounds: Rect { isAnimated ? presentation(of: .bounds) : model.bounds }

    /// `backgroundColor` as it is seen; `nil` or clear for nothing.
    var visibleBackgroundColor: Color? {
        isAnimated ? presentation(of: .backgroundColor) : model.backgroundColor
    }

    /// `cornerRadius` as it is seen.
    var visibleCornerRadius: Double {
        isAnimated ? presentation(of: .cornerRadius) : model.cornerRadius
    }

    /// `borderWidth` as it is seen.
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
