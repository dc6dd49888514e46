import Drawing

/// What a layer shows that is neither turned nor stretched.
extension Layer {
    func drawBackground(in canvas: Canvas) {
        let color = presentation(of: .backgroundColor).faded(to: place.opacity)
        guard color.alpha > 0 else { return }
        let placed = place.placement.apply(to: visibleBounds)
        let radius = presentation(of: .cornerRadius)
        canvas.bitmap.fillBox(
            radius == 0 ? Rect(placed.integral) : placed, cornerRadius: radius, color: color,
            clippedTo: canvas.clip)
    }

    func drawBorder(in canvas: Canvas) {
        let width = presentation(of: .borderWidth)
        guard width > 0 else { return }
        let color = presentation(of: .borderColor).faded(to: place.opacity)
        let placed = place.placement.apply(to: visibleBounds)
        canvas.bitmap.strokeBox(
            placed.insetBy(dx: width / 2, dy: width / 2),
            cornerRadius: max(presentation(of: .cornerRadius) - width / 2, 0), width: width,
            color: color, clippedTo: canvas.clip)
    }

    /// Whether a picture lies on whole pixels and is not stretched.
    func fits(_ picture: Bitmap) -> Bool {
        let placed = place.placement.apply(to: visibleBounds)
        let pixels = placed.integral
        return Rect(pixels) == placed && pixels.width == picture.width
            && pixels.height == picture.height
    }

    /// Draws a picture that fits.
    func draw(_ picture: Bitmap, in canvas: Canvas) {
        canvas.bitmap.composite(
            picture, at: place.placement.apply(to: visibleBounds).origin.rounded,
            clippedTo: canvas.clip, opacity: place.opacity)
    }
}

extension Point {
    /// The nearest whole pixel.
    var rounded: PixelPoint {
        func whole(_ coordinate: Double) -> Int {
            let limit = Double(PixelRect.coordinateLimit)
            return Int(min(max(coordinate.rounded(), -limit), limit))
        }
        return PixelPoint(x: whole(x), y: whole(y))
    }
}
