import Drawing

/// The drawing of a layer.
extension Layer {
    /// Whether the contents are drawn at their own size.
    var isUnstretched: Bool {
        (!isAnimated || !isDrawn || visibleBounds.size == bounds.size)
            && (model.contents.map(fits) ?? true)
    }

    func drawBackground(in canvas: Canvas) {
        guard let color = visibleBackgroundColor?.faded(to: place.opacity), color.alpha > 0
        else { return }
        let placed = place.placement.apply(to: visibleBounds)
        let radius = visibleCornerRadius
        canvas.bitmap.fillBox(
            radius == 0 ? Rect(placed.integral) : placed, cornerRadius: radius, color: color,
            clippedTo: canvas.clip)
    }

    func drawBorder(in canvas: Canvas) {
        let width = visibleBorderWidth
        guard width > 0 else { return }
        let color = presentation(of: .borderColor).faded(to: place.opacity)
        let placed = place.placement.apply(to: visibleBounds)
        canvas.bitmap.strokeBox(
            placed.insetBy(dx: width / 2, dy: width / 2),
            cornerRadius: max(visibleCornerRadius - width / 2, 0), width: width,
            color: color, clippedTo: canvas.clip)
    }

    func drawRaster(in canvas: Canvas) {
        guard !bounds.isEmpty else { return }
        if raster == nil {
            raster = LayerRaster(of: bounds, in: tree) { draw(in: $0) }
            tree?.noteDrawing(of: self)
        }
        raster?.draw(in: canvas, at: rasterOrigin, opacity: place.opacity)
    }

    /// The origin of the cached drawing on the screen, if the layer is not transformed.
    var rasterOrigin: PixelPoint {
        place.placement.apply(to: visibleBounds.origin).rounded
    }

    /// Draws the rotated or scaled contents into a bitmap of their own, which is then composited.
    /// The bitmap is not clipped to the damage, so it is drawn once for all frames.
    func drawTurned(in canvas: Canvas) {
        let frame = shown.intersection(canvas.bitmap.bounds)
        guard !frame.isEmpty else { return }
        let known: LayerRaster
        if let raster, raster.isTurned, raster.frame == frame {
            known = raster
        } else {
            known = LayerRaster(turned: frame, by: place.placement) { drawTurned(in: $0) }
            raster = known
        }
        known.draw(in: canvas, at: PixelPoint(x: frame.x, y: frame.y), opacity: place.opacity)
    }

    /// Draws all contents of the layer.
    func drawAll(in context: Context) {
        let rect = visibleBounds
        let radius = visibleCornerRadius
        if let color = visibleBackgroundColor, color.alpha > 0 {
            context.fill(Path(roundedRect: rect, cornerRadius: radius), color)
        }
        if let contents = model.contents { context.draw(contents, in: rect) }
        if isDrawn, !bounds.isEmpty, !rect.isEmpty {
            context.withSavedState {
                context.translateBy(x: rect.minX, y: rect.minY)
                context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
                context.translateBy(x: -bounds.minX, y: -bounds.minY)
                // An upright drawing ends with its pixels.
                if !place.isUpright || !isUnstretched { context.clip(to: bounds) }
                draw(in: context)
            }
        }
        let width = visibleBorderWidth
        let border = presentation(of: .borderColor)
        guard width > 0, border.alpha > 0 else { return }
        context.stroke(
            Path(
                roundedRect: rect.insetBy(dx: width / 2, dy: width / 2),
                cornerRadius: max(radius - width / 2, 0)), border, width: width)
    }

    /// Whether the edges of a rectangle, in the layer's own coordinates, are on whole pixels.
    func isOnPixels(_ rect: Rect) -> Bool {
        let placed = place.placement.apply(to: rect)
        return Rect(placed.integral) == placed
    }

    /// Whether a bitmap is on whole pixels and is not stretched.
    func fits(_ picture: Bitmap) -> Bool {
        let placed = place.placement.apply(to: visibleBounds)
        let pixels = placed.integral
        return Rect(pixels) == placed && pixels.width == picture.width
            && pixels.height == picture.height
    }

    /// Draws a bitmap for which `fits(_:)` is `true`.
    func draw(_ picture: Bitmap, in canvas: Canvas) {
        canvas.bitmap.composite(
            picture, at: place.placement.apply(to: visibleBounds).origin.rounded,
            clippedTo: canvas.clip, opacity: place.opacity)
    }
}

extension Point {
    /// The nearest whole pixel; a half rounds away from 0. Without `rounded()`, which calls a
    /// function.
    var rounded: PixelPoint {
        func whole(_ coordinate: Double) -> Int {
            let limit = Double(PixelRect.coordinateLimit)
            let limited = coordinate.clamped(from: -limit, to: limit)
            let whole = Int(limited)
            // Adding 0.5 before truncation would round up the greatest number below 0.5.
            let rest = limited - Double(whole)
            return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
        }
        return PixelPoint(x: whole(x), y: whole(y))
    }
}
