/// Solves the assignment problem, pairing rows with columns at the lowest total cost, by the
/// Hungarian method.
///
/// Its buffers are reused for the next problem.
struct Assignment {
    /// The column for each row of the last problem.
    private(set) var columns: [Int] = []

    // Kuhn's potentials and augmenting path. Row and column 0 are sentinels of the method.
    private var rowPotential: [Double] = []
    private var columnPotential: [Double] = []
    private var rowOfColumn: [Int] = []
    private var previousColumn: [Int] = []
    private var slack: [Double] = []
    private var isVisited: [Bool] = []

    /// Solves a square problem with `count` rows in O(count³).
    mutating func solve(count: Int, cost: (_ row: Int, _ column: Int) -> Double) {
        Self.refill(&rowPotential, with: 0, count: count + 1)
        Self.refill(&columnPotential, with: 0, count: count + 1)
        Self.refill(&rowOfColumn, with: 0, count: count + 1)
        Self.refill(&previousColumn, with: 0, count: count + 1)
        for row in 0..<count {
            addRow(row + 1, count: count, cost: cost)
        }
        Self.refill(&columns, with: 0, count: count)
        for column in 0..<count {
            columns[rowOfColumn[column + 1] - 1] = column
        }
    }

    /// Assigns a column to one more row, and reassigns earlier rows where that is cheaper.
    private mutating func addRow(_ row: Int, count: Int, cost: (Int, Int) -> Double) {
        Self.refill(&slack, with: .infinity, count: count + 1)
        Self.refill(&isVisited, with: false, count: count + 1)
        rowOfColumn[0] = row
        var column = 0
        repeat {
            isVisited[column] = true
            column = nextColumn(after: column, count: count, cost: cost)
        } while rowOfColumn[column] != 0
        while column != 0 {
            let previous = previousColumn[column]
            rowOfColumn[column] = rowOfColumn[previous]
            column = previous
        }
    }

    private mutating func nextColumn(
        after column: Int, count: Int, cost: (Int, Int) -> Double
    ) -> Int {
        let row = rowOfColumn[column]
        var nearest = 0
        var step = Double.infinity
        for candidate in 1...count where !isVisited[candidate] {
            let reduced =
                cost(row - 1, candidate - 1) - rowPotential[row] - columnPotential[candidate]
            if reduced < slack[candidate] {
                slack[candidate] = reduced
                previousColumn[candidate] = column
            }
            if slack[candidate] < step {
                step = slack[candidate]
                nearest = candidate
            }
        }
        for other in 0...count {
            if isVisited[other] {
                rowPotential[rowOfColumn[other]] += step
                columnPotential[other] -= step
            } else {
                slack[other] -= step
            }
        }
        return nearest
    }

    private static func refill<Element>(
        _ array: inout [Element], with element: Element, count: Int
    ) {
        array.removeAll(keepingCapacity: true)
        for _ in 0..<count { array.append(element) }
    }
}
