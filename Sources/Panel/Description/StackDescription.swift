/// Controls one below the other, side by side, or in a grid, which share a rectangle of their strip.
package struct StackDescription: Equatable, Sendable {
    /// How its elements are arranged.
    package enum Arrangement: String, CaseIterable, Sendable {
        case row
        case column
        /// Rows of the same number of cells, all of the same width.
        case grid
    }

    /// Where elements are that do not fill a row's height or a column's width.
    package enum Alignment: String, CaseIterable, Sendable {
        /// At the top of a row, at the left of a column that begins there.
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

    /// The weights that an element can have. With far smaller ones, its neighbours would need more
    /// space than can be counted.
    static let weights = 0.001...1000.0

    package var arrangement = Arrangement.column
    package var elements: [Element] = []
    /// The width in pixels; `nil` for a share of the available space.
    package var width: Int?
    /// The height in pixels; `nil` for a share of the available space.
    package var height: Int?
    /// The weight among its neighbours, in `weights`; `nil` for the default.
    package var weight: Double?
    /// The distance between elements, in pixels; `nil` for that between controls.
    package var gap: Int?
    /// The distance from its edges to its elements, in pixels.
    package var padding = 0
    package var alignment = Alignment.center
    /// The side where it begins; `nil` for that of what is around it.
    package var direction: Direction?
    /// The number of cells of a grid's rows.
    package var columns: Int?

    package init() {}
}

extension StackDescription.Element {
    /// The element with other indices of controls; `nil` if it has no controls then.
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
