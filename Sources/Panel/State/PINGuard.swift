/// Counts wrong PINs: after several, none is accepted for a while.
struct PINGuard {
    /// The number of wrong PINs before the wait.
    static let mostAttempts = 5
    /// How long no PIN is accepted then.
    static let wait = Duration.seconds(30)

    private var attempts = 0
    private var waitsUntil = Duration.zero

    /// How long no PIN is accepted; zero if one is.
    func remainingWait(at time: Duration) -> Duration { max(waitsUntil - time, .zero) }

    /// Records a wrong PIN. The result is the number of attempts that are left before the wait.
    mutating func noteWrong(at time: Duration) -> Int {
        attempts += 1
        guard attempts == Self.mostAttempts else { return Self.mostAttempts - attempts }
        attempts = 0
        waitsUntil = time + Self.wait
        return 0
    }

    /// Records the right PIN.
    mutating func noteRight() { attempts = 0 }
}
