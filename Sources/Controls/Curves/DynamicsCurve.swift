public import Drawing
public import Layers

/// The law of a compressor or a gate: the output level for each input level, in dB.
///
/// The first node is the threshold; a second finger there changes the knee of a compressor, or the
/// ratio of a gate. The second node is the ratio of a compressor, or the range of a gate. A dot
/// shows the present level.
public final class DynamicsCurve: CurveControl {
    /// The kind of processor.
    public enum Kind: String, Sendable, CaseIterable {
        /// Reduces levels above the threshold. It has `threshold`, `ratio` and `knee`.
        case compressor
        /// Reduces levels below the threshold, by at most a range. It has `threshold`, `ratio` and
        /// `range`.
        case gate
    }

    /// The kind of processor.
    public let kind: Kind
    private let threshold: CurveValue
    private let ratio: CurveValue
    /// The knee of a compressor, or the range of a gate.
    private let third: CurveValue
    private let dotLayer = Layer()
    private var level: (input: Double, change: Double?)?

    /// The possible thresholds, in dB.
    public static let thresholds = ValueScale(
        Taper(.linear, minimum: -60, maximum: 0), step: 0.1)
    /// The possible ratios, to 1.
    public static let ratios = ValueScale(
        Taper(.logarithmic, minimum: 1, maximum: 20), step: 0.01)
    /// The possible knees of a compressor, in dB.
    public static let knees = ValueScale(Taper(.linear, minimum: 0, maximum: 24), step: 0.1)
    /// The possible ranges of a gate, in dB.
    public static let ranges = ValueScale(Taper(.linear, minimum: 0, maximum: 80), step: 0.1)

    /// A curve that fills `frame`, with the values at first.
    ///
    /// - Parameters:
    ///   - frame: The place in the superview, in pixels.
    ///   - kind: A compressor or a gate.
    ///   - threshold: The level from which the processor works, in dB: -60…0.
    ///   - ratio: The ratio of the slopes, to 1: 1…20.
    ///   - third: The knee of a compressor, or the range of a gate, in dB.
    public init(frame: Rect, kind: Kind, threshold: Double, ratio: Double, third: Double) {
        self.kind = kind
        let decibels = ValueFormat(style: .number(unit: "dB"), decimals: 1)
        self.threshold = CurveValue("threshold", Self.thresholds, decibels, default: threshold)
        self.ratio = CurveValue(
            "ratio", Self.ratios, ValueFormat(style: .number(unit: ": 1"), decimals: 2),
            default: ratio)
        self.third =
            kind == .compressor
            ? CurveValue("knee", Self.knees, decibels, default: third)
            : CurveValue("range", Self.ranges, decibels, default: third)
        var first = CurveNode(label: "T")
        first.x = self.threshold
        first.pinch = kind == .compressor ? self.third : self.ratio
        var second = CurveNode(label: "R")
        second.y = kind == .compressor ? self.ratio : self.third
        super.init(frame: frame, nodes: [first, second])
        dotLayer.delegate = self
        dotLayer.isHidden = true
        layer.addSublayer(dotLayer)
    }

    // MARK: The curve

    override var xAxis: CurveAxis { .decibels(-60...0, step: 10) }
    override var yAxis: CurveAxis { .decibels(-60...0, step: 10) }

    /// The output level of an input level, both in dB, with the knee of "Digital Dynamic Range
    /// Compressor Design" (Giannoulis, Massberg and Reiss, JAES 60/6, 2012).
    public func output(of input: Double) -> Double {
        let over = input - threshold.value
        switch kind {
        case .gate:
            return over >= 0 ? input : input + max(-third.value, over * (ratio.value - 1))
        case .compressor:
            let slope = 1 / ratio.value - 1
            let knee = third.value
            if 2 * over <= -knee { return input }
            if 2 * over >= knee { return input + slope * over }
            let inside = over + knee / 2
            return input + slope * inside * inside / (2 * knee)
        }
    }

    override func line(columns: Int) -> [Double] {
        let width = Double(max(columns - 1, 1))
        return (0..<columns).map { output(of: xAxis.value(at: Double($0) / width)) }
    }

    /// The ratio by which the node of a gate's range moves. It is above 1, because a ratio of 1 has
    /// no range.
    private var gateRatio: Double { max(ratio.value, 1.01) }

    /// The second node is at the loudest input of a compressor, and where a gate reduces by its
    /// whole range.
    override func place(of node: Int) -> (x: Double, y: Double) {
        let threshold = threshold.value
        if node == 0 { return (threshold, output(of: threshold)) }
        switch kind {
        case .compressor: return (0, threshold - threshold / ratio.value)
        case .gate:
            let input = threshold - third.value / (gateRatio - 1)
            return (input, input - third.value)
        }
    }

    override func move(_ node: Int, to place: (x: Double, y: Double)) {
        if node == 0 {
            threshold.value = place.x
        } else if kind == .compressor {
            let rest = place.y - threshold.value
            // A threshold at the end of the scale leaves the ratio without a height.
            guard threshold.value < -0.5 else { return }
            ratio.value = rest <= 0 ? ratio.scale.maximum : -threshold.value / rest
        } else {
            third.value = (threshold.value - place.y) * (gateRatio - 1) / gateRatio
        }
    }

    override func width(_ start: Double, of node: Int, from old: Double, to new: Double) -> Double {
        switch kind {
        case .compressor: start + (new - old) / face.plot.width * 60
        case .gate: start * old / new
        }
    }

    // MARK: The level

    /// How long the dot shows a level if none follows; 500 ms by default.
    public var staleTimeout = Duration.milliseconds(500)

    /// Shows the present level as a dot: on the line, or at the place that results from `change`.
    ///
    /// - Parameters:
    ///   - input: In dB relative to full scale; NaN leaves the dot as it is.
    ///   - change: The present change of gain in dB, -6 for a reduction by 6 dB; `nil` for that of
    ///     the line.
    ///   - time: When the level was measured, on the monotonic clock.
    public func setLevel(input: Double, change: Double?, at time: Duration) {
        guard !input.isNaN else { return }
        level = (input, change.flatMap { $0.isNaN ? nil : $0 })
        deadline = time + staleTimeout
        placeDot()
    }

    public override func deadlinePassed(at time: Duration) {
        level = nil
        placeDot()
    }

    public override func layoutSubviews() {
        super.layoutSubviews()
        placeDot()
    }

    private func placeDot() {
        guard let level, level.input >= xAxis.minimum else {
            dotLayer.isHidden = true
            return
        }
        let input = min(level.input, xAxis.maximum)
        let output = level.change.map { input + $0 } ?? output(of: input)
        let plot = face.plot
        let point = face.point(
            input, output.clamped(from: yAxis.minimum, to: yAxis.maximum))
        dotLayer.isHidden = false
        dotLayer.frame = Rect(
            x: (point.x - 6).rounded(),
            y: (point.y.clamped(from: plot.minY, to: plot.maxY) - 6).rounded(),
            width: 12, height: 12)
    }

    override func redraw() {
        super.redraw()
        dotLayer.setNeedsDisplay()
    }

    public override func draw(_ layer: Layer, in context: Context) {
        guard layer === dotLayer else { return super.draw(layer, in: context) }
        let theme = shownTheme
        let circle = Path(ellipseIn: Rect(x: 1.5, y: 1.5, width: 9, height: 9))
        context.fill(circle, theme.levelWarning)
        context.stroke(circle, theme.track, width: theme.lineWidth)
    }
}
