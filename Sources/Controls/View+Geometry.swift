public import Drawing

extension View {
    /// Converts a point from this view's coordinates to those of `view` in the same window; `nil`
    /// is the window.
    public func convert(_ point: Point, to view: View?) -> Point {
        let inWindow = convertToWindow(point)
        return view?.convertFromWindow(inWindow) ?? inWindow
    }

    /// Converts a point to this view's coordinates from those of `view` in the same window; `nil`
    /// is the window.
    public func convert(_ point: Point, from view: View?) -> Point {
        convertFromWindow(view?.convertToWindow(point) ?? point)
    }

    /// Converts a rectangle from this view's coordinates to those of `view`: the smallest one
    /// around it.
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

    /// Converts a rectangle to this view's coordinates from those of `view`: the smallest one
    /// around it.
    public func convert(_ rect: Rect, from view: View) -> Rect { view.convert(rect, to: self) }

    /// The rectangle of the view in the window, in pixels.
    package var frameInWindow: Rect { convert(bounds, to: nil) }

    /// Converts a point of the window to this view's coordinates.
    func convertFromWindow(_ point: Point) -> Point {
        guard let container else { return point }
        // This runs on each move of a finger. The superview lives as long as it contains this view.
        return convertFromSuperview(
            container._withUnsafeGuaranteedRef { $0.convertFromWindow(point) })
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
        layer.convertFromSuperlayer(point)
    }

    private func convertToSuperview(_ point: Point) -> Point {
        if layer.isTransformed { return layer.placementInSuperlayer.apply(to: point) }
        let frame = layer.frame
        let origin = layer.bounds.origin
        return point.offsetBy(dx: frame.minX - origin.x, dy: frame.minY - origin.y)
    }

    // MARK: Size

    /// The length of a side of `intrinsicContentSize` that the contents do not determine.
    public static let noIntrinsicMetric = -1.0

    /// Resizes the view to the size that suits it best, without moving its top left corner.
    public func sizeToFit() {
        frame = Rect(origin: frame.origin, size: sizeThatFits(bounds.size))
    }
}
