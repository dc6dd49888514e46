import Controls

/// The keys on which a person types the PIN of a locked panel.
struct UnlockPad {
    /// How long it stays without a touch, because it takes all touches of the panel.
    static let stay = Duration.seconds(30)

    let keypad: Keypad
    let pin: String
    /// The full ID of the key that has opened it; `nil` for a padlock.
    let control: String?
    /// When it is removed, unless a finger types something.
    var end: Duration

    /// Shows how long no PIN is accepted. The result is when to show it again; `nil` if one is.
    func showWait(_ wait: Duration, at time: Duration) -> Duration? {
        keypad.isEnabled = wait == .zero
        guard wait > .zero else {
            keypad.message = nil
            return nil
        }
        let seconds = wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)
        keypad.message = "\(seconds) s"
        return time + wait - .seconds(seconds - 1)
    }
}
