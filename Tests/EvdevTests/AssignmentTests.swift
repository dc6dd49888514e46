import TestVectors
import Testing

@testable import Evdev

struct AssignmentTests {
    @Test func `two fingers that both move in a row keep their order`() {
        // The nearest pair first would take 9 for the one at 10, and send the other from 0 to 19.
        let old = [0.0, 10]
        let new = [9.0, 19]
        var assignment = Assignment()
        assignment.solve(count: 2) { (old[$0] - new[$1]) * (old[$0] - new[$1]) }
        #expect(assignment.columns == [0, 1])
    }

    @Test func `no other assignment has a lower cost`() {
        var random = SeededGenerator(seed: 31)
        var assignment = Assignment()
        for count in 0...5 {
            for _ in 0..<20 {
                let costs = (0..<count).map { _ in
                    (0..<count).map { _ in Double(Int.random(in: 0...50, using: &random)) }
                }
                assignment.solve(count: count) { costs[$0][$1] }
                let cost = assignment.columns.enumerated().reduce(0) {
                    $0 + costs[$1.offset][$1.element]
                }
                #expect(Set(assignment.columns).count == count)
                #expect(cost == cheapest(costs, from: 0, taken: []), "\(costs)")
            }
        }
    }

    private func cheapest(_ costs: [[Double]], from row: Int, taken: Set<Int>) -> Double {
        guard row < costs.count else { return 0 }
        return costs.indices.filter { !taken.contains($0) }
            .map { costs[row][$0] + cheapest(costs, from: row + 1, taken: taken.union([$0])) }
            .min() ?? 0
    }
}
