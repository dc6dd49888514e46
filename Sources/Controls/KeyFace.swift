import Drawing

/// How a key is drawn: a cap that stands out of the panel, goes in under a finger, and is lit from
/// within.
struct KeyFace {
    /// The theme for the current state.
    let theme: Theme
    /// The colour of the light for the current state.
    let tint: Color
    let isLit: Bool
    let isHeld: Bool
    let isEnabled: Bool
    var cornerRadius: Double

    /// The space for a key's shadow and light around it, in pixels.
    static let margin = 6.0
    /// The distance of a key from the bounds of its button, in pixels.
    static let inset = 2.0

    init(theme: Theme, tint: Color, isLit: Bool, isHeld: Bool, isEnabled: Bool) {
        self.theme = isEnabled ? theme : theme.muted
        self.tint = isEnabled ? tint : theme.mute(tint)
        self.isLit = isLit
        self.isHeld = isHeld
        self.isEnabled = isEnabled
        cornerRadius = theme.cornerRadius
    }

    /// A colour that contrasts with the cap.
    var captionColor: Color {
        guard isLit else { return theme.text }
        if let color = theme.onFill(tint) { return color }
        return tint.isBright
            ? tint.mixed(with: .black, by: 0.88)
            : tint.mixed(with: .white, by: isEnabled ? 0.94 : 0.6)
    }

    /// A colour that contrasts with an image in place of the cap.
    func captionColor(on image: Image, opacity: Double) -> Color {
        let color = image.averageColor
        let ground = theme.surface.mixed(
            with: color.withAlpha(1), by: color.alpha * opacity)
        return theme.text.contrast(with: ground) >= 4.5 ? theme.text : ground.legibleTextColor
    }

    /// The rectangle of the caption. The caption moves with the cap, and leaves space for a lamp.
    func captionRect(in cap: Rect, hasLamp: Bool = false) -> Rect {
        let top = hasLamp ? Self.lampRect(in: cap, lineWidth: theme.lineWidth).maxY - cap.minY : 2
        return Rect(
            x: cap.minX + 4, y: cap.minY + top + (isHeld ? 1 : 0), width: max(cap.width - 8, 0),
            height: max(cap.height - top - 2, 0))
    }

    /// Draws the recess around keys that are side by side.
    func drawRecess(_ rect: Rect, in context: Context) {
        let ground = Path(roundedRect: rect, cornerRadius: cornerRadius + 2)
        context.fill(ground, theme.trackEdge)
        let inside = Path(
            roundedRect: rect.insetBy(dx: theme.lineWidth, dy: theme.lineWidth),
            cornerRadius: cornerRadius + 1)
        context.fill(inside, theme.track)
        context.drawInnerShadow(
            of: inside, offset: Point(x: 0, y: 1.5), blur: 4, color: theme.shadow)
    }

    /// Draws the cap, with its shadow or the light that it throws on the panel.
    func draw(_ rect: Rect, in context: Context) {
        guard rect.width > 2, rect.height > 2 else { return }
        let cap = Path(roundedRect: rect, cornerRadius: cornerRadius)
        if isLit {
            context.drawShadow(of: cap, offset: .zero, blur: 8, color: tint.withAlpha(0.6))
        }
        context.drawShadow(
            of: cap, offset: Point(x: 0, y: isHeld ? 0.5 : 2), blur: isHeld ? 2 : 4,
            color: theme.shadow)
        let (from, to) = (Point(x: 0, y: rect.minY), Point(x: 0, y: rect.maxY))
        context.fill(cap, with: .linear(Gradient(bodyColors), from: from, to: to))
        if isLit { drawLight(in: rect, of: cap, in: context) }
        if isHeld {
            context.drawInnerShadow(
                of: cap, offset: Point(x: 0, y: 2), blur: 5, color: theme.shadow)
        }
        drawEdge(of: rect, from: from, to: to, in: context)
    }

    private var bodyColors: [Color] {
        switch (isLit, isHeld) {
        case (true, false):
            [tint.mixed(with: .white, by: 0.2), tint.mixed(with: .black, by: 0.14)]
        case (true, true):
            [tint.mixed(with: .black, by: 0.18), tint.mixed(with: .white, by: 0.12)]
        case (false, false): [theme.bodyTop, theme.bodyBottom]
        // A pressed cap is lit from the other side, and is a little brighter or darker.
        case (false, true):
            [
                theme.held(theme.bodyBottom, by: 0.06),
                theme.held(theme.bodyTop, by: 0.1),
            ]
        }
    }

    /// Draws the light of the lamp behind the cap, brightest in the middle.
    private func drawLight(in rect: Rect, of cap: Path, in context: Context) {
        let glow = tint.mixed(with: .white, by: 0.7)
        context.fill(
            cap,
            with: .radial(
                Gradient([glow.withAlpha(isHeld ? 0.2 : 0.38), glow.withAlpha(0)]),
                center: rect.center, radius: max(rect.width, rect.height) * 0.6))
    }

    private func drawEdge(of rect: Rect, from: Point, to: Point, in context: Context) {
        if !isHeld {
            let gloss = isLit ? Color(white: 1, alpha: 0.45 * theme.shadow.alpha) : theme.bodyGloss
            context.stroke(
                Path(
                    roundedRect: rect.insetBy(
                        dx: theme.lineWidth * 1.5, dy: theme.lineWidth * 1.5),
                    cornerRadius: max(cornerRadius - theme.lineWidth * 1.5, 0)),
                with: .linear(
                    Gradient([gloss, gloss.withAlpha(0)]), from: from, to: rect.center),
                width: theme.lineWidth)
        }
        context.stroke(
            Path(
                roundedRect: rect.insetBy(dx: theme.lineWidth / 2, dy: theme.lineWidth / 2),
                cornerRadius: max(cornerRadius - theme.lineWidth / 2, 0)),
            isLit ? tint.mixed(with: .black, by: 0.55) : theme.bodyEdge, width: theme.lineWidth)
    }

    /// The rectangle of the lamp along the upper edge of a cap with an outline of `lineWidth`.
    static func lampRect(in cap: Rect, lineWidth: Double) -> Rect {
        let width = (cap.width * 0.5).rounded()
        // A low cap has hardly more space than its title needs.
        let top = (cap.height < 36 ? 2.0 : 4) + lineWidth
        return Rect(
            x: (cap.midX - width / 2).rounded(), y: cap.minY + top, width: max(width, 0),
            height: cap.height < 36 ? 2 : 3)
    }

    /// Draws the lamp along the upper edge. It shows the key's colour even when it is dark.
    func drawLamp(on cap: Rect, in context: Context) {
        let rect = Self.lampRect(in: cap, lineWidth: theme.lineWidth).offsetBy(
            dx: 0, dy: isHeld ? 1 : 0)
        let color =
            isLit ? tint.mixed(with: .white, by: 0.8) : tint.mixed(with: theme.recess, by: 0.62)
        context.fill(
            Path(roundedRect: rect.insetBy(dx: -1, dy: -1), cornerRadius: 2.5),
            theme.recess.withAlpha(isLit ? 0.25 : 0.8))
        context.fill(Path(roundedRect: rect, cornerRadius: 1.5), color)
    }
}
