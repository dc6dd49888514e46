/// Draws paths, gradients, shadows and bitmaps into a bitmap.
///
/// Points are pixels of the bitmap until the context is translated, rotated or scaled. The methods
/// have CoreGraphics' names. All drawing is complete when the bitmap is read.
public final class Context {
    private var savedStates: [State] = []
    private var state = State()
    private(set) lazy var rasterizer = Rasterizer()

    private var target: Bitmap?
    /// The recorded steps, until the bitmap is read; `nil` if the context draws at once.
    package private(set) var steps: DrawingSteps?

    /// What `saveState()` saves.
    private struct State {
        var transform = AffineTransform.identity
        var blendMode = BlendMode.normal
        var clip: Clip?
    }

    /// What limits further drawing.
    struct Clip {
        /// The pixels that may change.
        var frame: PixelRect
        /// How far each of them may change, and perhaps others; `nil` for all completely.
        var mask: AlphaMask?
    }

    /// A context with no clip and no transform.
    public init(_ bitmap: Bitmap) {
        target = bitmap
    }

    /// A context that records its steps, and draws them when its bitmap is read.
    ///
    /// - Parameters:
    ///   - width: The number of columns of the bitmap.
    ///   - height: The number of its rows.
    package init(recordingForWidth width: Int, height: Int) {
        steps = DrawingSteps(width: width, height: height)
    }

    /// The target bitmap.
    public var bitmap: Bitmap { target ?? drawSteps() }

    /// Draws the recorded steps. From then on, the context draws at once.
    private func drawSteps() -> Bitmap {
        guard let recorded = steps else { preconditionFailure("a context has steps or a bitmap") }
        let bitmap = Bitmap(width: recorded.width, height: recorded.height)
        target = bitmap
        steps = nil
        savedStates = []
        state = State()
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
    public var blendMode: BlendMode {
        get { state.blendMode }
        set {
            state.blendMode = newValue
            _ = record(.blendMode(newValue))
        }
    }

    /// The transform from the context's coordinates to the bitmap's pixels.
    public var transform: AffineTransform { state.transform }

    /// The clip; that of a context without one is the whole bitmap.
    var clip: Clip { state.clip ?? Clip(frame: bitmap.bounds) }

    /// Saves the transform, the clip and the blend mode.
    public func saveState() {
        _ = record(.saveState)
        savedStates.append(state)
    }

    /// Restores the last saved state.
    ///
    /// - Precondition: A state was saved.
    public func restoreState() {
        guard let last = savedStates.popLast() else {
            preconditionFailure("no state was saved")
        }
        _ = record(.restoreState)
        state = last
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
        state.transform = transform.translatedBy(x: x, y: y)
    }

    /// Rotates further drawing around the origin, clockwise.
    public func rotate(by angle: Angle) {
        _ = record(.rotate(angle))
        state.transform = transform.rotated(by: angle)
    }

    /// Scales further drawing about the origin.
    public func scaleBy(x: Double, y: Double) {
        _ = record(.scale(x: x, y: y))
        state.transform = transform.scaledBy(x: x, y: y)
    }

    /// Applies `next` to further drawing, before the present transform.
    public func concatenate(_ next: AffineTransform) {
        _ = record(.concatenate(next))
        state.transform = next.concatenating(transform)
    }

    // MARK: Clip

    /// Limits further drawing to a rectangle.
    public func clip(to rect: Rect) {
        clip(to: Path(rect))
    }

    /// Limits further drawing to the inside of a path.
    public func clip(to path: Path) {
        guard !record(.clip(path)) else { return }
        let path = path.applying(transform)
        let box = path.boundingBox
        let pixels = box.integral
        if case .box(_, cornerRadius: 0) = path.figure, Rect(pixels) == box {
            limit(to: pixels)
        } else {
            limit(to: pixels) { $0.fill(path, rasterizer) }
        }
    }

    /// Limits further drawing to some of the bitmap's pixels, whatever the transform.
    public func clip(to region: Region) {
        guard !record(.clipPixels(Array(region.rects))) else { return }
        let extents = region.extents
        guard region.contains(extents) else {
            return limit(to: extents) { mask in region.forEachRect { mask.fill($0) } }
        }
        limit(to: extents)
    }

    private func limit(to pixels: PixelRect) {
        let last = clip
        state.clip = Clip(frame: last.frame.intersection(pixels), mask: last.mask)
    }

    /// Limits further drawing to what `cover` covers of some pixels.
    private func limit(to pixels: PixelRect, _ cover: (AlphaMask) -> Void) {
        let last = clip
        limit(to: pixels)
        guard !clip.frame.isEmpty else { return }
        let mask = AlphaMask(frame: clip.frame)
        cover(mask)
        if let limit = last.mask { mask.limit(to: limit) }
        state.clip?.mask = mask
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
    ///
    /// - Precondition: The path has at most 32 767 points; a curve has as many as it needs lines.
    public func fill(_ path: Path, with paint: Paint) {
        guard !record(.fill(path, paint)) else { return }
        let path = path.applying(transform)
        guard !fillFigure(of: path, paint) else { return }
        draw([Outline(filling: path, rasterizer)], paint)
    }

    /// Draws a line along a path, `width` pixels thick and centred on it.
    public func stroke(
        _ path: Path, _ color: Color, width: Double, cap: LineCap = .butt, join: LineJoin = .miter
    ) {
        stroke(path, with: .color(color), width: width, cap: cap, join: join)
    }

    /// Draws a line along a path with any paint, `width` pixels thick and centred on the path.
    ///
    /// - Precondition: The outline of each subpath's line has at most 32 767 points.
    public func stroke(
        _ path: Path, with paint: Paint, width: Double, cap: LineCap = .butt,
        join: LineJoin = .miter
    ) {
        guard !record(.stroke(path, paint, width: width, cap: cap, join: join)) else { return }
        // A line without a width, or with none that is a number, covers nothing.
        guard width > 0, width.isFinite else { return }
        let stretch = transform.stretch
        let isWider = stretch.most > stretch.least * (1 + 1e-6)
        // A line that is wider in one direction is drawn large, and then made narrower.
        let large = AffineTransform.scale(x: stretch.most, y: stretch.most)
        let path = path.applying(isWider ? large : transform)
        let width = width * stretch.most
        guard isWider || !strokeFigure(of: path, paint, width: width, cap: cap) else { return }
        let outlines = Polyline.all(of: path).map {
            Outline(stroking: $0, width: width, cap: cap, join: join, rasterizer)
        }
        if isWider {
            let narrower = transform.scaledBy(x: 1 / stretch.most, y: 1 / stretch.most)
            for outline in outlines { outline.apply(narrower) }
        }
        draw(outlines, paint)
    }

    private func draw(_ outlines: [Outline], _ paint: Paint) {
        let bounds = outlines.reduce(PixelRect.zero) { $0.union($1.pixelBounds) }
        let frame = bounds.intersection(clip.frame)
        guard !frame.isEmpty else { return }
        let mask = AlphaMask(frame: frame)
        mask.fill(outlines)
        draw(mask, paint)
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
        mask.fill(shadow, rasterizer)
        mask.blur(standardDeviation: blur / 2)
        draw(mask, .color(color))
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
        mask.fill(shadow, rasterizer)
        mask.invert()
        mask.blur(standardDeviation: blur / 2)
        mask.limit(to: path.applying(transform), rasterizer)
        draw(mask, .color(color))
    }

    /// A mask with space for a blurred shape, clipped to its visible part; `nil` if there is none.
    private func mask(for extent: Rect, blur: Double) -> AlphaMask? {
        let margin = Int(min(max(blur, 0) * 1.5, 1000).rounded(.up)) + 1
        let visible = bitmap.bounds.insetBy(dx: -margin, dy: -margin)
        let frame = extent.integral.insetBy(dx: -margin, dy: -margin).intersection(visible)
        return frame.isEmpty ? nil : AlphaMask(frame: frame)
    }
}
