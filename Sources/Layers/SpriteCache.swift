import Drawing

/// The sprites of a tree, of which those that are drawn by the same steps are kept once.
struct SpriteShelf {
    private struct Entry {
        weak var sprite: Sprite?
    }

    private var entries: [DrawingSteps: Entry] = [:]
    private var roomy = 64

    /// The sprite of what was noted in a context, which may be one that there is already.
    mutating func sprite(of context: Context) -> Sprite {
        let steps = context.steps
        if let steps, let known = entries[steps]?.sprite { return known }
        let sprite = Sprite(context.bitmap)
        guard let steps else { return sprite }
        if entries.count >= roomy {
            entries = entries.filter { $0.value.sprite != nil }
            roomy = max(64, entries.count * 2)
        }
        entries[steps] = Entry(sprite: sprite)
        return sprite
    }

    /// Forgets the sprites that nobody has any more, and with them the images of their steps.
    mutating func forgetUnused() {
        guard entries.contains(where: { $0.value.sprite == nil }) else { return }
        entries = entries.filter { $0.value.sprite != nil }
        roomy = max(64, entries.count * 2)
    }
}
