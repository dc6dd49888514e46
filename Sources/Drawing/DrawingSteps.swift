/// The recorded steps of a drawing. Equal steps draw equal bitmaps.
///
/// Recording is much faster than drawing, so of controls that look alike only one is drawn.
package struct DrawingSteps: Hashable {
    /// One call of a context.
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
        case line(Line, baseline: Point, Color)
        /// Indirect: it is the largest, and most drawings have none.
        indirect case image(Image, Rect, opacity: Double)
    }

    /// A line of text, which equals another if their glyphs do.
    struct Line: Hashable {
        let line: TextLine

        static func == (one: Line, other: Line) -> Bool {
            one.line.font === other.line.font && one.line.figures == other.line.figures
                && one.line.glyphs == other.line.glyphs
        }

        func hash(into hasher: inout Hasher) { hasher.combine(line.glyphs) }
    }

    let width: Int
    let height: Int
    private var steps: [Step] = []

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    mutating func record(_ step: Step) {
        steps.append(step)
    }

    /// Draws the recorded steps.
    func draw(in context: Context) {
        for step in steps {
            switch step {
            case .saveState: context.saveState()
            case .restoreState: context.restoreState()
            case .translate(let x, let y): context.translateBy(x: x, y: y)
            case .rotate(let angle): context.rotate(by: angle)
            case .scale(let x, let y): context.scaleBy(x: x, y: y)
            case .concatenate(let transform): context.concatenate(transform)
            case .blendMode(let mode): context.blendMode = mode
            case .clip(let path): context.clip(to: path)
            case .clipPixels(let rects): context.clip(to: Region(rects))
            case .fill(let path, let paint): context.fill(path, with: paint)
            case .stroke(let path, let paint, let width, let cap, let join):
                context.stroke(path, with: paint, width: width, cap: cap, join: join)
            case .shadow(let path, let offset, let blur, let color):
                context.drawShadow(of: path, offset: offset, blur: blur, color: color)
            case .innerShadow(let path, let offset, let blur, let color):
                context.drawInnerShadow(of: path, offset: offset, blur: blur, color: color)
            case .line(let line, let baseline, let color):
                context.draw(line.line, at: baseline, color: color)
            case .image(let image, let rect, let opacity):
                context.draw(image, in: rect, opacity: opacity)
            }
        }
    }
}
