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

    /// An upper limit for the number of layers in some squares.
    func mostLayers(in place: Cells) -> Int {
        var most = 0
        forEachCell(of: place) { most &+= $0.count }
        return most
    }

    /// Fills a part of `found` with the layers in a rectangle, from back to front.
    ///
    /// - Parameter place: The squares of the rectangle.
    mutating func find(
        _ rect: PixelRect, in place: Cells, _ found: UnsafeMutableBufferPointer<LayerReference>
    ) -> Slice<UnsafeBufferPointer<LayerReference>> {
        search &+= 1
        let (search, right, bottom) = (search, rect.maxX, rect.maxY)
        var count = 0
        forEachCell(of: place) {
            for reference in $0 {
                let isNew = reference.read { layer in
                    guard layer.search != search else { return false }
                    layer.search = search
                    let shown = layer.shown
                    return shown.x < right && rect.x < shown.x &+ shown.width
                        && shown.y < bottom && rect.y < shown.y &+ shown.height
                }
                guard isNew else { continue }
                found.initializeElement(at: count, to: reference)
                count &+= 1
            }
        }
        var sorted = UnsafeMutableBufferPointer(rebasing: found[..<count])
        sorted.sortFromBackToFront()
        return UnsafeBufferPointer(sorted)[...]
    }

    @inline(__always)
    private func forEachCell(
        of place: Cells, _ body: (UnsafeBufferPointer<LayerReference>) -> Void
    ) {
        for row in place.rows {
            for column in place.columns {
                cells[Int(row) &* columnCount &+ Int(column)].withUnsafeBufferPointer(body)
            }
        }
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

    /// The squares that a rectangle touches.
    func cells(of rect: PixelRect) -> Cells {
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
