import CCairo

/// Draws paths, gradients, shadows and bitmaps into a bitmap.
///
/// Points are pixels of the bitmap until the context is translated, rotated or scaled. The methods
/// have CoreGraphics' names. All drawing is complete when the bitmap is read.
public final class Context {
    private var cairo: OpaquePointer
    private var savedStates: [(blendMode: BlendMode, isClipped: Bool)] = []
    /// Whether something limits further drawing.
    private(set) var isClipped = false

    private var target: Bitmap?
    /// The recorded steps, until the bitmap is read; `nil` if the context draws at once.
    package private(set) var steps: DrawingSteps?

    /// A context with no clip and no transform.
    public init(_ bitmap: Bitmap) {
        target = bitmap
        // The pixels may have been changed without cairo.
        cairo_surface_mark_dirty(bitmap.surface)
        cairo = Self.begin(bitmap.surface)
    }

    /// A context that records its steps, and draws them when its bitmap is read.
    ///
    /// - Parameters:
    ///   - width: The number of columns of the bitmap.
    ///   - height: The number of its rows.
    package init(recordingForWidth width: Int, height: Int) {
        steps = DrawingSteps(width: width, height: height)
        // An empty surface, which only keeps track of the transform.
        let empty = cairo_image_surface_create(CAIRO_FORMAT_A8, 0, 0)
        defer { cairo_surface_destroy(empty) }
        cairo = Self.begin(empty)
    }

    deinit {
        cairo_surface_flush(cairo_get_target(cairo))
        cairo_destroy(cairo)
    }

    private static func begin(_ surface: OpaquePointer?) -> OpaquePointer {
        guard let cairo = cairo_create(surface) else { preconditionFailure("out of memory") }
        // cairo's default of 0.1 pixels shows as corners on the arc of a large knob.
        cairo_set_tolerance(cairo, 0.02)
        checkStatus(of: cairo)
        return cairo
    }

    /// The target bitmap.
    public var bitmap: Bitmap { target ?? drawSteps() }

    /// Draws the recorded steps. From then on, the context draws at once.
    private func drawSteps() -> Bitmap {
        guard let recorded = steps else { preconditionFailure("a context has steps or a bitmap") }
        let bitmap = Bitmap(width: recorded.width, height: recorded.height)
        cairo_destroy(cairo)
        cairo = Self.begin(bitmap.surface)
        target = bitmap
        steps = nil
        savedStates = []
        blendMode = .normal
        isClipped = false
        recorded.draw(in: self)
        return bitmap
    }

    /// Records a step, if the context is recording. The result is whether it is; if not, the caller
    /// draws.
    func record(_ step: @autoclosure () -> DrawingSteps.Step) -> Bool {
        steps?.record(step()) != nil
    }

    // MARK: State

    /// How further drawing combines with the existing pixels.
    public var blendMode = BlendMode.normal {
        didSet {
            cairo_set_operator(cairo, blendMode.cairo)
            _ = record(.blendMode(blendMode))
        }
    }

    /// The transform from the context's coordinates to the bitmap's pixels.
    public var transform: AffineTransform {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        return AffineTransform(
            a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, tx: matrix.x0, ty: matrix.y0)
    }

    /// Saves the transform, the clip and the blend mode.
    public func saveState() {
        _ = record(.saveState)
        cairo_save(cairo)
        savedStates.append((blendMode, isClipped))
        checkStatus()
    }

    /// Restores the last saved state.
    ///
    /// - Precondition: A state was saved.
    public func restoreState() {
        guard let state = savedStates.popLast() else {
            preconditionFailure("no state was saved")
        }
        _ = record(.restoreState)
        cairo_restore(cairo)
        (blendMode, isClipped) = state
        checkStatus()
    }

    /// Runs `body`, and then restores the transform, the clip and the blend mode.
    public func withSavedState<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        saveState()
        defer { restoreState() }
        try body()
    }

    /// Moves the origin of further drawing.
    public func translateBy(x: Double, y: Double) {
        _ = record(.translate(x: x, y: y))
        cairo_translate(cairo, x, y)
    }

    /// Rotates further drawing around the origin, clockwise.
    public func rotate(by angle: Angle) {
        _ = record(.rotate(angle))
        cairo_rotate(cairo, angle.radians)
    }

    /// Scales further drawing about the origin, by factors other than 0.
    public func scaleBy(x: Double, y: Double) {
        _ = record(.scale(x: x, y: y))
        cairo_scale(cairo, x, y)
        checkStatus()
    }

    /// Applies `next` to further drawing, before the present transform.
    public func concatenate(_ next: AffineTransform) {
        _ = record(.concatenate(next))
        var matrix = cairo_matrix_t(
            xx: next.a, yx: next.b, xy: next.c, yy: next.d, x0: next.tx, y0: next.ty)
        cairo_transform(cairo, &matrix)
        checkStatus()
    }

    // MARK: Clip

    /// Limits further drawing to a rectangle.
    public func clip(to rect: Rect) {
        clip(to: Path(rect))
    }

    /// Limits further drawing to the inside of a path.
    public func clip(to path: Path) {
        guard !record(.clip(path)) else { return }
        cairo_new_path(cairo)
        path.trace(in: cairo)
        cairo_clip(cairo)
        isClipped = true
        checkStatus()
    }

    /// Limits further drawing to some of the bitmap's pixels, whatever the transform.
    public func clip(to region: Region) {
        guard !record(.clipPixels(Array(region.rects))) else { return }
        clipPixels(region)
        isClipped = true
        checkStatus()
    }

    private func clipPixels(_ region: Region) {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        cairo_identity_matrix(cairo)
        cairo_new_path(cairo)
        region.forEachRect {
            cairo_rectangle(cairo, Double($0.x), Double($0.y), Double($0.width), Double($0.height))
        }
        cairo_clip(cairo)
        cairo_set_matrix(cairo, &matrix)
    }

    // MARK: Drawing

    /// Makes the pixels in a rectangle transparent, within the clip.
    public func clear(_ rect: Rect) {
        let mode = blendMode
        blendMode = .clear
        fill(Path(rect), .black)
        blendMode = mode
    }

    /// Fills a rectangle.
    public func fill(_ rect: Rect, _ color: Color) {
        fill(Path(rect), color)
    }

    /// Fills the inside of a path.
    public func fill(_ path: Path, _ color: Color) {
        fill(path, with: .color(color))
    }

    /// Fills the inside of a path by the non-zero winding rule.
    public func fill(_ path: Path, with paint: Paint) {
        guard !record(.fill(path, paint)) else { return }
        guard !fillFigure(of: path, paint) else { return }
        draw(paint, within: path.boundingBox) {
            cairo_new_path(cairo)
            path.trace(in: cairo)
            cairo_fill(cairo)
        }
    }

    /// Draws a line along a path, `width` pixels thick and centred on it.
    public func stroke(
        _ path: Path, _ color: Color, width: Double, cap: LineCap = .butt, join: LineJoin = .miter
    ) {
        stroke(path, with: .color(color), width: width, cap: cap, join: join)
    }

    /// Draws a line along a path with any paint, `width` pixels thick and centred on the path.
    public func stroke(
        _ path: Path, with paint: Paint, width: Double, cap: LineCap = .butt,
        join: LineJoin = .miter
    ) {
        guard !record(.stroke(path, paint, width: width, cap: cap, join: join)) else { return }
        guard !strokeFigure(of: path, paint, width: width, cap: cap) else { return }
        // A join extends by up to 10 times half the width: cairo's miter limit.
        draw(paint, within: path.boundingBox.insetBy(dx: -width * 5, dy: -width * 5)) {
            cairo_new_path(cairo)
            path.trace(in: cairo)
            cairo_set_line_width(cairo, width)
            cairo_set_line_cap(cairo, cap.cairo)
            cairo_set_line_join(cairo, join.cairo)
            cairo_stroke(cairo)
        }
    }

    /// Draws a shape with a paint.
    ///
    /// Cairo composites a gradient once for each row with a curved edge. It is several times as fast
    /// to draw such a shape into a mask, and to composite the gradient once through it.
    ///
    /// - Parameter extent: What the shape may cover: the mask is no larger.
    private func draw(
        _ paint: Paint, within extent: @autoclosure () -> Rect, _ shape: () -> Void
    ) {
        if case .color = paint { return drawDirectly(paint, shape) }
        // An edge of the clip would be blended twice.
        guard !isClipped, blendMode == .normal else { return drawDirectly(paint, shape) }
        cairo_save(cairo)
        clipPixels(Region(transform.apply(to: extent()).integral))
        cairo_push_group_with_content(cairo, CAIRO_CONTENT_ALPHA)
        drawDirectly(.color(.black), shape)
        let mask = cairo_pop_group(cairo)
        setSource(paint)
        cairo_mask(cairo, mask)
        cairo_pattern_destroy(mask)
        cairo_restore(cairo)
        checkStatus()
    }

    private func drawDirectly(_ paint: Paint, _ shape: () -> Void) {
        setSource(paint)
        shape()
        checkStatus()
    }

    /// Draws the outer shadow of a path, as if it were raised. The path itself is not drawn.
    ///
    /// It takes about 10 ns for each pixel of the shadow, so the result should be cached.
    ///
    /// - Parameters:
    ///   - path: The path that casts the shadow.
    ///   - offset: The offset of the shadow, in pixels whatever the transform.
    ///   - blur: The blur of the edge, in pixels whatever the transform. It is twice the standard
    ///     deviation of the Gaussian, as in CSS.
    ///   - color: The colour of the shadow where it is darkest.
    public func drawShadow(of path: Path, offset: Point, blur: Double, color: Color) {
        guard !record(.shadow(path, offset: offset, blur: blur, color)) else { return }
        let shadow = path.applying(transform.concatenating(.translation(x: offset.x, y: offset.y)))
        guard let mask = mask(for: shadow.boundingBox, blur: blur) else { return }
        mask.fill(shadow)
        mask.blur(standardDeviation: blur / 2)
        draw(mask, color)
    }

    /// Draws the inner shadow of a path, as if everything around it were raised.
    ///
    /// - Parameters:
    ///   - path: The path into which the shadow falls.
    ///   - offset: The offset of the shadow, in pixels whatever the transform.
    ///   - blur: The blur of the edge, as in `drawShadow(of:offset:blur:color:)`.
    ///   - color: The colour of the shadow where it is darkest.
    public func drawInnerShadow(of path: Path, offset: Point, blur: Double, color: Color) {
        guard !record(.innerShadow(path, offset: offset, blur: blur, color)) else { return }
        let shadow = path.applying(transform.concatenating(.translation(x: offset.x, y: offset.y)))
        let extent = path.applying(transform).boundingBox.union(shadow.boundingBox)
        guard let mask = mask(for: extent, blur: blur) else { return }
        mask.fill(shadow)
        mask.invert()
        mask.blur(standardDeviation: blur / 2)
        mask.limit(to: path.applying(transform))
        draw(mask, color)
    }

    /// Draws a bitmap with its upper-left corner at a point. The transform applies.
    ///
    /// Without a transform and at whole pixels, `Bitmap.composite` does the same faster.
    public func draw(_ bitmap: Bitmap, at point: Point, opacity: Double = 1) {
        // Reading `self.bitmap` ends the recording: the bitmap might change before it is drawn.
        precondition(bitmap !== self.bitmap, "a bitmap is not drawn into itself")
        cairo_surface_mark_dirty(bitmap.surface)
        cairo_save(cairo)
        // Clipped, so that an operator such as `copy` changes nothing outside the bitmap.
        cairo_rectangle(cairo, point.x, point.y, Double(bitmap.width), Double(bitmap.height))
        cairo_clip(cairo)
        cairo_set_source_surface(cairo, bitmap.surface, point.x, point.y)
        cairo_paint_with_alpha(cairo, opacity)
        cairo_restore(cairo)
        checkStatus()
    }

    /// Draws a bitmap stretched to fill a rectangle.
    public func draw(_ bitmap: Bitmap, in rect: Rect, opacity: Double = 1) {
        guard !rect.isEmpty, !bitmap.bounds.isEmpty else { return }
        withSavedState {
            translateBy(x: rect.minX, y: rect.minY)
            scaleBy(
                x: rect.width / Double(bitmap.width), y: rect.height / Double(bitmap.height))
            draw(bitmap, at: .zero, opacity: opacity)
        }
    }

    /// Draws a part of a bitmap, stretched to fill a rectangle; in one colour if there is a tint.
    func draw(
        _ part: Rect, of bitmap: Bitmap, in rect: Rect, tintColor: Color?, opacity: Double
    ) {
        precondition(bitmap !== self.bitmap, "a bitmap is not drawn into itself")
        cairo_surface_mark_dirty(bitmap.surface)
        // A surface of its own, so that pixels beside the part are not mixed into its edge.
        let source = cairo_surface_create_for_rectangle(
            bitmap.surface, part.minX, part.minY, part.width, part.height)
        defer { cairo_surface_destroy(source) }
        let pattern = cairo_pattern_create_for_surface(source)
        defer { cairo_pattern_destroy(pattern) }
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_save(cairo)
        cairo_rectangle(cairo, rect.minX, rect.minY, rect.width, rect.height)
        cairo_clip(cairo)
        cairo_translate(cairo, rect.minX, rect.minY)
        cairo_scale(cairo, rect.width / part.width, rect.height / part.height)
        if let tintColor {
            setSource(.color(tintColor.withAlpha(tintColor.alpha * opacity)))
            cairo_mask(cairo, pattern)
        } else {
            cairo_set_source(cairo, pattern)
            cairo_paint_with_alpha(cairo, opacity)
        }
        cairo_restore(cairo)
        checkStatus()
    }

    // MARK: Masks

    /// Draws a colour through a mask, which is in the bitmap's pixels whatever the transform.
    func draw(_ mask: AlphaMask, _ color: Color) {
        guard !drawPixels(of: mask, color) else { return }
        cairo_save(cairo)
        cairo_identity_matrix(cairo)
        setSource(.color(color))
        cairo_mask_surface(cairo, mask.surface, Double(mask.frame.x), Double(mask.frame.y))
        cairo_restore(cairo)
        checkStatus()
    }

    /// A mask with space for a blurred shape, clipped to its visible part; `nil` if there is none.
    private func mask(for extent: Rect, blur: Double) -> AlphaMask? {
        let margin = Int(min(max(blur, 0) * 1.5, 1000).rounded(.up)) + 1
        let visible = bitmap.bounds.insetBy(dx: -margin, dy: -margin)
        let frame = extent.integral.insetBy(dx: -margin, dy: -margin).intersection(visible)
        return frame.isEmpty ? nil : AlphaMask(frame: frame)
    }

    private func setSource(_ paint: Paint) {
        let gradient: Gradient
        let pattern: OpaquePointer?
        switch paint {
        case .color(let color):
            cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
            return
        case .linear(let colors, let from, let to):
            gradient = colors
            pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
        case .radial(let colors, let center, let radius):
            gradient = colors
            pattern = cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius)
        }
        for stop in gradient.stops {
            cairo_pattern_add_color_stop_rgba(
                pattern, stop.location, stop.color.red, stop.color.green, stop.color.blue,
                stop.color.alpha)
        }
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_set_source(cairo, pattern)
        cairo_pattern_destroy(pattern)
    }

    /// Stops the program if cairo failed: it ran out of memory, or got an invalid argument.
    private func checkStatus() { Self.checkStatus(of: cairo) }

    private static func checkStatus(of cairo: OpaquePointer) {
        let status = cairo_status(cairo)
        precondition(
            status == CAIRO_STATUS_SUCCESS,
            "cairo cannot draw: \(String(cString: cairo_status_to_string(status)))")
    }
}

extension Path {
    /// Adds the elements to the path of a cairo context.
    func trace(in cairo: OpaquePointer) {
        forEachElement { element in
            switch element {
            case .move(let point): cairo_move_to(cairo, point.x, point.y)
            case .line(let point): cairo_line_to(cairo, point.x, point.y)
            case .curve(let control1, let control2, let end):
                cairo_curve_to(
                    cairo, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
            case .close: cairo_close_path(cairo)
            }
        }
    }
}

extension BlendMode {
    fileprivate var cairo: cairo_operator_t {
        switch self {
        case .normal: CAIRO_OPERATOR_OVER
        case .copy: CAIRO_OPERATOR_SOURCE
        case .clear: CAIRO_OPERATOR_CLEAR
        }
    }
}

extension LineCap {
    fileprivate var cairo: cairo_line_cap_t {
        switch self {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
    }
}

extension LineJoin {
    fileprivate var cairo: cairo_line_join_t {
        switch self {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
    }
}
