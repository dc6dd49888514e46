import Drawing

/// The places of a meter's parts, and their drawing.
///
/// A meter is laid out along its bars, from where they begin, and across them, from the bars'
/// outer side to the numbers. Only `rect(along:_:across:_:)` and `piece(of:from:to:)` depend on the
/// meter's direction.
struct MeterFace {
    let bounds: Rect
    let isVertical: Bool
    let isRightToLeft: Bool
    let channelCount: Int
    let scale: MeterScale
    let style: Meter.Style
    let warningLevel: Double
    let dangerLevel: Double
    let ticks: [Double]
    var font: Font?
    let showsClip: Bool

    /// The length of a segment and of the gap to the next, in pixels.
    private static let segment = 4.0
    private static let segmentGap = 2.0
    /// The distance from the groove's edge to the bars.
    private static let margin = 3.0

    // MARK: Places

    private var length: Double { (isVertical ? bounds.height : bounds.width).rounded(.down) }
    private var breadth: Double { (isVertical ? bounds.width : bounds.height).rounded(.down) }

    private var lampLength: Double {
        showsClip ? (breadth * 0.25).rounded().clamped(from: 5, to: 10) : 0
    }

    /// How far the numbers extend beyond the ends of the bars.
    private var numberMargin: Double {
        guard let font, !ticks.isEmpty else { return 0 }
        return (isVertical ? font.capHeight / 2 : font.size * 0.6).rounded(.up)
    }

    private var barStart: Double {
        let start = max(Self.margin, numberMargin)
        guard style == .segmented else { return start }
        // Only whole segments: the remainder stays dark below the first.
        let pitch = Self.segment + Self.segmentGap
        let room = barEnd - start + Self.segmentGap
        return room >= pitch ? start + room.truncatingRemainder(dividingBy: pitch) : start
    }

    private var barEnd: Double {
        let lamp = showsClip ? lampLength + 3 : 0
        return max(
            length - max(Self.margin + lamp, numberMargin), max(Self.margin, numberMargin) + 1)
    }

    /// The length of the scale, in pixels.
    var barLength: Double { barEnd - barStart }

    private var scaleBreadth: Double {
        guard !ticks.isEmpty else { return 0 }
        guard let font else { return 6 }
        let text =
            isVertical
            ? ticks.map { TextLine(Self.text(of: $0), font: font, figures: .tabular).width }
                .max() ?? 0
            : font.capHeight
        return (9 + text).rounded(.up)
    }

    /// The face with its numbers in the largest size that leaves space for the bars. If even the
    /// smallest size leaves too little, there are no numbers.
    var fitted: MeterFace {
        guard let font, !ticks.isEmpty else { return self }
        var face = self
        face.font = font.largestForScale { font in
            face.font = font
            let least = 2 * Self.margin + 2 * Double(channelCount)
            return face.scaleBreadth + least <= breadth
        }
        return face
    }

    /// The breadth of all bars and the gaps between them.
    private var barsBreadth: Double {
        max(breadth - scaleBreadth - 2 * Self.margin, Double(channelCount))
    }

    /// With less breadth than this, the bars would look like the gaps, or there would be no gaps.
    var narrowestBreadth: Double { scaleBreadth + 2 * Self.margin + 8 * Double(channelCount) }

    private func across(_ channel: Int) -> (from: Double, to: Double) {
        let count = Double(channelCount)
        let gap = barsBreadth >= 8 * count ? 2.0 : barsBreadth >= 3 * count ? 1 : 0
        let step = (barsBreadth + gap) / count
        let from = Self.margin + (step * Double(channel)).rounded(.down)
        let to = Self.margin + (step * Double(channel + 1)).rounded(.down) - gap
        return (from, max(to, from + 1))
    }

    private var showsReduction: Bool {
        if case .reduction = scale { true } else { false }
    }

    /// Whether the bars begin at the top or at the right.
    private var isReversed: Bool { isVertical ? showsReduction : isRightToLeft != showsReduction }

    private func rect(
        along start: Double, _ end: Double, across near: Double, _ far: Double
    ) -> Rect {
        if isVertical {
            let x = isRightToLeft ? breadth - far : near
            let y = isReversed ? start : length - end
            return Rect(x: x, y: y, width: far - near, height: end - start)
        }
        let x = isReversed ? length - end : start
        return Rect(x: x, y: near, width: end - start, height: far - near)
    }

    /// The bar of a channel, in whole pixels.
    func bar(_ channel: Int) -> Rect {
        let (from, to) = across(channel)
        return rect(along: barStart, barEnd, across: from, to)
    }

    /// The clip lamp of a channel.
    func lamp(_ channel: Int) -> Rect {
        let (from, to) = across(channel)
        let end = length - 2
        return rect(along: end - lampLength, end, across: from, to)
    }

    /// The length of the lit part of the bar at a level, in whole pixels.
    func litLength(at decibels: Double) -> Double {
        let share = scale.share(of: decibels)
        switch style {
        case .continuous: return (share * barLength).rounded()
        case .segmented:
            let pitch = Self.segment + Self.segmentGap
            let count = (share * (barLength + Self.segmentGap) / pitch).rounded(.up)
            return min(count * pitch, barLength)
        }
    }

    /// The lit part of a bar with the bounds `bar`.
    func litRect(_ bar: Rect, length: Double) -> Rect {
        piece(of: bar, from: 0, to: length)
    }

    /// The mark of a peak, in the coordinates of `bar`.
    func peakRect(_ bar: Rect, length: Double) -> Rect {
        switch style {
        case .continuous: return piece(of: bar, from: max(length - 2, 0), to: length)
        case .segmented:
            // A length includes the gap after its last segment, except at the end of the bar.
            let pitch = Self.segment + Self.segmentGap
            let start = max((length / pitch).rounded(.up) - 1, 0) * pitch
            return piece(of: bar, from: start, to: min(start + Self.segment, barLength))
        }
    }

    private func piece(of bar: Rect, from: Double, to: Double) -> Rect {
        if isVertical {
            let y = isReversed ? bar.minY + from : bar.maxY - to
            return Rect(x: bar.minX, y: y, width: bar.width, height: to - from)
        }
        let x = isReversed ? bar.maxX - to : bar.minX + from
        return Rect(x: x, y: bar.minY, width: to - from, height: bar.height)
    }

    private func segmentRects(_ bar: Rect) -> [(start: Double, rect: Rect)] {
        stride(from: 0, to: barLength, by: Self.segment + Self.segmentGap).map { start in
            let end = min(start + Self.segment, barLength)
            return (start, piece(of: bar, from: start, to: end))
        }
    }

    // MARK: Colours

    /// The colour of the zone of a level.
    func color(at decibels: Double, _ theme: Theme) -> Color {
        if showsReduction { return theme.levelNormal }
        return decibels >= dangerLevel
            ? theme.levelDanger : decibels >= warningLevel ? theme.levelWarning : theme.levelNormal
    }

    private func color(along length: Double, _ theme: Theme) -> Color {
        color(at: scale.decibels(at: length / barLength), theme)
    }

    // MARK: Drawing

    /// Draws the parts that do not move: the groove, unlit bars and lamps, lines and numbers.
    func draw(_ theme: Theme, isHeld: Bool, in context: Context) {
        drawGroove(theme, isHeld: isHeld, in: context)
        for channel in 0..<channelCount {
            drawBar(bar(channel), theme, isLit: false, in: context)
            if showsClip { drawLamp(lamp(channel), theme, isLit: false, in: context) }
        }
        drawScale(theme, in: context)
    }

    private func drawGroove(_ theme: Theme, isHeld: Bool, in context: Context) {
        let start = max(Self.margin, numberMargin) - Self.margin
        let rim = rect(along: start, length, across: 0, across(channelCount - 1).to + Self.margin)
        let groove = Path(
            roundedRect: rim.insetBy(dx: theme.lineWidth, dy: theme.lineWidth),
            cornerRadius: max(theme.smallRadius - 2, 0))
        context.fill(
            Path(roundedRect: rim, cornerRadius: max(theme.smallRadius - 1, 0)),
            isHeld ? theme.accent : theme.trackEdge)
        context.fill(groove, theme.meterTrack)
        context.drawInnerShadow(
            of: groove, offset: Point(x: 0, y: 1), blur: 3, color: theme.shadow)
    }

    /// Draws a whole bar, lit or not.
    func drawBar(_ bar: Rect, _ theme: Theme, isLit: Bool, in context: Context) {
        switch style {
        case .continuous: drawContinuous(bar, theme, isLit: isLit, in: context)
        case .segmented:
            for (start, rect) in segmentRects(bar) {
                let color = color(along: start + rectLength(rect) / 2, theme)
                context.fill(rect, isLit ? color : unlit(color, theme))
                if isLit { drawLens(rect, in: context) }
            }
        }
    }

    /// Draws the highlights that make a patch of colour look like a lit segment: bright in the
    /// middle, and lit from above.
    func drawLens(_ rect: Rect, in context: Context) {
        context.fill(
            rect.insetBy(dx: rect.width * 0.22, dy: rect.height * 0.22),
            Color.white.withAlpha(0.22))
        context.fill(
            Rect(x: rect.minX, y: rect.minY, width: rect.width, height: 1),
            Color.white.withAlpha(0.25))
    }

    private func rectLength(_ rect: Rect) -> Double { isVertical ? rect.height : rect.width }

    private func unlit(_ color: Color, _ theme: Theme) -> Color {
        theme.meterTrack.mixed(with: color, by: 0.16)
    }

    private func drawContinuous(
        _ bar: Rect, _ theme: Theme, isLit: Bool, in context: Context
    ) {
        let levels =
            showsReduction
            ? [scale.highest, scale.lowest, scale.lowest, scale.lowest]
            : [scale.lowest, warningLevel, dangerLevel, max(scale.highest, dangerLevel)]
        let ends = levels.map { (scale.share(of: $0) * barLength).rounded() }
        for (index, color) in [theme.levelNormal, theme.levelWarning, theme.levelDanger]
            .enumerated()
        {
            let zone = piece(of: bar, from: ends[index], to: ends[index + 1])
            context.fill(zone, isLit ? color : unlit(color, theme))
        }
        guard isLit else { return }
        // Shaded to look like a round column of light.
        let shade = Gradient(stops: [
            Gradient.Stop(Color.black.withAlpha(0.22), at: 0),
            Gradient.Stop(Color.white.withAlpha(0.28), at: 0.38),
            Gradient.Stop(Color.white.withAlpha(0), at: 0.7),
            Gradient.Stop(Color.black.withAlpha(0.28), at: 1),
        ])
        context.fill(
            Path(bar),
            with: .linear(
                shade, from: bar.origin,
                to: isVertical
                    ? Point(x: bar.maxX, y: bar.minY) : Point(x: bar.minX, y: bar.maxY)))
    }

    /// Draws a clip lamp.
    func drawLamp(_ lamp: Rect, _ theme: Theme, isLit: Bool, in context: Context) {
        let path = Path(roundedRect: lamp, cornerRadius: 1.5)
        context.fill(path, isLit ? theme.levelDanger : unlit(theme.levelDanger, theme))
        guard isLit else { return }
        context.fill(
            path,
            with: .radial(
                Gradient([Color.white.withAlpha(0.55), Color.white.withAlpha(0)]),
                center: lamp.center, radius: max(lamp.width, lamp.height) * 0.55))
    }

    private func drawScale(_ theme: Theme, in context: Context) {
        let start = across(channelCount - 1).to + Self.margin + 2
        var lastCenter = Double.infinity
        for level in ticks.sorted(by: >) where level >= scale.lowest && level <= scale.highest {
            let along = (barStart + scale.share(of: level) * barLength).rounded()
            // Centred on the edge where the bar ends.
            let line = rect(along: along - 0.5, along + 0.5, across: start, start + 4)
            context.fill(
                Rect(
                    x: line.minX.rounded(.down), y: line.minY.rounded(.down),
                    width: max(line.width.rounded(), 1), height: max(line.height.rounded(), 1)),
                level == 0 ? theme.secondaryText : theme.tick)
            guard let font else { continue }
            let text = TextLine(Self.text(of: level), font: font, figures: .tabular)
            let needed = isVertical ? font.capHeight + 3 : text.width + 5
            guard abs(lastCenter - along) >= needed else { continue }
            lastCenter = along
            let color = level == 0 ? theme.text : theme.secondaryText
            let spot = rect(along: along, along, across: start + 6, start + 6 + text.width)
            // The number of an end stays within the bounds.
            let left = (spot.minX - text.width / 2).clamped(from: 0, to: length - text.width)
            guard isVertical || left >= 0 else { continue }
            context.draw(
                text,
                at: isVertical
                    ? Point(x: spot.minX, y: (spot.minY + font.capHeight / 2).rounded())
                    : Point(x: left, y: start + 6 + font.capHeight.rounded()),
                color: color)
        }
    }

    /// The level with its sign, even above 0, because most levels are below.
    private static func text(of level: Double) -> String {
        ValueFormat(decimals: ValueFormat.decimals(of: level))
            .text(for: level).withPlus(level > 0)
    }
}

extension String {
    fileprivate func withPlus(_ isPositive: Bool) -> String { isPositive ? "+" + self : self }
}
