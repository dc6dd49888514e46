import CPixman

/// A set of pixels, stored as rectangles in bands from top to bottom (pixman's `region32`).
///
/// Copies share storage until one of them changes. Rectangles are clamped to
/// `PixelRect.coordinateLimit`.
public struct Region {
    private var storage: Storage

    /// An empty region.
    public init() {
        storage = Storage()
    }

    /// The pixels of a rectangle.
    public init(_ rect: PixelRect) {
        storage = Storage(rect)
    }

    /// The pixels of some rectangles, which may overlap.
    public init(_ rects: some Sequence<PixelRect>) {
        var boxes: [pixman_box32_t] = []
        boxes.reserveCapacity(rects.underestimatedCount)
        for rect in rects where !rect.isEmpty { boxes.append(pixman_box32_t(rect)) }
        storage = Storage()
        pixman_region32_fini(storage.region)
        allocated(pixman_region32_init_rects(storage.region, boxes, Int32(clamping: boxes.count)))
    }

    /// Whether there are no pixels.
    public var isEmpty: Bool {
        pixman_region32_not_empty(storage.region) == 0
    }

    /// The smallest rectangle around all pixels; `.zero` if there are none.
    public var extents: PixelRect {
        // pixman keeps a corner of the former extents in a region that became empty.
        isEmpty ? .zero : PixelRect(storage.region.pointee.extents)
    }

    /// The number of pixels.
    public var area: Int {
        var area = 0
        forEachRect { area += $0.area }
        return area
    }

    /// Rectangles that contain every pixel once: bands from top to bottom, each from left to right.
    public var rects: RegionRects {
        RegionRects(region: self)
    }

    /// Whether a pixel is in the set.
    public func contains(_ pixel: PixelPoint) -> Bool {
        guard let x = Int32(exactly: pixel.x), let y = Int32(exactly: pixel.y) else { return false }
        return pixman_region32_contains_point(storage.region, x, y, nil) != 0
    }

    /// Whether every pixel of a rectangle is in the set; `false` for an empty rectangle.
    public func contains(_ rect: PixelRect) -> Bool {
        guard !rect.isEmpty else { return false }
        var box = pixman_box32_t(rect)
        return pixman_region32_contains_rectangle(storage.region, &box) == PIXMAN_REGION_IN
    }

    /// Whether any pixel of a rectangle is in the set.
    public func intersects(_ rect: PixelRect) -> Bool {
        guard !rect.isEmpty else { return false }
        var box = pixman_box32_t(rect)
        return pixman_region32_contains_rectangle(storage.region, &box) != PIXMAN_REGION_OUT
    }

    /// Adds the pixels of a rectangle.
    public mutating func formUnion(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        makeUnique()
        let box = pixman_box32_t(rect)
        allocated(
            pixman_region32_union_rect(
                storage.region, storage.region, box.x1, box.y1, UInt32(box.x2 - box.x1),
                UInt32(box.y2 - box.y1)))
    }

    /// Adds the pixels of some rectangles. Many are sorted at once, which takes less time.
    package mutating func formUnion(_ rects: [PixelRect]) {
        if rects.count > 4 {
            let all = Region(rects)
            if isEmpty { self = all } else { formUnion(all) }
        } else {
            for rect in rects { formUnion(rect) }
        }
    }

    /// Adds the pixels of another region.
    public mutating func formUnion(_ other: Region) {
        makeUnique()
        allocated(pixman_region32_union(storage.region, storage.region, other.storage.region))
    }

    /// Keeps only the pixels that are also in a rectangle.
    public mutating func formIntersection(_ rect: PixelRect) {
        guard !rect.isEmpty else {
            self = Region()
            return
        }
        guard !rect.contains(extents) else { return }
        makeUnique()
        let box = pixman_box32_t(rect)
        allocated(
            pixman_region32_intersect_rect(
                storage.region, storage.region, box.x1, box.y1, UInt32(box.x2 - box.x1),
                UInt32(box.y2 - box.y1)))
    }

    /// Keeps only the pixels that are also in another region.
    public mutating func formIntersection(_ other: Region) {
        makeUnique()
        allocated(pixman_region32_intersect(storage.region, storage.region, other.storage.region))
    }

    /// Removes the pixels of a rectangle.
    public mutating func subtract(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        subtract(Region(rect))
    }

    /// Removes the pixels of another region.
    public mutating func subtract(_ other: Region) {
        makeUnique()
        allocated(pixman_region32_subtract(storage.region, storage.region, other.storage.region))
    }

    /// Moves all pixels. Those that leave the range of 32 bits are cut off.
    public mutating func translate(dx: Int, dy: Int) {
        guard dx != 0 || dy != 0 else { return }
        makeUnique()
        pixman_region32_translate(storage.region, Int32(clamping: dx), Int32(clamping: dy))
    }

    /// The pixels in this region, in the rectangle, or in both.
    public func union(_ rect: PixelRect) -> Region {
        var result = self
        result.formUnion(rect)
        return result
    }

    /// The pixels in this region, in the other, or in both.
    public func union(_ other: Region) -> Region {
        var result = self
        result.formUnion(other)
        return result
    }

    /// The pixels both in this region and in the rectangle.
    public func intersection(_ rect: PixelRect) -> Region {
        var result = self
        result.formIntersection(rect)
        return result
    }

    /// The pixels both in this region and in the other.
    public func intersection(_ other: Region) -> Region {
        var result = self
        result.formIntersection(other)
        return result
    }

    /// The pixels in this region but not in the rectangle.
    public func subtracting(_ rect: PixelRect) -> Region {
        var result = self
        result.subtract(rect)
        return result
    }

    /// The pixels in this region but not in the other.
    public func subtracting(_ other: Region) -> Region {
        var result = self
        result.subtract(other)
        return result
    }

    /// Calls `body` with each of `rects`. It is faster than iterating over them.
    public func forEachRect(_ body: (PixelRect) -> Void) {
        var count: Int32 = 0
        let boxes = pixman_region32_rectangles(storage.region, &count)
        withExtendedLifetime(storage) {
            for box in UnsafeBufferPointer(start: boxes, count: Int(count)) {
                body(PixelRect(box))
            }
        }
    }

    var rectCount: Int {
        Int(pixman_region32_n_rects(storage.region))
    }

    func rect(at index: Int) -> PixelRect {
        withExtendedLifetime(storage) {
            PixelRect(pixman_region32_rectangles(storage.region, nil)[index])
        }
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
    }

    /// Owns the pixman region, at a fixed address: pixman returns pointers into a region that is a
    /// single rectangle.
    private final class Storage {
        let region = UnsafeMutablePointer<pixman_region32_t>.allocate(capacity: 1)

        init() {
            pixman_region32_init(region)
        }

        init(_ rect: PixelRect) {
            if rect.isEmpty {
                pixman_region32_init(region)
            } else {
                var box = pixman_box32_t(rect)
                pixman_region32_init_with_extents(region, &box)
            }
        }

        init(copying other: Storage) {
            pixman_region32_init(region)
            allocated(pixman_region32_copy(region, other.region))
        }

        deinit {
            pixman_region32_fini(region)
            region.deallocate()
        }
    }
}

extension Region: Equatable {
    /// Whether both contain the same pixels.
    public static func == (left: Region, right: Region) -> Bool {
        // pixman distinguishes empty regions by their former extents.
        left.isEmpty
            ? right.isEmpty
            : pixman_region32_equal(left.storage.region, right.storage.region) != 0
    }
}

extension Region: CustomStringConvertible {
    /// The rectangles, as x, y, width and height.
    public var description: String {
        "[" + rects.map { "(\($0.x), \($0.y), \($0.width), \($0.height))" }.joined(separator: ", ")
            + "]"
    }
}

/// Stops the program if pixman ran out of memory, because the region is lost by then.
private func allocated(_ success: pixman_bool_t) {
    precondition(success != 0, "out of memory for a region")
}

extension PixelRect {
    fileprivate init(_ box: pixman_box32_t) {
        self.init(
            x: Int(box.x1), y: Int(box.y1), width: Int(box.x2) - Int(box.x1),
            height: Int(box.y2) - Int(box.y1))
    }
}

extension pixman_box32_t {
    fileprivate init(_ rect: PixelRect) {
        func clamp(_ coordinate: Int) -> Int32 {
            Int32(
                coordinate.clamped(from: -PixelRect.coordinateLimit, to: PixelRect.coordinateLimit))
        }
        self.init(
            x1: clamp(rect.minX), y1: clamp(rect.minY), x2: clamp(rect.maxX), y2: clamp(rect.maxY))
    }
}
