import Drawing

/// The sprites of a tree. Identical drawings share one sprite.
struct SpriteCache {
    private struct Entry {
        weak var sprite: Sprite?
    }

    // With some capacity, because growth hashes all drawings again, which takes long.
    private var entries = [DrawingSteps: Entry](minimumCapacity: 32)
    private var pruningCount = 64

    /// The sprite of a context's recorded drawing: an existing one, or a new one.
    mutating func sprite(of context: Context) -> Sprite {
        let steps = context.steps
        if let steps, let known = entries[steps]?.sprite { return known }
        let sprite = Sprite(context.bitmap)
        guard let steps else { return sprite }
        if entries.count >= pruningCount {
            entries = entries.filter { $0.value.sprite != nil }
            pruningCount = max(64, entries.count * 2)
        }
        entries[steps] = Entry(sprite: sprite)
        return sprite
    }

    /// Removes the sprites that are no longer in use, with the images in their steps.
    mutating func forgetUnused() {
        guard entries.contains(where: { $0.value.sprite == nil }) else { return }
        entries = entries.filter { $0.value.sprite != nil }
        pruningCount = max(64, entries.count * 2)
    }
}
