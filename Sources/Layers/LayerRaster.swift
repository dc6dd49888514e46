import Drawing

/// A layer's contents as drawn by a context, cached for compositing. It is a class because most
/// layers have none.
final class LayerRaster {
    /// Whether the drawing shows the transformed layer, and not its bounds.
    let isTurned: Bool
    /// The pixels of the drawing on the screen, if the layer is transformed.
    let frame: PixelRect
    private let sprite: Sprite

    private init(isTurned: Bool, frame: PixelRect, sprite: Sprite) {
        self.isTurned = isTurned
        self.frame = frame
        self.sprite = sprite
    }

    /// Draws the `bounds` of a layer, unless another layer of the tree already has the same
    /// drawing.
    convenience init(of bounds: Rect, in tree: LayerTree?, _ draw: (Context) -> Void) {
        let size = Self.size(of: bounds)
        let context = Context(recordingForWidth: size.width, height: size.height)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        draw(context)
        let sprite = tree?.sprite(of: context) ?? Sprite(context.bitmap)
        self.init(isTurned: false, frame: .zero, sprite: sprite)
    }

    /// Draws some pixels of a layer that is transformed by `placement`.
    convenience init(
        turned frame: PixelRect, by placement: AffineTransform, _ draw: (Context) -> Void
    ) {
        let bitmap = Bitmap(width: frame.width, height: frame.height)
        let context = Context(bitmap)
        context.translateBy(x: -Double(frame.x), y: -Double(frame.y))
        context.concatenate(placement)
        draw(context)
        self.init(isTurned: true, frame: frame, sprite: Sprite(bitmap))
    }

    func draw(in canvas: Canvas, at origin: PixelPoint, opacity: Double) {
        sprite.draw(
            in: canvas.bitmap, at: origin, clippedTo: canvas.clip, cover: canvas.cover,
            opacity: opacity)
    }

    /// The pixels of the drawing that are not transparent, and those that are blended with them to
    /// save time.
    var reach: PixelRect { sprite.reach }

    /// A large rectangle of the drawing in which all pixels are opaque; empty if there is none.
    var core: PixelRect { sprite.core }

    /// The size in pixels of the drawing of these bounds.
    static func size(of bounds: Rect) -> (width: Int, height: Int) {
        func side(_ length: Double) -> Int {
            Int(length.rounded(.up).clamped(from: 1, to: Double(Bitmap.maximumSide)))
        }
        return (side(bounds.width), side(bounds.height))
    }
}
