/// Controls one below the other, side by side, or in a grid, which share a rectangle of their
/// strip.
package struct StackDescription: Equatable, Sendable {
    /// How its elements are arranged.
    package enum Arrangement: String, CaseIterable, Sendable {
        case row
        case column
        /// Rows of the same number of cells, all of the same width.
        case grid
    }

    /// The position of elements that are lower than their row, or narrower than their column.
    package enum Alignment: String, CaseIterable, Sendable {
        /// At the top of a row; at the left of a column, or at its right if the column begins
        /// there.
        case start
        case center
        case end
    }

    /// An element.
    package indirect enum Element: Equatable, Sendable {
        /// The control with this index in its strip.
        case control(Int)
        case stack(StackDescription)
        /// The controls with these indices, in the same place. Only one of them is visible.
        case cards([Int])
        /// An empty space with this weight.
        case space(weight: Double)
        /// A line that separates its neighbours.
        case line
    }

    /// The weights that an element can have. With far smaller weights, the sizes of its neighbours
    /// would exceed an integer.
    static let weights = 0.001...1000.0

    package var arrangement = Arrangement.column
    package var elements: [Element] = []
    /// The width in pixels; `nil` for a share of the available space.
    package var width: Int?
    /// The height in pixels; `nil` for a share of the available space.
    package var height: Int?
    /// The weight among its neighbours, in `weights`; `nil` for the default.
    package var weight: Double?
    /// The distance between elements, in pixels; `nil` for the default gap between controls.
    package var gap: Int?
    /// The distance from the edges of the stack to its elements, in pixels.
    package var padding = 0
    package var alignment = Alignment.center
    /// The side where the stack begins; `nil` for the direction of the surrounding stack or panel.
    package var direction: Direction?
    /// The number of cells in each row of a grid.
    package var columns: Int?

    package init() {}
}

extension StackDescription.Element {
    /// The element with new indices for its controls; `nil` if none of its controls has one.
    func mapControls(_ index: (Int) -> Int?) -> Self? {
        switch self {
        case .control(let old): return index(old).map { .control($0) }
        case .cards(let old):
            let cards = old.compactMap(index)
            return cards.isEmpty ? nil : .cards(cards)
        case .stack(var stack):
            stack.elements = stack.elements.compactMap { $0.mapControls(index) }
            let hasControls = stack.elements.contains { element in
                switch element {
                case .control, .cards, .stack: true
                case .space, .line: false
                }
            }
            return hasControls ? .stack(stack) : nil
        case .space, .line: return self
        }
    }
}
