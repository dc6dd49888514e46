/// A rectangle of a buffer, in pixels.
package struct Clip: Equatable, Sendable {
    package var x, y, width, height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    var maxX: Int { x + width }
    var maxY: Int { y + height }
    private var area: Int { width * height }

    private func union(_ other: Clip) -> Clip {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Clip(
            x: left, y: top, width: max(maxX, other.maxX) - left,
            height: max(maxY, other.maxY) - top)
    }

    private func intersection(_ other: Clip) -> Clip? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard left < right, top < bottom else { return nil }
        return Clip(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// At most `limit` rectangles that cover all of these, clipped to a buffer's size. Merges
    /// neighbours in the list so that few other pixels are added: each rectangle costs the driver
    /// time.
    static func merged(_ clips: [Clip], limit: Int, width: Int, height: Int) -> [Clip] {
        let bounds = Clip(x: 0, y: 0, width: width, height: height)
        var clips = clips.compactMap { $0.intersection(bounds) }
        // For many rectangles, finding the best pairs takes longer than it saves.
        while clips.count > 8 * limit {
            clips = stride(from: 0, to: clips.count, by: 2).map { index in
                index + 1 < clips.count ? clips[index].union(clips[index + 1]) : clips[index]
            }
        }
        while clips.count > limit {
            let added = { (index: Int) in
                clips[index].union(clips[index + 1]).area - clips[index].area
                    - clips[index + 1].area
            }
            guard let best = (0..<clips.count - 1).min(by: { added($0) < added($1) }) else { break }
            clips[best] = clips[best].union(clips[best + 1])
            clips.remove(at: best + 1)
        }
        return clips
    }
}
