import Drawing

/// Finds the layers in a rectangle, without a search through all layers.
///
/// The screen is divided into squares, each with a list of its layers. Pixels outside the screen
/// belong to the squares at its edge.
struct LayerGrid {
    /// A range of squares of the grid.
    struct Cells: Equatable {
        // Each layer has one: 16 bits are enough for the largest bitmap.
        var columns: Range<Int16> = 0..<0
        var rows: Range<Int16> = 0..<0
    }

    /// The side of a square, in pixels, as a power of two.
    private static let shift = 6

    private var area = PixelRect.zero
    private var columnCount = 1
    private var rowCount = 1
    private var cells: [[LayerReference]] = [[]]
    /// Counts the searches, so that each finds a layer only once.
    private var search = 0

    /// Divides a new area, if it differs.
    mutating func cover(_ area: PixelRect) {
        guard area != self.area else { return }
        let known = cells
        self.area = area
        columnCount = Swift.max(1, (area.width + 63) >> Self.shift)
        rowCount = Swift.max(1, (area.height + 63) >> Self.shift)
        cells = Array(repeating: [], count: columnCount * rowCount)
        search += 1
        for reference in known.joined() where reference.layer.search != search {
            reference.layer.search = search
            reference.layer.cells = cells(of: reference.layer.shown)
            add(reference.layer, to: reference.layer.cells)
        }
    }

    /// Updates the squares of a layer that now covers `rect`.
    mutating func move(_ layer: Layer, to rect: PixelRect) {
        let new = cells(of: rect)
        guard new != layer.cells else { return }
        forEach(layer.cells) { cells, index in Self.remove(layer, from: &cells[index]) }
        layer.cells = new
        add(layer, to: new)
    }

    /// Replaces `found` with the layers in a rectangle, from back to front.
    mutating func find(_ rect: PixelRect, _ found: inout [LayerReference]) {
        found.removeAll(keepingCapacity: true)
        search &+= 1
        let search = search
        forEach(cells(of: rect)) { cells, index in
            for reference in cells[index] {
                let isNew = reference.read { layer in
                    defer { layer.search = search }
                    return layer.search != search && layer.shown.intersects(rect)
                }
                if isNew { found.append(reference) }
            }
        }
        found.sortFromBackToFront()
    }

    /// Calls `body` with each square that a rectangle touches.
    static func forEachSquare(of rect: PixelRect, _ body: (PixelRect) -> Void) {
        for y in rect.minY >> shift...(rect.maxY - 1) >> shift {
            for x in rect.minX >> shift...(rect.maxX - 1) >> shift {
                body(
                    PixelRect(
                        x: x << shift, y: y << shift, width: 1 << shift, height: 1 << shift))
            }
        }
    }

    /// Works in place: a copy of a large square for each layer would be slow.
    private static func remove(_ layer: Layer, from square: inout [LayerReference]) {
        let reference = LayerReference(layer)
        guard let place = square.firstIndex(of: reference) else { return }
        square.swapAt(place, square.count - 1)
        square.removeLast()
    }

    private mutating func add(_ layer: Layer, to place: Cells) {
        forEach(place) { cells, index in cells[index].append(LayerReference(layer)) }
    }

    private mutating func forEach(_ place: Cells, _ body: (inout [[LayerReference]], Int) -> Void) {
        for row in place.rows {
            for column in place.columns { body(&cells, Int(row) &* columnCount &+ Int(column)) }
        }
    }

    private func cells(of rect: PixelRect) -> Cells {
        guard !rect.isEmpty else { return Cells() }
        func clamped(_ pixel: Int, _ count: Int) -> Int16 {
            Int16(clamping: Swift.min(Swift.max(pixel >> Self.shift, 0), count - 1))
        }
        let left = clamped(rect.minX - area.minX, columnCount)
        let right = clamped(rect.maxX - 1 - area.minX, columnCount)
        let top = clamped(rect.minY - area.minY, rowCount)
        let bottom = clamped(rect.maxY - 1 - area.minY, rowCount)
        return Cells(columns: left..<right + 1, rows: top..<bottom + 1)
    }
}
