import TestVectors
import Testing

@testable import GlassfaderDaemon

/// When the state is saved, by the clock.
struct SaveScheduleTests {
    private var schedule = SaveSchedule(delay: .seconds(2))

    @Test func `nothing is saved without a change`() {
        #expect(schedule.deadline(isTouched: false) == nil)
        #expect(schedule.deadline(isTouched: true) == nil)
        #expect(!schedule.hasChanges)
    }

    @Test mutating func `a change is saved when no other change follows for a while`() {
        schedule.change(at: .seconds(10))
        #expect(schedule.deadline(isTouched: false) == .seconds(12))
        schedule.change(at: .seconds(11))
        #expect(schedule.deadline(isTouched: false) == .seconds(13))
    }

    @Test mutating func `constant changes are saved five seconds after the first`() {
        for time in 10..<15 { schedule.change(at: .seconds(time)) }
        #expect(schedule.deadline(isTouched: false) == .seconds(15))
        #expect(schedule.deadline(isTouched: true) == .seconds(15))
    }

    @Test mutating func `a finger that stays defers the save by five seconds at most`() {
        schedule.change(at: .seconds(10))
        #expect(schedule.deadline(isTouched: true) == .seconds(15))
        // It lifts.
        schedule.change(at: .seconds(11))
        #expect(schedule.deadline(isTouched: false) == .seconds(13))
    }

    @Test func `a panel file may set a longer delay than five seconds`() {
        var schedule = SaveSchedule(delay: .seconds(20))
        schedule.change(at: .seconds(10))
        schedule.change(at: .seconds(15))
        #expect(schedule.deadline(isTouched: false) == .seconds(30))
    }

    @Test mutating func `one save runs at a time, and changes made meanwhile are saved next`() {
        schedule.change(at: .seconds(10))
        schedule.begin()
        #expect(schedule.deadline(isTouched: false) == nil && !schedule.hasChanges)
        schedule.change(at: .seconds(13))
        #expect(schedule.deadline(isTouched: false) == nil && schedule.hasChanges)
        schedule.end()
        #expect(schedule.deadline(isTouched: false) == .seconds(15))
        schedule.begin()
        schedule.end()
        #expect(schedule.deadline(isTouched: false) == nil)
    }

    @Test mutating func `a failed save is tried again after thirty seconds, and no sooner`() {
        schedule.change(at: .seconds(10))
        schedule.begin()
        schedule.fail(at: .seconds(12))
        #expect(schedule.deadline(isTouched: false) == .seconds(42))
        schedule.change(at: .seconds(20))
        #expect(schedule.deadline(isTouched: false) == .seconds(42))
        schedule.begin()
        schedule.end()
        schedule.change(at: .seconds(50))
        #expect(schedule.deadline(isTouched: false) == .seconds(52))
    }

    @Test mutating func `a state that is already on the disk is not saved again`() {
        schedule.change(at: .seconds(10))
        schedule.skip()
        #expect(schedule.deadline(isTouched: false) == nil)
    }

    /// A day of moves: bursts with pauses, on a disk that takes its time.
    @Test func `a day of moves is saved often enough, but not too often`() {
        var random = SeededGenerator(seed: 3)
        var schedule = SaveSchedule(delay: .seconds(2))
        var now = Duration.zero
        var saves = 0
        var oldest: Duration?
        var longest = Duration.zero
        while now < .seconds(24 * 3600) {
            let isTouched = Int.random(in: 0..<3, using: &random) == 0
            let pause = Duration.milliseconds(
                Int.random(in: 0..<20, using: &random) == 0
                    ? Int.random(in: 0..<600_000, using: &random)
                    : Int.random(in: 1..<900, using: &random))
            let next = now + pause
            while let due = schedule.deadline(isTouched: isTouched), due <= next {
                longest = max(longest, due - (oldest ?? due))
                oldest = nil
                schedule.begin()
                saves += 1
                schedule.end()
            }
            now = next
            schedule.change(at: now)
            oldest = oldest ?? now
        }
        // The device writes 6 KB for each; 5 s apart for two hours is what a disk is good for.
        #expect(longest <= .seconds(5))
        #expect(saves > 100 && saves <= 24 * 3600 / 2)
    }
}
