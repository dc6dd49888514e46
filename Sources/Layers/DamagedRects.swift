import Drawing

/// Parts of a layer that must be redrawn, in its own coordinates.
struct DamagedRects {
    /// The maximum number of rectangles. More are replaced by their union.
    private static let capacity = 8

    private(set) var rects: [Rect] = []

    mutating func add(_ rect: Rect) {
        guard !rect.isEmpty else { return }
        var rect = rect
        // Drawing one rectangle is faster than two that overlap, and does not split shapes.
        while let index = rects.firstIndex(where: { Self.isCheaperJoined($0, rect) }) {
            rect = rect.union(rects.remove(at: index))
        }
        rects.append(rect)
        if rects.count > Self.capacity { rects = [rects.reduce(.zero) { $0.union($1) }] }
    }

    private static func isCheaperJoined(_ a: Rect, _ b: Rect) -> Bool {
        let joined = a.union(b)
        return joined.width * joined.height <= a.width * a.height + b.width * b.height
    }

    /// Removes all rectangles, but keeps the memory. One by one, because there is rarely more than
    /// one.
    mutating func removeAll() { while !rects.isEmpty { rects.removeLast() } }

    /// The four corners of `rect`, as squares of `side`, or less if they would overlap.
    static func corners(of rect: Rect, side: Double) -> [Rect] {
        let side = min(side, rect.width / 2, rect.height / 2)
        guard side > 0 else { return [] }
        return [
            (rect.minX, rect.minY), (rect.maxX - side, rect.minY),
            (rect.minX, rect.maxY - side), (rect.maxX - side, rect.maxY - side),
        ]
        .map { Rect(x: $0.0, y: $0.1, width: side, height: side) }
    }

    /// The four sides of `rect`, as bars of `width`.
    static func edges(of rect: Rect, width: Double) -> [Rect] {
        let width = min(width, rect.width, rect.height)
        guard width > 0 else { return [] }
        return [
            Rect(x: rect.minX, y: rect.minY, width: rect.width, height: width),
            Rect(x: rect.minX, y: rect.maxY - width, width: rect.width, height: width),
            Rect(x: rect.minX, y: rect.minY, width: width, height: rect.height),
            Rect(x: rect.maxX - width, y: rect.minY, width: width, height: rect.height),
        ]
    }
}
