import Drawing

/// The sprites of a tree, of which those that look the same are kept once.
struct SpriteShelf {
    private struct Entry {
        weak var sprite: Sprite?
    }

    private var entries: [Int: Entry] = [:]
    private var roomy = 64

    /// The sprite that looks like this one, if there is one; else this one.
    mutating func shared(_ sprite: Sprite) -> Sprite {
        let fingerprint = sprite.fingerprint
        if let known = entries[fingerprint]?.sprite, known.isSame(as: sprite) { return known }
        if entries.count >= roomy {
            entries = entries.filter { $0.value.sprite != nil }
            roomy = max(64, entries.count * 2)
        }
        entries[fingerprint] = Entry(sprite: sprite)
        return sprite
    }
}
