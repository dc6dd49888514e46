import Drawing

/// Caches still layers below moving ones, flattened into one bitmap where they are drawn
/// repeatedly.
///
/// A layer is still if it has not changed for some frames, and if no layer below it moves.
/// Flattening saves time only where several layers overlap. So the backdrop flattens squares of the
/// screen, and only those in use.
struct Backdrop {
    /// With fewer layers, drawing is as fast as copying.
    static let leastLayers = 3
    /// The number of frames for which a still layer must be unchanged.
    static let settlingFrames = 30
    /// The maximum number of cached squares, 16 KB each.
    private static let mostTiles = 32

    private final class Tile {
        /// The layers that the square shows, from back to front.
        let layers: [LayerReference]
        /// The frame of the first lookup.
        let since: Int
        var lastUse: Int
        /// `nil` until the second lookup.
        var bitmap: Bitmap?

        init(_ layers: [LayerReference], frame: Int) {
            (self.layers, since, lastUse) = (layers, frame, frame)
        }
    }

    private var tiles: [PixelPoint: Tile] = [:]

    /// The result of a lookup.
    enum Lookup {
        /// The layers, flattened.
        case flattened(Bitmap)
        /// The layers were looked up before and are unchanged: flatten them now.
        case due
        /// This is the first lookup of the layers since their last change.
        case new
    }

    /// Looks up the still layers of one of the grid's squares.
    ///
    /// - Parameters:
    ///   - square: The pixels of the square.
    ///   - layers: The layers to flatten, from back to front. The first hides everything below.
    ///   - frame: The number of the frame.
    mutating func lookUp(
        _ square: PixelRect, _ layers: some Collection<LayerReference>, frame: Int
    ) -> Lookup {
        let origin = PixelPoint(x: square.x, y: square.y)
        guard let tile = tiles[origin], isCurrent(tile, layers) else {
            if tiles[origin] == nil { makeRoom() }
            tiles[origin] = Tile(Array(layers), frame: frame)
            return .new
        }
        tile.lastUse = frame
        return tile.bitmap.map { .flattened($0) } ?? .due
    }

    /// Caches a square of `picture`, in which only the layers of its lookup have been drawn.
    mutating func keep(_ square: PixelRect, of picture: Bitmap) {
        let bitmap = Bitmap(width: square.width, height: square.height, format: .xrgb32)
        bitmap.copy(from: picture, at: PixelPoint(x: -square.x, y: -square.y))
        tiles[PixelPoint(x: square.x, y: square.y)]?.bitmap = bitmap
    }

    private func isCurrent(_ tile: Tile, _ layers: some Collection<LayerReference>) -> Bool {
        tile.layers.elementsEqual(layers)
            && layers.allSatisfy { $0.read { $0.lastChange } < tile.since }
    }

    private mutating func makeRoom() {
        guard tiles.count >= Self.mostTiles,
            let oldest = tiles.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return }
        tiles[oldest.key] = nil
    }
}
