/// Finds the shortest script that still fails: whole players are left out first, then ever smaller
/// runs of steps. See Zeller, "Simplifying and isolating failure-inducing input" (2002).
struct Shrinker {
    /// The rule that is broken: what breaks another is another failure.
    let rule: String
    /// Runs a script, and says which rule it breaks.
    let outcome: (Script) -> Failure?

    /// A script of which no step can be left out, as far as so many runs can tell.
    func shrink(_ script: Script, runs: Int = 400) -> Script {
        var best = script
        var left = runs
        func isEnough(_ steps: [Step]) -> Bool {
            guard left > 0, steps.count < best.steps.count else { return false }
            left -= 1
            var shorter = best
            shorter.steps = steps
            guard outcome(shorter)?.rule == rule else { return false }
            best = shorter
            return true
        }
        for player in Set(script.steps.map(\.player)).sorted() {
            _ = isEnough(best.steps.filter { $0.player != player })
        }
        var length = max(best.steps.count / 2, 1)
        while left > 0 {
            var hasShrunk = false
            var start = 0
            while start < best.steps.count {
                var steps = best.steps
                steps.removeSubrange(start..<min(start + length, steps.count))
                if isEnough(steps) { hasShrunk = true } else { start += length }
            }
            if length > 1 { length = (length + 1) / 2 } else if !hasShrunk { break }
        }
        return best
    }
}
