public import Drawing
public import Layers

/// A field of hues and saturations, a brightness slider and a row of ready colours. One finger on
/// each chooses a colour.
///
/// From left to right, the field runs from red through all hues back to red. From bottom to top, it
/// runs from white to the pure colours. The slider below sets the brightness.
open class ColorPicker: Control {
    // MARK: Value

    /// The chosen colour, always opaque; white at first. Setting it sends no action.
    public var selectedColor: Color {
        get { chosen }
        set {
            let color = newValue.withAlpha(1)
            guard color != chosen else { return }
            chosen = color
            takeParts(of: color)
            showColor()
        }
    }
    /// The ready colours, in rows of eight at the bottom; by default those of scribble strips. At
    /// most ``mostPresets`` are shown.
    public var presets = ColorPicker.stripColors {
        didSet { if presets != oldValue { presetsChanged() } }
    }
    /// The most ready colours that are shown.
    public static let mostPresets = 24
    private static let presetsPerRow = 8
    private var shownPresets: ArraySlice<Color> { presets.prefix(Self.mostPresets) }
    /// Whether the picker sends `valueChanged` while the finger moves (the default). Otherwise it
    /// sends it once, at the lift or cancellation, if the colour changed.
    public var isContinuous = true
    open override func themeDidChange() { redraw() }

    /// The colours that consoles offer for their strips.
    public static let stripColors = [
        Color(red: 0.92, green: 0.23, blue: 0.22), Color(red: 0.97, green: 0.55, blue: 0.15),
        Color(red: 0.98, green: 0.80, blue: 0.20), Color(red: 0.25, green: 0.75, blue: 0.38),
        Color(red: 0.17, green: 0.73, blue: 0.80), Color(red: 0.21, green: 0.47, blue: 0.95),
        Color(red: 0.62, green: 0.34, blue: 0.88), Color(red: 0.92, green: 0.94, blue: 0.96),
    ]

    /// What a finger moves.
    private enum Part {
        case field, brightness
        case preset(Int)
    }

    private var chosen = Color.white
    // Kept beside the colour: grey has no hue and black no saturation to derive them from.
    private var hue = 0.0
    private var saturation = 0.0
    private var brightness = 1.0
    private var colorAtBegin = Color.white
    private var part = Part.field

    private let fieldLayer = Layer()
    private let brightnessLayer = Layer()
    private let presetLayer = Layer()
    private let fieldThumb = Layer()
    private let brightnessThumb = Layer()

    /// A picker that fills `frame`.
    public override init(frame: Rect) {
        super.init(frame: frame)
        for part in [fieldLayer, brightnessLayer, presetLayer, fieldThumb, brightnessThumb] {
            layer.addSublayer(part)
            part.delegate = self
        }
    }

    private func takeParts(of color: Color) {
        let parts = color.hueSaturationBrightness
        brightness = parts.brightness
        guard parts.brightness > 0 else { return }
        saturation = parts.saturation
        if parts.saturation > 0 { hue = parts.hue }
    }

    // MARK: Geometry

    private static let thumbSide = 30.0
    private static let margin = 4.0
    private var presetSide: Double {
        max((bounds.width / Double(Self.presetsPerRow)).rounded(.down), 1)
    }

    private var presetRect: Rect {
        let rows = (shownPresets.count + Self.presetsPerRow - 1) / Self.presetsPerRow
        let height = Double(rows) * presetSide
        return Rect(x: 0, y: bounds.height - height, width: bounds.width, height: height)
    }

    private var brightnessRect: Rect {
        let height = (bounds.height * 0.13).rounded().clamped(from: 18, to: 34)
        return Rect(x: 0, y: presetRect.minY - height - 8, width: bounds.width, height: height)
    }

    private var fieldRect: Rect {
        Rect(
            x: 0, y: 0, width: bounds.width, height: max(brightnessRect.minY - 10, 1))
    }

    private func presetRect(_ index: Int) -> Rect {
        Rect(
            x: Double(index % Self.presetsPerRow) * presetSide,
            y: presetRect.minY + Double(index / Self.presetsPerRow) * presetSide,
            width: presetSide, height: presetSide)
    }

    private func presetsChanged() {
        setNeedsLayout()
        presetLayer.setNeedsDisplay()
    }

    private func redraw() {
        for part in [fieldLayer, brightnessLayer, presetLayer, fieldThumb, brightnessThumb] {
            part.setNeedsDisplay()
        }
    }

    open override func layoutSubviews() {
        fieldLayer.frame = fieldRect
        brightnessLayer.frame = brightnessRect
        presetLayer.frame = presetRect
        placeThumbs()
    }

    private func showColor() {
        brightnessLayer.setNeedsDisplay()
        fieldThumb.setNeedsDisplay()
        brightnessThumb.setNeedsDisplay()
        presetLayer.setNeedsDisplay()
        placeThumbs()
    }

    private func placeThumbs() {
        let inner = fieldRect.insetBy(dx: Self.margin, dy: Self.margin)
        let slot = brightnessRect.insetBy(dx: Self.margin, dy: 0)
        func place(_ thumb: Layer, _ x: Double, _ y: Double) {
            thumb.frame = Rect(
                x: (x - Self.thumbSide / 2).rounded(), y: (y - Self.thumbSide / 2).rounded(),
                width: Self.thumbSide, height: Self.thumbSide)
        }
        place(
            fieldThumb, inner.minX + inner.width * hue,
            inner.maxY - inner.height * saturation)
        place(brightnessThumb, slot.minX + slot.width * brightness, slot.midY)
    }

    // MARK: Drawing

    open override func stateChanged(from oldState: State) {
        fieldThumb.setNeedsDisplay()
        brightnessThumb.setNeedsDisplay()
        if oldState.contains(.disabled) == isEnabled { redraw() }
    }

    open override func draw(_ layer: Layer, in context: Context) {
        if layer === fieldLayer {
            drawField(layer.bounds, in: context)
        } else if layer === brightnessLayer {
            drawGradient(
                [.black, Color(hue: hue, saturation: saturation, brightness: 1)],
                in: layer.bounds, context)
        } else if layer === presetLayer {
            drawPresets(in: context)
        } else if layer === fieldThumb {
            drawThumb(Color(hue: hue, saturation: saturation, brightness: 1), in: context)
        } else if layer === brightnessThumb {
            drawThumb(chosen, in: context)
        }
    }

    private func drawGradient(_ colors: [Color], in rect: Rect, _ context: Context) {
        let inner = rect.insetBy(dx: Self.margin, dy: 0)
        let path = Path(roundedRect: rect.insetBy(dx: 1, dy: 1), cornerRadius: theme.smallRadius)
        context.fill(Path(roundedRect: rect, cornerRadius: theme.smallRadius + 1), theme.bodyEdge)
        context.fill(
            path,
            with: .linear(
                Gradient(colors.map(shown)), from: Point(x: inner.minX, y: 0),
                to: Point(x: inner.maxX, y: 0)))
        context.drawInnerShadow(
            of: path, offset: Point(x: 0, y: 1), blur: 3, color: theme.shadow)
    }

    private func drawField(_ rect: Rect, in context: Context) {
        let hues = (0...6).map { Color(hue: Double($0) / 6, saturation: 1, brightness: 1) }
        drawGradient(hues, in: rect, context)
        let inner = rect.insetBy(dx: Self.margin, dy: Self.margin)
        let white = shown(.white)
        context.fill(
            Path(roundedRect: rect.insetBy(dx: 1, dy: 1), cornerRadius: theme.smallRadius),
            with: .linear(
                Gradient([white.withAlpha(0), white]), from: Point(x: 0, y: inner.minY),
                to: Point(x: 0, y: inner.maxY)))
    }

    private func drawPresets(in context: Context) {
        for (index, color) in shownPresets.enumerated() {
            let chip = presetRect(index).offsetBy(dx: 0, dy: -presetRect.minY)
                .insetBy(dx: 3, dy: 3)
            ColorChip(color: shown(color), theme: theme).draw(chip, in: context)
            guard color.withAlpha(1) == chosen else { continue }
            context.stroke(
                Path(
                    roundedRect: chip.insetBy(dx: -1.5, dy: -1.5),
                    cornerRadius: theme.smallRadius + 1),
                shown(theme.text), width: theme.thickLineWidth)
        }
    }

    private func drawThumb(_ color: Color, in context: Context) {
        let center = Point(x: Self.thumbSide / 2, y: Self.thumbSide / 2)
        func circle(_ radius: Double) -> Path {
            Path(
                ellipseIn: Rect(center: center, size: Size(width: radius * 2, height: radius * 2)))
        }
        let radius = isHighlighted ? 12.0 : 10
        context.drawShadow(
            of: circle(radius), offset: Point(x: 0, y: 1), blur: 4, color: theme.shadow)
        context.fill(circle(radius), shown(.white))
        context.fill(circle(radius - 2.5), shown(color))
        context.stroke(circle(radius - 2.5), Color.black.withAlpha(0.3), width: 1)
    }

    // MARK: Tracking

    open override var takesTaps: Bool { true }

    open override func beginTracking(_ touch: Touch) -> Bool {
        let point = touch.location(in: self)
        colorAtBegin = chosen
        if let preset = preset(at: point) {
            part = .preset(preset)
        } else if point.y < (fieldRect.maxY + brightnessRect.minY) / 2 {
            part = .field
            follow(touch)
        } else if point.y < brightnessRect.maxY + 4 {
            part = .brightness
            follow(touch)
        } else {
            return false
        }
        return true
    }

    private func preset(at point: Point) -> Int? {
        shownPresets.indices.first { presetRect($0).contains(point) }
    }

    open override func continueTracking(_ touch: Touch) -> Bool {
        follow(touch)
        return true
    }

    open override func endTracking(_ touch: Touch) {
        if case .preset(let index) = part, preset(at: touch.location(in: self)) == index {
            let before = chosen
            selectedColor = presets[index]
            if chosen != before, isContinuous { sendActions(for: .valueChanged, touch: touch) }
        }
        sendColorIfLate(touch)
    }

    open override func cancelTracking(_ touch: Touch) {
        if revertsOnCancel, chosen != colorAtBegin {
            selectedColor = colorAtBegin
            if isContinuous { sendActions(for: .valueChanged, touch: touch) }
        }
        sendColorIfLate(touch)
    }

    private func sendColorIfLate(_ touch: Touch) {
        if !isContinuous, chosen != colorAtBegin { sendActions(for: .valueChanged, touch: touch) }
    }

    private func follow(_ touch: Touch) {
        let point = touch.location(in: self)
        func share(_ value: Double, _ from: Double, _ length: Double) -> Double {
            ((value - from) / max(length, 1)).clamped(from: 0, to: 1)
        }
        switch part {
        case .field:
            let inner = fieldRect.insetBy(dx: Self.margin, dy: Self.margin)
            hue = share(point.x, inner.minX, inner.width)
            saturation = 1 - share(point.y, inner.minY, inner.height)
        case .brightness:
            let slot = brightnessRect.insetBy(dx: Self.margin, dy: 0)
            brightness = share(point.x, slot.minX, slot.width)
        case .preset: return
        }
        let before = chosen
        chosen = Color(hue: hue, saturation: saturation, brightness: brightness)
        showColor()
        if chosen != before, isContinuous { sendActions(for: .valueChanged, touch: touch) }
    }
}
