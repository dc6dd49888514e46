public import Drawing

extension View {
    /// A point of this view's space in that of `view`, in the same window; in the window's for `nil`.
    public func convert(_ point: Point, to view: View?) -> Point {
        let inWindow = convertToWindow(point)
        return view?.convertFromWindow(inWindow) ?? inWindow
    }

    /// A point of the space of `view`, in the same window, in this view's; `nil` is the window.
    public func convert(_ point: Point, from view: View?) -> Point {
        convertFromWindow(view?.convertToWindow(point) ?? point)
    }

    /// The smallest upright rectangle around a rectangle of this view's space in that of `view`.
    public func convert(_ rect: Rect, to view: View?) -> Rect {
        let corners = [
            rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.minX, y: rect.maxY),
            Point(x: rect.maxX, y: rect.maxY),
        ].map { convert($0, to: view) }
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
        else { return .zero }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest upright rectangle around a rectangle of the space of `view` in this view's.
    public func convert(_ rect: Rect, from view: View) -> Rect { view.convert(rect, to: self) }

    /// The rectangle the view takes up in the window, in pixels.
    package var frameInWindow: Rect { convert(bounds, to: nil) }

    /// A point of the window, in this view's space.
    func convertFromWindow(_ point: Point) -> Point {
        guard let superview else { return point }
        return convertFromSuperview(superview.convertFromWindow(point))
    }

    private func convertToWindow(_ point: Point) -> Point {
        var point = point
        var view = self
        while let superview = view.superview {
            point = view.convertToSuperview(point)
            view = superview
        }
        return point
    }

    func convertFromSuperview(_ point: Point) -> Point {
        // A view that is flattened to a line is touched as if it were not.
        if layer.transform != .identity, let inverse = layer.placementInSuperlayer.inverted() {
            return inverse.apply(to: point)
        }
        let frame = layer.frame
        let origin = layer.bounds.origin
        return point.offsetBy(dx: origin.x - frame.minX, dy: origin.y - frame.minY)
    }

    private func convertToSuperview(_ point: Point) -> Point {
        if layer.transform != .identity { return layer.placementInSuperlayer.apply(to: point) }
        let frame = layer.frame
        let origin = layer.bounds.origin
        return point.offsetBy(dx: frame.minX - origin.x, dy: frame.minY - origin.y)
    }

    // MARK: Size

    /// What `intrinsicContentSize` says of a side that nothing in the view asks for.
    public static let noIntrinsicMetric = -1.0

    /// Takes the size that suits the view best, its top left staying where it is.
    public func sizeToFit() {
        frame = Rect(origin: frame.origin, size: sizeThatFits(bounds.size))
    }
}
