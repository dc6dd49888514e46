import Drawing

/// Counts wrong PINs: after several, none is accepted for a while.
struct PINGuard {
    /// The number of wrong PINs before the wait.
    static let mostAttempts = 5
    /// How long the guard then accepts no PIN.
    static let wait = Duration.seconds(30)

    /// The number of wrong PINs since the right one, or since the last wait.
    private(set) var wrongPINs = 0
    private var waitsUntil = Duration.zero

    /// How long the guard still accepts no PIN; zero if it accepts one.
    func remainingWait(at time: Duration) -> Duration { max(waitsUntil - time, .zero) }

    /// Records a wrong PIN. Returns the number of attempts that are left before the wait.
    mutating func noteWrong(at time: Duration) -> Int {
        if wrongPINs == Self.mostAttempts { wrongPINs = 0 }
        wrongPINs += 1
        if wrongPINs == Self.mostAttempts { waitsUntil = time + Self.wait }
        return Self.mostAttempts - wrongPINs
    }

    /// Records the right PIN.
    mutating func noteRight() { wrongPINs = 0 }

    /// Continues with a saved number of wrong PINs. No clock runs through a restart, so the wait
    /// begins again.
    mutating func restore(wrongPINs number: Int, at time: Duration) {
        wrongPINs = number.clamped(from: 0, to: Self.mostAttempts)
        waitsUntil = wrongPINs == Self.mostAttempts ? time + Self.wait : .zero
    }
}
