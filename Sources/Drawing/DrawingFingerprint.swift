/// What tells drawings apart without drawing them: those that ask a context for the same, one call
/// after the other, have the same fingerprint and look the same.
///
/// To take one costs a small part of what drawing does: of controls that are alike, one is drawn.
package struct DrawingFingerprint: Hashable {
    /// What a context is asked for.
    enum Step: Hashable {
        case saveState
        case restoreState
        case translate(x: Double, y: Double)
        case rotate(Angle)
        case scale(x: Double, y: Double)
        case concatenate(AffineTransform)
        case blendMode(BlendMode)
        case clip(Path)
        case clipPixels([PixelRect])
        case fill(Path, Paint)
        case stroke(Path, Paint, width: Double, cap: LineCap, join: LineJoin)
        case shadow(Path, offset: Point, blur: Double, Color)
        case innerShadow(Path, offset: Point, blur: Double, Color)
        case line([PositionedGlyph], Figures, ObjectIdentifier, baseline: Point, Color)
        case image(Image, Rect, opacity: Double)
    }

    private var first = Hasher()
    private var second = Hasher()
    private var halves: (Int, Int)?
    /// What steps name by its place in memory, which nothing else can have meanwhile.
    private var named: [AnyObject] = []
    private var isComplete = true

    /// The fingerprint of what `draw` draws; `nil` if that cannot be known from its steps.
    ///
    /// - Parameters:
    ///   - width: The number of columns of the bitmap to be drawn into.
    ///   - height: The number of its rows.
    ///   - draw: What draws into a context that draws nothing.
    package static func of(
        width: Int, height: Int, _ draw: (Context) -> Void
    ) -> DrawingFingerprint? {
        let context = Context(width: width, height: height, noting: DrawingFingerprint())
        draw(context)
        guard var fingerprint = context.fingerprint, fingerprint.isComplete else { return nil }
        fingerprint.first.combine(width)
        fingerprint.second.combine(height)
        fingerprint.halves = (fingerprint.first.finalize(), fingerprint.second.finalize())
        return fingerprint
    }

    private init() {
        // Two different ones of 64 bits each.
        second.combine(0)
    }

    /// Notes a step, and what it names.
    mutating func note(_ step: Step, naming object: AnyObject? = nil) {
        first.combine(step)
        second.combine(step)
        if let object, !(named.contains { $0 === object }) { named.append(object) }
    }

    /// Notes a step that is not known: pixels that anybody may have written.
    mutating func noteUnknown() { isComplete = false }

    package static func == (one: DrawingFingerprint, other: DrawingFingerprint) -> Bool {
        one.halves ?? (0, 0) == other.halves ?? (0, 0)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(halves?.0)
    }
}
