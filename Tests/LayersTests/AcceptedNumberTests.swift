import Drawing
import Testing

@testable import Layers

/// What becomes of the numbers that a property is set to.
@Suite struct AcceptedNumberTests {
    private static let all: [AcceptedNumbers] = [
        .ordered, .finite, .notNegative, .positive, .ratio, .within(1...4),
    ]

    @Test func `NaN leaves every property unchanged`() {
        for numbers in Self.all {
            #expect(Double.nan.accepted(numbers, else: 3) == 3)
            #expect(Double?.some(.nan).accepted(numbers, else: 3) == 3)
            #expect(Double?.some(.nan).accepted(numbers, else: nil) == nil)
            #expect(Double?.none.accepted(numbers, else: 3) == nil)
        }
    }

    @Test func `numbers outside a range with two ends are clamped to the nearer end`() {
        let numbers: [Double] = [-.infinity, 0, 1, 2, 4, 5, .infinity]
        #expect(numbers.map { $0.accepted(.within(1...4), else: 3) } == [1, 1, 1, 2, 4, 4, 4])
    }

    @Test func `other numbers that are not accepted are ignored`() {
        let numbers: [Double] = [-.infinity, -1, 0, 0.5, 1, 2, .infinity]
        func held(_ accepted: AcceptedNumbers) -> [Double] {
            numbers.map { $0.accepted(accepted, else: 9) }
        }
        #expect(held(.ordered) == numbers)
        #expect(held(.finite) == [9, -1, 0, 0.5, 1, 2, 9])
        #expect(held(.notNegative) == [9, 9, 0, 0.5, 1, 2, 9])
        #expect(held(.positive) == [9, 9, 9, 0.5, 1, 2, 9])
        #expect(held(.ratio) == [9, 9, 9, 0.5, 1, 9, 9])
    }

    @Test func `clamping to an empty range gives its upper limit and never traps`() {
        #expect(5.clamped(from: 0, to: -1) == -1)
        #expect(Double.nan.clamped(from: 0, to: 1).isNaN)
    }

    @Test func `an animation ignores a repeat count that is not a number`() {
        var timing = AnimationTiming(duration: .seconds(1))
        timing.repeatCount = .nan
        #expect(timing.repeatCount == 1)
        #expect(!timing.repeatsForever)
    }
}
