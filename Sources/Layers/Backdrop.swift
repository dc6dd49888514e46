import Drawing

/// What lies still under that which moves, flattened into one picture in the places that are drawn
/// again and again.
///
/// Nobody declares what lies still: a layer that has not changed for a while does, as long as none
/// below it moves. It pays where several layers lie over one another; and so it is kept for squares of
/// the picture, and for no more of them than are in use.
struct Backdrop {
    /// Fewer layers are drawn as fast as copied.
    static let leastLayers = 3
    /// How many frames a layer must have been the same.
    static let settlingFrames = 30
    /// So many squares are kept, 16 KB each.
    private static let mostTiles = 32

    private struct Tile {
        /// The layers that it shows, from back to front.
        var layers: [LayerReference]
        /// The frame that it was first wanted in.
        var since: Int
        var lastUse: Int
        /// `nil` until it is wanted again.
        var bitmap: Bitmap?
    }

    private var tiles: [PixelPoint: Tile] = [:]

    /// What is known of a square.
    enum Answer {
        /// The layers, flattened.
        case known(Bitmap)
        /// They are wanted again: it is time to flatten them.
        case wanted
        /// They are wanted for the first time since they are as they are.
        case unknown
    }

    /// Asks for the layers of one of the grid's squares, up to the first that moves.
    ///
    /// - Parameters:
    ///   - square: The pixels.
    ///   - layers: All that show there, from back to front. The first hides everything below.
    ///   - frame: The number of the frame.
    mutating func answer(
        for square: PixelRect, _ layers: ArraySlice<LayerReference>, frame: Int
    ) -> Answer {
        let origin = PixelPoint(x: square.x, y: square.y)
        guard let tile = tiles[origin], isCurrent(tile, layers) else {
            if tiles[origin] == nil { makeRoom() }
            tiles[origin] = Tile(
                layers: Array(layers), since: frame, lastUse: frame)
            return .unknown
        }
        tiles[origin]?.lastUse = frame
        return tile.bitmap.map { .known($0) } ?? .wanted
    }

    /// Keeps what a picture shows of a square in which only those layers have been drawn.
    mutating func keep(_ square: PixelRect, of picture: Bitmap) {
        let bitmap = Bitmap(width: square.width, height: square.height, format: .xrgb32)
        bitmap.copy(from: picture, at: PixelPoint(x: -square.x, y: -square.y))
        tiles[PixelPoint(x: square.x, y: square.y)]?.bitmap = bitmap
    }

    private func isCurrent(_ tile: Tile, _ layers: ArraySlice<LayerReference>) -> Bool {
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
