import Controls

/// The keypad for the PIN of a locked panel.
struct UnlockPad {
    /// How long the keypad stays open without a touch, because it takes all touches of the panel.
    static let stay = Duration.seconds(30)

    let keypad: Keypad
    let pin: String
    /// The full ID of the key that has opened the keypad; `nil` for a padlock.
    let control: String?
    /// When the keypad closes, unless a finger types something.
    var end: Duration

    /// Shows the remaining wait. Returns when to show it again; `nil` if the panel accepts a PIN.
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
