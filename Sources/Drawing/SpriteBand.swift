/// Neighbouring rows of a bitmap, which a sprite divides into blocks at the same columns.
struct SpriteBand {
    /// The rows, in the bitmap.
    let rows: Range<Int>
    /// The known properties of the pixels in all rows, from the first column to the last.
    private let segments: [Segment]
    /// Whether there are several rows, all with the same pixels.
    private let isEven: Bool

    /// Neighbouring columns.
    private struct Segment: Equatable {
        var kind: Kind
        var end: Int
    }

    private enum Kind {
        case clear
        case mixed
        case opaque
        /// Opaque, with one colour in each row.
        case plain

        func joined(to other: Kind) -> Kind {
            if self == other { return self }
            return isOpaque && other.isOpaque ? .opaque : .mixed
        }

        var isOpaque: Bool { self == .opaque || self == .plain }
    }

    /// Columns that are drawn in the same way.
    struct Part {
        var columns: Range<Int>
        var isOpaque: Bool
        /// Whether each row has one colour.
        var isPlain = false
    }

    /// Blended parts are extended to a multiple of this where there is space, to the right or else
    /// to the left: blending is also correct for transparent and opaque pixels.
    private static let vector = FourPixels.count
    /// Shorter parts of opaque pixels are blended with their neighbours.
    private static let shortestOpaque = 12
    /// Fewer pixels of one colour are stored like others, since to draw more blocks takes longer.
    private static let shortestPlain = 64
    /// Shorter gaps are included in a part.
    private static let shortestGap = 8

    /// A band of one row, or of several that have the same pixels.
    ///
    /// - Parameter isOpaque: Whether all pixels are opaque, whatever their alpha is.
    init(_ rows: Range<Int>, _ row: UnsafeBufferPointer<UInt32>, isOpaque: Bool) {
        self.rows = rows
        isEven = rows.count > 1
        var segments: [Segment] = []
        segments.reserveCapacity(8)
        var x = 0
        while x < row.count {
            if isOpaque || row[x] >> 24 == 255 {
                let end = isOpaque ? row.count : Self.endOfOpaque(from: x, in: row)
                Self.addOpaque(x..<end, of: row, to: &segments)
                x = end
            } else if row[x] == 0 {
                x = Self.endOfSame(from: x, in: row)
                Self.add(.clear, until: x, to: &segments)
            } else {
                while x < row.count, row[x] != 0, row[x] >> 24 != 255 { x += 1 }
                Self.add(.mixed, until: x, to: &segments)
            }
        }
        // Columns beside the bitmap are clear: its last ones are blended in whole vectors too.
        let end = (row.count + Self.vector - 1) / Self.vector * Self.vector
        if !isOpaque { Self.add(.clear, until: end, to: &segments) }
        self.segments = segments
        cost = presentCost
    }

    /// Adds opaque columns, and those of one colour as segments of their own.
    private static func addOpaque(
        _ columns: Range<Int>, of row: UnsafeBufferPointer<UInt32>, to segments: inout [Segment]
    ) {
        var x = columns.lowerBound
        // Wherever there are as many equal pixels as are looked for, a probe is among them.
        while x + shortestPlain <= columns.upperBound {
            let probe = x + shortestPlain / 2
            var start = probe
            while start > x, row[start - 1] == row[probe] { start -= 1 }
            x = min(endOfSame(from: probe, in: row), columns.upperBound)
            // The part that is filled in whole vectors.
            let (left, right) = ((start + 15) & ~15, x & ~15)
            if right - left >= shortestPlain {
                add(.opaque, until: left, to: &segments)
                add(.plain, until: right, to: &segments)
            }
        }
        add(.opaque, until: columns.upperBound, to: &segments)
    }

    /// The end of the pixels that are the same as the first one.
    private static func endOfSame(from first: Int, in row: UnsafeBufferPointer<UInt32>) -> Int {
        guard let pixels = row.baseAddress else { return first }
        let four = FourPixels(repeating: row[first])
        var x = first + 1
        while x + FourPixels.count <= row.count, FourPixels(at: pixels + x) == four {
            x += FourPixels.count
        }
        while x < row.count, row[x] == row[first] { x += 1 }
        return x
    }

    /// The end of opaque pixels.
    private static func endOfOpaque(from first: Int, in row: UnsafeBufferPointer<UInt32>) -> Int {
        guard let pixels = row.baseAddress else { return first }
        var x = first
        while x + FourPixels.count <= row.count, FourPixels(at: pixels + x).isOpaque {
            x += FourPixels.count
        }
        while x < row.count, row[x] >> 24 == 255 { x += 1 }
        return x
    }

    private static func add(_ kind: Kind, until end: Int, to segments: inout [Segment]) {
        guard let last = segments.last else {
            if end > 0 { segments.append(Segment(kind: kind, end: end)) }
            return
        }
        guard last.end < end else { return }
        // Neighbours with one colour each may have two.
        if last.kind == kind, kind != .plain {
            segments[segments.count - 1].end = end
        } else {
            segments.append(Segment(kind: kind, end: end))
        }
    }

    /// This band with the one below it, if they are surely faster together: they are divided alike,
    /// and neither is even.
    func continued(by below: SpriteBand) -> SpriteBand? {
        guard !isEven, !below.isEven, segments == below.segments else { return nil }
        return SpriteBand(rows.lowerBound..<below.rows.upperBound, segments)
    }

    private init(_ rows: Range<Int>, _ segments: [Segment]) {
        (self.rows, self.segments, isEven) = (rows, segments, false)
        cost = presentCost
    }

    /// A band and the one below it.
    init(joining above: SpriteBand, _ below: SpriteBand) {
        isEven = false
        rows = above.rows.lowerBound..<below.rows.upperBound
        var segments: [Segment] = []
        segments.reserveCapacity(above.segments.count + below.segments.count)
        var (one, other) = (0, 0)
        while one < above.segments.count, other < below.segments.count {
            let (first, second) = (above.segments[one], below.segments[other])
            let end = min(first.end, second.end)
            Self.add(first.kind.joined(to: second.kind), until: end, to: &segments)
            if first.end == end { one += 1 }
            if second.end == end { other += 1 }
        }
        self.segments = segments
        cost = presentCost
    }

    /// About how many instructions it takes to draw the band; more for the memory of opaque pixels.
    private(set) var cost = 0

    private var presentCost: Int {
        var cost = 0
        func add(inRow: Int) { cost += 110 + rows.count * inRow }
        forEachStretch { columns, isOpaque, plainCount in
            if isOpaque {
                add(inRow: 30 + (columns.count - plainCount) / 4)
                if plainCount > 0 { add(inRow: 30) }
            } else {
                add(inRow: 10 + columns.count * (isEven ? 2 : 3))
            }
        }
        return cost
    }

    /// The visible parts, from left to right.
    var parts: [Part] {
        let width = segments.last?.end ?? 0
        var parts: [Part] = []
        // The end of the last blended part.
        var done = 0
        forEachStretch { columns, isOpaque, _ in
            guard columns.upperBound > done else { return }
            let start = max(columns.lowerBound, done)
            if isOpaque { return addOpaque(start..<columns.upperBound, to: &parts) }
            let count = (columns.upperBound - start + Self.vector - 1) / Self.vector * Self.vector
            let end = min(start + count, width)
            let first = max(end - count, done)
            while let last = parts.last, last.columns.upperBound > first {
                parts.removeLast()
                guard last.columns.lowerBound < first else { continue }
                parts.append(Part(columns: last.columns.lowerBound..<first, isOpaque: true))
            }
            parts.append(Part(columns: first..<end, isOpaque: false))
            done = end
        }
        return parts
    }

    /// Calls `body` with the columns that are opaque or blended, without longer gaps, and with the
    /// number of those of one colour.
    @inline(__always)
    private func forEachStretch(
        _ body: (_ columns: Range<Int>, _ isOpaque: Bool, _ plainCount: Int) -> Void
    ) {
        var (x, index) = (0, 0)
        // The columns to blend, collected while they may continue.
        var blended = 0..<0
        func finish() {
            if !blended.isEmpty { body(blended, false, 0) }
        }
        while index < segments.count {
            let (start, kind) = (x, segments[index].kind)
            var plainCount = 0
            repeat {
                if segments[index].kind == .plain { plainCount += segments[index].end - x }
                x = segments[index].end
                index += 1
            } while kind.isOpaque && index < segments.count && segments[index].kind.isOpaque
            let (isFirst, isLast) = (start == 0, index == segments.count)
            if kind == .clear, isFirst || isLast || x - start >= Self.shortestGap {
                finish()
                blended = x..<x
            } else if kind.isOpaque, x - start >= Self.shortestOpaque || isFirst && isLast {
                finish()
                body(start..<x, true, plainCount)
                blended = x..<x
            } else {
                blended = blended.lowerBound..<x
            }
        }
        finish()
    }

    /// Adds opaque columns, and those of one colour, as most of a wide key's are, as parts of their
    /// own.
    private func addOpaque(_ columns: Range<Int>, to parts: inout [Part]) {
        var (first, start) = (columns.lowerBound, 0)
        func add(until end: Int, isPlain: Bool = false) {
            guard first < end else { return }
            parts.append(Part(columns: first..<end, isOpaque: true, isPlain: isPlain))
            first = end
        }
        for segment in segments {
            let plain = (start..<segment.end).clamped(to: columns)
            start = segment.end
            guard segment.kind == .plain, plain.count >= Self.shortestPlain else { continue }
            add(until: plain.lowerBound)
            add(until: plain.upperBound, isPlain: true)
        }
        add(until: columns.upperBound)
    }
}
