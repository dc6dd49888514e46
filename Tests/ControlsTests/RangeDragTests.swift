import Drawing
import TestVectors
import Testing

@testable import Controls

/// The ways of fingers along a track, and the ends of a range that they move.
@Suite struct RangeDragTests {
    private var drag = RangeDrag()

    @Test mutating func `an end moves by the distance the finger moved since it landed`() {
        let firstTakesHold = drag.begin(1, at: 0.25, on: [.lower])
        #expect(firstTakesHold)
        #expect(drag.ends.lower == 0.2)
        drag.move(1, to: 0.35)
        #expect(abs(drag.ends.lower - 0.3) < 1e-12 && drag.ends.upper == 0.8)
        drag.move(1, to: -2)
        #expect(drag.ends.lower == 0)
        drag.move(1, to: 0.25)
        #expect(drag.ends.lower == 0.2)
        let firstIsElsewhere = drag.end(1)
        #expect(!firstIsElsewhere)
    }

    @Test mutating func `two fingers move both ends, and a third has nothing to move`() {
        let firstTakesHold = drag.begin(1, at: 0.2, on: [.lower])
        #expect(firstTakesHold)
        let secondTakesHold = drag.begin(2, at: 0.5, on: [.lower, .upper])
        #expect(secondTakesHold)
        let thirdTakesHold = drag.begin(3, at: 0.8, on: [.upper])
        #expect(!thirdTakesHold)
        let fourthTakesHold = drag.begin(4, at: 0.5, on: [.both])
        #expect(!fourthTakesHold)
        #expect(drag.part(of: 2) == .upper && drag.part(of: 3) == nil)
        drag.move(1, to: 0.1)
        drag.move(2, to: 0.6)
        #expect(abs(drag.ends.lower - 0.1) < 1e-12 && abs(drag.ends.upper - 0.9) < 1e-12)
    }

    @Test mutating func `when both ends are in one place, the one ahead of the finger moves`() {
        drag.ends.set(lower: 0.5, upper: 0.5)
        let firstTakesHold = drag.begin(1, at: 0.5, on: [.lower, .upper])
        #expect(firstTakesHold)
        #expect(drag.part(of: 1) == nil && drag.isHeld(.lower) && drag.isHeld(.upper))
        drag.move(1, to: 0.4)
        #expect(drag.part(of: 1) == .lower && !drag.isHeld(.upper))
        let firstIsElsewhere = drag.end(1)
        #expect(firstIsElsewhere)
        #expect(drag.part(of: 1) == .lower && !drag.isHeld)
    }

    @Test mutating func `an end that is pushed moves along, unless a finger holds it`() {
        drag.crossing = .push
        let firstTakesHold = drag.begin(1, at: 0.2, on: [.lower])
        #expect(firstTakesHold)
        drag.move(1, to: 0.9)
        #expect(abs(drag.ends.lower - 0.9) < 1e-12 && drag.ends.upper == drag.ends.lower)
        let secondTakesHold = drag.begin(2, at: 0.9, on: [.upper])
        #expect(secondTakesHold)
        drag.move(1, to: 1)
        #expect(drag.ends.upper == drag.ends.lower && drag.ends.upper < 0.95)
    }

    @Test mutating func `a finger continues from a value that was set from elsewhere`() {
        let firstTakesHold = drag.begin(1, at: 0.2, on: [.lower])
        #expect(firstTakesHold)
        drag.move(1, to: 0.3)
        drag.ends.setLower(0.6)
        drag.move(1, to: 0.4)
        #expect(abs(drag.ends.lower - 0.7) < 1e-12)
    }

    @Test mutating func `a cancelled finger's end reverts, and another finger's end stays`() {
        let firstTakesHold = drag.begin(1, at: 0.2, on: [.lower])
        #expect(firstTakesHold)
        let secondTakesHold = drag.begin(2, at: 0.8, on: [.upper])
        #expect(secondTakesHold)
        drag.move(1, to: 0.4)
        drag.move(2, to: 0.9)
        let firstIsElsewhere = drag.end(1, reverts: true)
        #expect(!firstIsElsewhere)
        #expect(drag.ends.lower == 0.2 && abs(drag.ends.upper - 0.9) < 1e-12)
    }

    @Test func `the ends stay in order, apart and in range for any setting`() {
        var generator = SeededGenerator(seed: 29)
        let numbers: [Double] = [.nan, .infinity, -.infinity, -3, 0, 0.25, 0.5, 1, 7]
        var ends = RangeEnds()
        for _ in 0..<2000 {
            let (one, other) = (
                numbers.randomElement(using: &generator) ?? 0,
                numbers.randomElement(using: &generator) ?? 0
            )
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: ends.setLower(one)
            case 1: ends.setUpper(one)
            case 2: ends.set(lower: one, upper: other)
            case 3: ends.minimumGap = one
            case 4: ends.pushLower(to: one)
            case 5: ends.pushUpper(to: one)
            case 6:
                ends.step([.lower, .upper, .both].randomElement(using: &generator) ?? .both, by: 1)
            default: ends.scale.minimum = one
            }
            #expect(ends.scale.minimum <= ends.lower && ends.lower <= ends.upper)
            #expect(ends.upper <= ends.scale.maximum)
            #expect(ends.upper - ends.lower >= ends.minimumGap - 1e-9)
        }
    }

    @Test mutating func `an end that was pushed goes back with the one that pushed it`() {
        drag.crossing = .push
        for isMoved in [false, true] {
            drag.ends.set(lower: 0.2, upper: 0.4)
            let takesHold = drag.begin(1, at: 0.2, on: [.lower])
            #expect(takesHold)
            drag.move(1, to: 0.6)
            drag.move(1, to: 0.7)
            if isMoved { drag.ends.setUpper(0.9) }
            drag.end(1, reverts: true)
            #expect(drag.ends.lower == 0.2)
            #expect(drag.ends.upper == (isMoved ? 0.9 : 0.4), "unless a program has set it since")
        }
    }
}
