import Drawing

/// The sprites of a tree: of those that are drawn in the same way, one is drawn and kept.
struct SpriteShelf {
    private struct Entry {
        weak var sprite: Sprite?
    }

    private var entries: [DrawingFingerprint: Entry] = [:]
    private var roomy = 64

    /// The sprite of what `draw` draws, which may be one that there is already.
    mutating func sprite(width: Int, height: Int, _ draw: (Context) -> Void) -> Sprite {
        let fingerprint = DrawingFingerprint.of(width: width, height: height, draw)
        if let fingerprint, let known = entries[fingerprint]?.sprite { return known }
        let bitmap = Bitmap(width: width, height: height)
        draw(Context(bitmap))
        let sprite = Sprite(bitmap)
        guard let fingerprint else { return sprite }
        if entries.count >= roomy {
            entries = entries.filter { $0.value.sprite != nil }
            roomy = max(64, entries.count * 2)
        }
        entries[fingerprint] = Entry(sprite: sprite)
        return sprite
    }
}
