import Testing

@testable import DRM

struct AttemptTests {
    @Test func `a rejected commit retries with fewer extras, then the next mode, then legacy mode`()
    {
        let ladder = Attempt.ladder(
            modes: 2, isAtomic: true, extras: [.damage, .rotation, .cleaning])

        #expect(
            ladder == [
                Attempt(mode: 0, isAtomic: true, extras: [.damage, .rotation, .cleaning]),
                Attempt(mode: 0, isAtomic: true, extras: [.rotation, .cleaning]),
                Attempt(mode: 0, isAtomic: true, extras: .cleaning),
                Attempt(mode: 0, isAtomic: true, extras: []),
                Attempt(mode: 1, isAtomic: true, extras: [.damage, .rotation, .cleaning]),
                Attempt(mode: 1, isAtomic: true, extras: [.rotation, .cleaning]),
                Attempt(mode: 1, isAtomic: true, extras: .cleaning),
                Attempt(mode: 1, isAtomic: true, extras: []),
                Attempt(mode: 0, isAtomic: false, extras: .cleaning),
                Attempt(mode: 1, isAtomic: false, extras: .cleaning),
            ])
    }

    @Test func `no attempt is made twice`() {
        #expect(
            Attempt.ladder(modes: 1, isAtomic: true, extras: .cleaning) == [
                Attempt(mode: 0, isAtomic: true, extras: .cleaning),
                Attempt(mode: 0, isAtomic: true, extras: []),
                Attempt(mode: 0, isAtomic: false, extras: .cleaning),
            ])
        for raw in 0..<8 {
            let ladder = Attempt.ladder(
                modes: 3, isAtomic: true, extras: Attempt.Extras(rawValue: raw))
            for (index, attempt) in ladder.enumerated() {
                #expect(!ladder[..<index].contains(attempt))
            }
        }
    }

    @Test func `without atomic commits only the mode can vary`() {
        #expect(
            Attempt.ladder(modes: 1, isAtomic: false, extras: [.damage, .rotation, .cleaning])
                == [Attempt(mode: 0, isAtomic: false, extras: .cleaning)])
        #expect(Attempt.ladder(modes: 0, isAtomic: true, extras: .cleaning).isEmpty)
    }
}
