public import Drawing
public import Layers

/// Shows numbers as a line, a spectrum or a waveform.
///
/// The points are spread over the x axis in their order. Where there are more points than pixels,
/// each column of pixels shows the highest and the lowest of its points, so that no peak is lost.
/// New points redraw only the parts of the plot in which they differ; while the plot is hidden,
/// they are only stored.
open class Plot: View {
    // MARK: Points

    /// The greatest number of points.
    public static let mostPoints = 4096

    /// The points that are shown.
    public private(set) var points: [Double] = []

    /// Shows new points instead of the present ones. Infinite points are at the end of the axis.
    ///
    /// - Parameters:
    ///   - points: In the order of the x axis, in the unit of the y axis.
    ///   - time: When they were measured, on the monotonic clock.
    /// - Returns: Whether they are shown. If there are more than `mostPoints`, or if one is NaN,
    ///   nothing changes.
    @discardableResult
    public func setPoints(_ points: [Double], at time: Duration) -> Bool {
        guard points.count <= Self.mostPoints, !points.contains(where: \.isNaN) else {
            return false
        }
        measuredAt = time
        if points != self.points {
            self.points = points
            pointsChanged()
        }
        awaitEnd()
        return true
    }

    /// How long the plot shows points if none follow, at most an hour; then it is empty. `nil` (the
    /// default) means for ever.
    public var staleTimeout: Duration? {
        didSet {
            staleTimeout = staleTimeout?.clamped(from: .zero, to: .seconds(3600))
            if staleTimeout != oldValue { awaitEnd() }
        }
    }

    /// When the points were measured, on the monotonic clock.
    public private(set) var measuredAt = Duration.zero
    /// Whether points came while the plot was hidden.
    private var isPending = false

    private func pointsChanged() {
        if isInSight { setNeedsLayout() } else { isPending = true }
    }

    /// Sets the deadline at which the points end. A deadline waits while the view is hidden. If it
    /// has passed by then, it takes effect as soon as the view is visible.
    private func awaitEnd() {
        let end = points.isEmpty ? nil : staleTimeout.map { measuredAt + $0 }
        deadline = isPending ? measuredAt : end
    }

    open override func deadlinePassed(at time: Duration) {
        if let staleTimeout, time >= measuredAt + staleTimeout { points = [] }
        isPending = false
        setNeedsLayout()
        awaitEnd()
    }

    // MARK: Axes

    /// The axis from left to right; linear from 0 to 1 by default.
    public var xAxis = PlotAxis.unit {
        didSet { if xAxis != oldValue { faceChanged() } }
    }
    /// The axis from the bottom to the top; linear from 0 to 1 by default. The axis of a waveform
    /// begins in the middle and ends at the bottom and the top.
    public var yAxis = PlotAxis.unit {
        didSet { if yAxis != oldValue { faceChanged() } }
    }
    /// The values of the first and the last point on the x axis, if they are not its ends.
    ///
    /// Without an extent, bars divide the axis; with one, each bar has its point in its middle.
    public var extent: ClosedRange<Double>? {
        didSet {
            if let extent, !extent.lowerBound.isFinite || !extent.upperBound.isFinite {
                self.extent = oldValue
            }
            if extent != oldValue { setNeedsLayout() }
        }
    }
    /// Whether the points on a logarithmic x axis have equal differences in value, as after a
    /// Fourier transform. Otherwise (the default) they have equal distances on the screen.
    public var hasEqualSteps = false {
        didSet { if hasEqualSteps != oldValue { setNeedsLayout() } }
    }

    // MARK: Appearance

    /// How the points are drawn; `line` by default.
    public var style = Style.line {
        didSet { if style != oldValue { faceChanged() } }
    }
    /// The colour of the points; `nil` (the default) for the tint colour, or else the theme's
    /// accent.
    public var color: Color? {
        didSet { if color != oldValue { trace.redraw() } }
    }
    /// Whether there are lines at some values of the axes; on by default.
    public var showsGrid = true {
        didSet { if showsGrid != oldValue { faceChanged() } }
    }

    private let faceLayer = Layer()
    private let traceLayer = Layer()
    private lazy var trace = CurveTrace(in: traceLayer, delegate: self)

    /// An empty plot in `frame`.
    public override init(frame: Rect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isAccessibilityElement = true
        faceLayer.delegate = self
        layer.addSublayer(faceLayer)
        layer.addSublayer(traceLayer)
    }

    /// Whether the axes have numbers and units, if there is a font; on by default. The plot omits
    /// those for which there is no space.
    public var showsNumbers = true {
        didSet { if showsNumbers != oldValue { faceChanged() } }
    }
    /// The font of the numbers and units: the one set here, or else the `defaultFont` of a
    /// superview. `nil`, the default, draws none.
    public var font: Font? {
        get { defaultFont }
        set { defaultFont = newValue }
    }

    open override func themeDidChange() { redraw() }
    open override func tintColorDidChange() { trace.redraw() }
    open override func fontDidChange() { faceChanged() }

    private func redraw() {
        faceLayer.setNeedsDisplay()
        trace.redraw()
    }

    private func faceChanged() {
        face = nil
        redraw()
        setNeedsLayout()
    }

    // MARK: Layout

    /// The axes; `nil` until the next layout.
    private var face: CurveFace?
    /// The rectangle of the grid.
    private var grid = Rect.zero

    private func makeFace() -> CurveFace {
        // As many lines as there is space for their labels.
        let rows = bounds.height / (3 * (font?.capHeight ?? 8))
        let columns = bounds.width / (7 * (font?.capHeight ?? 8))
        let isMirrored = style == .waveform
        return CurveFace(
            bounds: bounds, xAxis: xAxis.grid(most: Int(columns.clamped(from: 2, to: 12))),
            yAxis: yAxis.grid(
                most: Int((isMirrored ? rows / 2 : rows).clamped(from: 2, to: 8)),
                isMirrored: isMirrored),
            font: showsNumbers ? font : nil, hasHandles: false, hasGrid: showsGrid,
            units: (xAxis.unit, yAxis.unit))
    }

    open override func layoutSubviews() {
        isPending = false
        // New points leave the axes as they are.
        if face?.bounds != bounds {
            let face = makeFace()
            grid = face.plot
            self.face = face
        }
        guard let face else { return }
        faceLayer.frame = bounds
        traceLayer.frame = bounds
        let shape = PlotShape(
            points: points, style: style, xAxis: face.xAxis, yAxis: face.yAxis,
            areLevels: yAxis.scale == .decibels, extent: extent, hasEqualSteps: hasEqualSteps)
        trace.show(
            shape.columns(width: Int(grid.width), height: grid.height), in: grid,
            base: shape.base(height: grid.height))
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === faceLayer {
            face?.draw(theme, in: context)
            return
        }
        let tint = color ?? accentColor
        let drawing: CurveTrace.Style =
            switch style {
            case .line: .line(width: theme.thickLineWidth, tint, area: nil)
            case .filled:
                .upperLine(width: theme.thickLineWidth, tint, area: tint.withAlpha(0.3))
            case .bars: .bars(tint)
            case .waveform: .spans(tint)
            }
        _ = trace.draw(layer, drawing, in: context)
    }

    // MARK: Accessibility

    /// The traits that were set, and `updatesFrequently`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.updatesFrequently) }
        set { super.accessibilityTraits = newValue }
    }
}
