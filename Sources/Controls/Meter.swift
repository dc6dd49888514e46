public import Drawing
public import Layers

/// Shows levels like a peak programme meter: bars that rise at once and fall at a steady rate,
/// recent peaks, and lamps that stay lit after a signal clipped. A tap resets the lamps.
///
/// Each level comes with the time of its measurement. A meter animates only while something falls,
/// and redraws only the strips over which its bars moved.
///
/// With the direction `down`, it shows gain reduction: an empty bar is 0 dB, and the bars grow
/// downwards.
open class Meter: Control {
    // MARK: Levels

    /// The number of channels, 1 to 64; 1 by default. New ones are silent.
    public var channelCount = 1 {
        didSet {
            channelCount = channelCount.clamped(from: 1, to: 64)
            if channelCount != oldValue { channelCountChanged() }
        }
    }
    /// The scale from levels to lengths; IEC 60268-18 with 0 dB at the top by default. Laws without
    /// an end are cut off at their `lowest` level.
    public var law = FaderLaw.iec60268x18 {
        didSet { if law != oldValue { faceChanged() } }
    }
    /// Where the bars begin; `up` by default. A meter that shows gain reduction has a linear scale
    /// of `reductionRange`, no zones of colour and no clip lamps. A change empties the bars.
    public var direction = Direction.up {
        didSet { if direction != oldValue { scaleChanged() } }
    }
    /// The reduction that fills a bar with the direction `down`, in dB; 20 by default, within
    /// 1…200.
    public var reductionRange = 20.0 {
        didSet {
            reductionRange = reductionRange.accepted(.within(1...200), else: oldValue)
            if reductionRange != oldValue, direction == .down { scaleChanged() }
        }
    }
    var scale: MeterScale {
        direction == .up ? .levels(law) : .reduction(range: reductionRange)
    }
    /// How fast bars and peaks fall; 20 dB in 1.5 s by default. A bar of gain reduction becomes
    /// shorter at this rate.
    public var falloff: MeterFalloff {
        get { settings.falloff }
        set { settings.falloff = newValue }
    }
    /// How long a peak stays before it falls; 1.5 s by default, and at most an hour.
    public var peakHoldTime: Duration {
        get { settings.peakHoldTime }
        set { settings.peakHoldTime = Self.valid(newValue) }
    }
    /// How long a level holds if none follows; then the bar falls. 500 ms by default, and at most
    /// an hour; `nil` holds it for ever.
    public var staleTimeout: Duration? {
        get { settings.staleTimeout }
        set { settings.staleTimeout = newValue.map(Self.valid) }
    }
    /// The least level that lights the clip lamp; 0 dB by default. NaN is ignored.
    public var clipLevel = 0.0 {
        didSet { clipLevel = clipLevel.accepted(.ordered, else: oldValue) }
    }

    private static func valid(_ time: Duration) -> Duration {
        time.clamped(from: .zero, to: .seconds(3600))
    }

    /// Shows new levels, the first channel's first, in dB relative to full scale. With the
    /// direction `down`, a level is a gain: -6 for a reduction by 6 dB.
    ///
    /// A longer bar is shown in the next frame; the bar falls to a shorter one. NaN, or a missing
    /// level, leaves a channel as it was. Levels of channels that do not exist are ignored. No
    /// action is sent.
    ///
    /// - Parameters:
    ///   - levels: In the order of the channels.
    ///   - time: When the levels were measured, on the monotonic clock.
    public func setLevels(_ levels: [Double], at time: Duration) {
        for (channel, level) in levels.prefix(channelCount).enumerated() where !level.isNaN {
            channels[channel].receive(scale.amount(of: level), at: time, settings)
            if direction == .up, level >= clipLevel { setClip(true, channel) }
        }
        showLevels()
        scheduleFall()
    }

    /// Drops every bar to the bottom at once, as when the source is gone. The clip lamps stay.
    public func reset() {
        for channel in channels.indices { channels[channel].reset() }
        showLevels()
        scheduleFall()
    }

    // MARK: Clipping

    /// Resets the clip lamps, and sends no action. A tap does the same, and sends `valueChanged` if
    /// a lamp was lit.
    public func clearClip() {
        for channel in clips.indices { setClip(false, channel) }
    }

    // MARK: Appearance

    /// Whether the bars are vertical.
    public let isVertical: Bool
    /// The appearance of the bars; `continuous` by default.
    public var style = Style.continuous {
        didSet { if style != oldValue { faceChanged() } }
    }
    /// The level from which the bar has the theme's warning colour; -18 dB by default. NaN is
    /// ignored.
    public var warningLevel = -18.0 {
        didSet {
            warningLevel = warningLevel.accepted(.ordered, else: oldValue)
            if warningLevel != oldValue { faceChanged() }
        }
    }
    /// The level from which the bar has the theme's danger colour, with precedence over the warning
    /// level; -3 dB by default. NaN is ignored.
    public var dangerLevel = -3.0 {
        didSet {
            dangerLevel = dangerLevel.accepted(.ordered, else: oldValue)
            if dangerLevel != oldValue { faceChanged() }
        }
    }
    /// Whether recent peaks are marked; on by default.
    public var showsPeak = true {
        didSet { if showsPeak != oldValue { showLevels() } }
    }
    /// Whether there are clip lamps; on by default.
    public var showsClip = true {
        didSet { if showsClip != oldValue { faceChanged() } }
    }
    /// The levels with a line and, with a font, a number beside the bars, in dB. Those outside the
    /// scale and NaN are left out.
    public var ticks: [Double] = [6, 3, 0, -5, -10, -15, -20, -25, -30, -40, -50, -60] {
        didSet {
            ticks.removeAll(where: \.isNaN)
            if ticks != oldValue { faceChanged() }
        }
    }
    /// Whether the marks have numbers, if there is a font, perhaps that of a superview; on by
    /// default.
    public var labelsTicks = true {
        didSet { if labelsTicks != oldValue { faceChanged() } }
    }
    open override func fontDidChange() { faceChanged() }

    open override func themeDidChange() { redraw() }

    /// In a right-to-left layout, the scale is left of vertical bars, and horizontal bars grow to
    /// the left.
    open override func layoutDirectionDidChange() { faceChanged() }

    /// The layers of one channel.
    private struct Bar {
        let lit = RevealLayer()
        let peak = Layer()
        let lamp = Layer()

        var all: [Layer] { [lit, peak, lamp] }
    }

    private let faceLayer = Layer()
    private let frameLayer = FrameLayer()
    private var bars: [Bar] = []
    var channels: [MeterBallistics] = []
    var clips: [Bool] = []
    private var settings = MeterBallistics.Settings() {
        didSet { scheduleFall() }
    }
    /// The places of the parts; recomputed by each layout.
    private var face: MeterFace?

    /// A meter of one channel in `frame`, with a vertical bar unless `isVertical` is `false`.
    public init(frame: Rect, isVertical: Bool = true) {
        self.isVertical = isVertical
        super.init(frame: frame)
        faceLayer.delegate = self
        layer.addSublayer(faceLayer)
        layer.addSublayer(frameLayer)
        frameLayer.onFrame = { [weak self] in self?.showFrame(at: $0) ?? false }
        channelCountChanged()
    }

    // MARK: Layout

    private func channelCountChanged() {
        for bar in bars.dropFirst(channelCount) {
            for layer in bar.all { layer.removeFromSuperlayer() }
        }
        bars = Array(bars.prefix(channelCount))
        channels = Array(channels.prefix(channelCount))
        clips = Array(clips.prefix(channelCount))
        while bars.count < channelCount {
            let bar = Bar()
            for layer in bar.all { self.layer.addSublayer(layer) }
            bar.lit.delegate = self
            bar.lit.revealedRect = .zero
            bar.peak.isHidden = true
            bar.lamp.delegate = self
            bar.lamp.isHidden = true
            bars.append(bar)
            channels.append(MeterBallistics())
            clips.append(false)
        }
        faceChanged()
        scheduleFall()
    }

    private func scaleChanged() {
        clearClip()
        reset()
        faceChanged()
    }

    private func faceChanged() {
        knownBreadth = nil
        settings.floor = direction == .up ? law.lowest : 0
        settings.ceiling = direction == .up ? 0 : reductionRange
        setNeedsLayout()
        redraw()
    }

    private func redraw() {
        faceLayer.setNeedsDisplay()
        for bar in bars {
            bar.lit.setNeedsDisplay()
            bar.peak.setNeedsDisplay()
            bar.lamp.setNeedsDisplay()
        }
        showLevels()
    }

    /// The narrowest breadth, in pixels; `nil` until measured.
    private var knownBreadth: Double?

    private func makeFace() -> MeterFace {
        MeterFace(
            bounds: bounds, isVertical: isVertical, isRightToLeft: isRightToLeft,
            channelCount: channelCount, scale: scale, style: style, warningLevel: warningLevel,
            dangerLevel: dangerLevel, ticks: ticks, font: labelsTicks ? font : nil,
            showsClip: showsClip && direction == .up)
    }

    /// The size across that the channels and numbers need. Along the bars, any length will do.
    open override var intrinsicContentSize: Size {
        // A slider around the meter needs this on each move of a finger.
        let breadth = knownBreadth ?? makeFace().narrowestBreadth
        knownBreadth = breadth
        return isVertical
            ? Size(width: breadth, height: View.noIntrinsicMetric)
            : Size(width: View.noIntrinsicMetric, height: breadth)
    }

    open override func layoutSubviews() {
        let face = makeFace().fitted
        self.face = face
        faceLayer.frame = bounds
        for (channel, bar) in bars.enumerated() {
            bar.lit.frame = face.bar(channel)
            bar.peak.delegate = style == .segmented ? self : nil
            bar.lamp.frame = face.lamp(channel)
        }
        levelsChanged()
    }

    /// Shows the bars, peaks and clip lamps.
    func levelsChanged() {
        showLevels()
        showClips()
        scheduleFall()
    }

    private func showLevels() {
        updateReadouts()
        guard let face, face.channelCount == bars.count else { return }
        let theme = shownTheme
        for (bar, channel) in zip(bars, channels) {
            let length = face.litLength(at: scale.decibels(ofAmount: channel.level))
            let local = Rect(origin: .zero, size: bar.lit.bounds.size)
            bar.lit.revealedRect = face.litRect(local, length: length)
            let peak = scale.decibels(ofAmount: channel.peak)
            let peakLength = face.litLength(at: peak)
            bar.peak.isHidden = !showsPeak || peakLength <= length || peakLength <= 0
            guard !bar.peak.isHidden else { continue }
            bar.peak.frame = face.peakRect(bar.lit.frame, length: peakLength)
            bar.peak.backgroundColor = face.color(at: peak, theme)
                .mixed(with: theme.text, by: style == .continuous ? 0.35 : 0)
        }
    }

    // MARK: Time

    private func showFrame(at time: Duration) -> Bool {
        advance(to: time)
        return channels.contains { $0.isFalling(settings) }
    }

    private func advance(to time: Duration) {
        for channel in channels.indices { channels[channel].advance(to: time, settings) }
        showLevels()
        awaitFall()
    }

    /// Requests frames if a bar or peak falls, and sets the deadline at which one will begin to
    /// fall.
    private func scheduleFall() {
        if channels.contains(where: { $0.isFalling(settings) }) { frameLayer.setNeedsAdvance() }
        awaitFall()
    }

    private func awaitFall() {
        deadline = channels.compactMap { $0.fallTime(settings) }.min()
    }

    open override func deadlinePassed(at time: Duration) {
        advance(to: time)
        scheduleFall()
    }

    // MARK: Drawing

    open override func stateChanged(from oldState: State) {
        if oldState.contains(.disabled) == isEnabled {
            redraw()
        } else {
            faceLayer.setNeedsDisplay()
        }
    }

    open override func draw(_ layer: Layer, in context: Context) {
        guard let face else { return }
        if layer === faceLayer {
            face.draw(shownTheme, isHeld: isHighlighted, in: context)
        } else if bars.contains(where: { $0.lit === layer }) {
            face.drawBar(layer.bounds, shownTheme, isLit: true, in: context)
        } else if bars.contains(where: { $0.peak === layer }) {
            face.drawLens(layer.bounds, in: context)
        } else {
            face.drawLamp(layer.bounds, shownTheme, isLit: true, in: context)
        }
    }

    private func setClip(_ isClipped: Bool, _ channel: Int) {
        guard clips[channel] != isClipped else { return }
        clips[channel] = isClipped
        showClips()
        updateReadouts()
    }

    private func showClips() {
        for (bar, isClipped) in zip(bars, clips) { bar.lamp.isHidden = !(isClipped && showsClip) }
    }

    // MARK: Accessibility

    /// The level of the longest bar, and whether any has clipped: "-12 dB", "0 dB, clipped".
    open override var valueText: String? {
        let longest = decibels(ofAmount: channels.map(\.level).max())
        let level = ValueFormat(style: .number(unit: "dB"), decimals: 0).text(for: longest)
        return isClipped ? level + ", clipped" : level
    }

    /// The traits that were set, and `updatesFrequently`.
    open override var accessibilityTraits: AccessibilityTraits {
        get { super.accessibilityTraits.union(.updatesFrequently) }
        set { super.accessibilityTraits = newValue }
    }

    /// Resets the clip lamps, as a tap does; `false` if none is lit.
    open override func accessibilityActivate() -> Bool { isEnabled && resetClip(nil) }

    // MARK: Tracking

    open override func endTracking(_ touch: Touch) {
        if point(inside: touch.location(in: self)) { _ = resetClip(touch) }
    }

    private func resetClip(_ touch: Touch?) -> Bool {
        guard isClipped else { return false }
        clearClip()
        sendActions(for: .valueChanged, touch: touch)
        return true
    }
}
