import CCairo

/// Draws paths, gradients, shadows and bitmaps into a bitmap.
///
/// Points are pixels of the bitmap until the context is translated, rotated or scaled. Method
/// names are CoreGraphics'. Nothing is drawn later than the bitmap is looked at.
public final class Context {
    private var cairo: OpaquePointer
    private var savedBlendModes: [BlendMode] = []

    private var target: Bitmap?
    /// What was asked for so far, as long as nobody has asked for the bitmap; `nil` if all is drawn
    /// at once.
    package private(set) var steps: DrawingSteps?

    /// A context with no clip and no transform.
    public init(_ bitmap: Bitmap) {
        target = bitmap
        // Pixels may have been written behind cairo's back.
        cairo_surface_mark_dirty(bitmap.surface)
        cairo = Self.begin(bitmap.surface)
    }

    /// A context that notes what it is asked for, and draws it when its bitmap is asked for.
    ///
    /// - Parameters:
    ///   - width: The number of columns of the bitmap.
    ///   - height: The number of its rows.
    package init(notingForWidth width: Int, height: Int) {
        steps = DrawingSteps(width: width, height: height)
        // Transforms are known all the same.
        let nothing = cairo_image_surface_create(CAIRO_FORMAT_A8, 0, 0)
        defer { cairo_surface_destroy(nothing) }
        cairo = Self.begin(nothing)
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

    /// What is drawn into.
    public var bitmap: Bitmap { target ?? drawSteps() }

    /// Draws what was noted, and from now on at once.
    private func drawSteps() -> Bitmap {
        guard let noted = steps else { preconditionFailure("a context has steps or a bitmap") }
        let bitmap = Bitmap(width: noted.width, height: noted.height)
        cairo_destroy(cairo)
        cairo = Self.begin(bitmap.surface)
        target = bitmap
        steps = nil
        savedBlendModes = []
        blendMode = .normal
        noted.draw(in: self)
        return bitmap
    }

    /// Notes a step, if that is all there is to do now. Returns whether that is so.
    func note(_ step: @autoclosure () -> DrawingSteps.Step) -> Bool {
        steps?.note(step()) != nil
    }

    // MARK: State

    /// How what is drawn from now on meets what is there.
    public var blendMode = BlendMode.normal {
        didSet {
            cairo_set_operator(cairo, blendMode.cairo)
            _ = note(.blendMode(blendMode))
        }
    }

    /// Where points given to the context lie in the bitmap.
    public var transform: AffineTransform {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        return AffineTransform(
            a: matrix.xx, b: matrix.yx, c: matrix.xy, d: matrix.yy, tx: matrix.x0, ty: matrix.y0)
    }

    /// Remembers the transform, the clip and the blend mode.
    public func saveState() {
        _ = note(.saveState)
        cairo_save(cairo)
        savedBlendModes.append(blendMode)
        checkStatus()
    }

    /// Goes back to what was last saved; something must have been.
    public func restoreState() {
        guard let mode = savedBlendModes.popLast() else {
            preconditionFailure("no state was saved")
        }
        _ = note(.restoreState)
        cairo_restore(cairo)
        blendMode = mode
        checkStatus()
    }

    /// Runs `body`, and then goes back to the transform, the clip and the blend mode from before.
    public func withSavedState<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        saveState()
        defer { restoreState() }
        try body()
    }

    /// Moves the origin of what is drawn from now on.
    public func translateBy(x: Double, y: Double) {
        _ = note(.translate(x: x, y: y))
        cairo_translate(cairo, x, y)
    }

    /// Turns what is drawn from now on around the origin, clockwise.
    public func rotate(by angle: Angle) {
        _ = note(.rotate(angle))
        cairo_rotate(cairo, angle.radians)
    }

    /// Stretches what is drawn from now on away from the origin, by factors other than 0.
    public func scaleBy(x: Double, y: Double) {
        _ = note(.scale(x: x, y: y))
        cairo_scale(cairo, x, y)
        checkStatus()
    }

    /// Draws as if everything went through `next` first.
    public func concatenate(_ next: AffineTransform) {
        _ = note(.concatenate(next))
        var matrix = cairo_matrix_t(
            xx: next.a, yx: next.b, xy: next.c, yy: next.d, x0: next.tx, y0: next.ty)
        cairo_transform(cairo, &matrix)
        checkStatus()
    }

    // MARK: Clip

    /// Lets nothing be drawn outside of a rectangle.
    public func clip(to rect: Rect) {
        clip(to: Path(rect))
    }

    /// Lets nothing be drawn outside of a path.
    public func clip(to path: Path) {
        guard !note(.clip(path)) else { return }
        cairo_new_path(cairo)
        path.trace(in: cairo)
        cairo_clip(cairo)
        checkStatus()
    }

    /// Lets nothing be drawn outside of some of the bitmap's pixels, whatever the transform.
    public func clip(to region: Region) {
        guard !note(.clipPixels(Array(region.rects))) else { return }
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        cairo_identity_matrix(cairo)
        cairo_new_path(cairo)
        region.forEachRect {
            cairo_rectangle(cairo, Double($0.x), Double($0.y), Double($0.width), Double($0.height))
        }
        cairo_clip(cairo)
        cairo_set_matrix(cairo, &matrix)
        checkStatus()
    }

    // MARK: Drawing

    /// Removes what is in a rectangle, as far as the clip lets it: the pixels become transparent.
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

    /// Fills the inside of a path; what is enclosed twice in the same direction is inside.
    public func fill(_ path: Path, with paint: Paint) {
        guard !note(.fill(path, paint)) else { return }
        cairo_new_path(cairo)
        path.trace(in: cairo)
        setSource(paint)
        cairo_fill(cairo)
        checkStatus()
    }

    /// Draws a line along a path, `width` pixels thick; half of it lies on each side of the path.
    public func stroke(
        _ path: Path, _ color: Color, width: Double, cap: LineCap = .butt, join: LineJoin = .miter
    ) {
        stroke(path, with: .color(color), width: width, cap: cap, join: join)
    }

    /// Draws a line along a path with any paint, `width` pixels thick; half of it lies on each side
    /// of the path.
    public func stroke(
        _ path: Path, with paint: Paint, width: Double, cap: LineCap = .butt,
        join: LineJoin = .miter
    ) {
        guard !note(.stroke(path, paint, width: width, cap: cap, join: join)) else { return }
        cairo_new_path(cairo)
        path.trace(in: cairo)
        setSource(paint)
        cairo_set_line_width(cairo, width)
        cairo_set_line_cap(cairo, cap.cairo)
        cairo_set_line_join(cairo, join.cairo)
        cairo_stroke(cairo)
        checkStatus()
    }

    /// Draws the shadow that a path throws, as if it lay above; the path itself is not drawn.
    ///
    /// Costs about 10 ns for each pixel of the shadow: meant for what is drawn once and kept.
    ///
    /// - Parameters:
    ///   - path: What throws the shadow.
    ///   - offset: How far the shadow lies from the path, in pixels whatever the transform.
    ///   - blur: How far the edge is smeared, in pixels whatever the transform; twice the standard
    ///     deviation of the Gaussian, as in CSS.
    ///   - color: The colour of the shadow where it is darkest.
    public func drawShadow(of path: Path, offset: Point, blur: Double, color: Color) {
        guard !note(.shadow(path, offset: offset, blur: blur, color)) else { return }
        let shadow = path.applying(transform.concatenating(.translation(x: offset.x, y: offset.y)))
        guard let mask = mask(for: shadow.boundingBox, blur: blur) else { return }
        mask.fill(shadow)
        mask.blur(standardDeviation: blur / 2)
        draw(mask, color)
    }

    /// Draws the shadow that the edge of a path throws into it, as if all around lay above.
    ///
    /// - Parameters:
    ///   - path: What the shadow falls into.
    ///   - offset: How far the shadow lies from the edge, in pixels whatever the transform.
    ///   - blur: How far the edge is smeared, as in `drawShadow(of:offset:blur:color:)`.
    ///   - color: The colour of the shadow where it is darkest.
    public func drawInnerShadow(of path: Path, offset: Point, blur: Double, color: Color) {
        guard !note(.innerShadow(path, offset: offset, blur: blur, color)) else { return }
        let shadow = path.applying(transform.concatenating(.translation(x: offset.x, y: offset.y)))
        let extent = path.applying(transform).boundingBox.union(shadow.boundingBox)
        guard let mask = mask(for: extent, blur: blur) else { return }
        mask.fill(shadow)
        mask.invert()
        mask.blur(standardDeviation: blur / 2)
        withSavedState {
            clip(to: path)
            draw(mask, color)
        }
    }

    /// Draws a bitmap with its upper-left corner at a point, turned and scaled as all else.
    ///
    /// Without transform and at whole pixels, `Bitmap.composite` does the same faster.
    public func draw(_ bitmap: Bitmap, at point: Point, opacity: Double = 1) {
        // Draws what was noted, too: the bitmap may be written to later.
        precondition(bitmap !== self.bitmap, "a bitmap is not drawn into itself")
        cairo_surface_mark_dirty(bitmap.surface)
        cairo_save(cairo)
        // Outside of the bitmap, an operator such as `copy` must change nothing.
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

    /// Draws a part of a bitmap stretched to fill a rectangle; in one colour, if there is a tint.
    func draw(
        _ part: Rect, of bitmap: Bitmap, in rect: Rect, tintColor: Color?, opacity: Double
    ) {
        precondition(bitmap !== self.bitmap, "a bitmap is not drawn into itself")
        cairo_surface_mark_dirty(bitmap.surface)
        // What lies beside the part must not be mixed into its edge.
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

    /// Draws a colour through a mask, which lies in the bitmap's pixels whatever the transform.
    func draw(_ mask: AlphaMask, _ color: Color) {
        cairo_save(cairo)
        cairo_identity_matrix(cairo)
        setSource(.color(color))
        cairo_mask_surface(cairo, mask.surface, Double(mask.frame.x), Double(mask.frame.y))
        cairo_restore(cairo)
        checkStatus()
    }

    /// A mask with room for a blurred shape, as far as it can be seen; nil if it cannot.
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

    /// Stops the program if cairo will draw no more: it ran out of memory, or was asked nonsense.
    private func checkStatus() { Self.checkStatus(of: cairo) }

    private static func checkStatus(of cairo: OpaquePointer) {
        let status = cairo_status(cairo)
        precondition(
            status == CAIRO_STATUS_SUCCESS,
            "cairo cannot draw: \(String(cString: cairo_status_to_string(status)))")
    }
}

extension Path {
    /// Adds the steps to the path of a cairo context.
    func trace(in cairo: OpaquePointer) {
        for element in elements {
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
