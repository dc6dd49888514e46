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
    /// When the remaining wait changes or, without a wait, when the keypad may close.
    private(set) var due: Duration

    init(_ keypad: Keypad, pin: String, control: String?, at time: Duration) {
        self.keypad = keypad
        self.pin = pin
        self.control = control
        end = time + Self.stay
        due = end
    }

    /// Shows the remaining wait, during which the panel accepts no PIN.
    func showWait(_ wait: Duration) {
        keypad.isEnabled = wait == .zero
        keypad.message = wait > .zero ? "\(Self.seconds(of: wait)) s" : nil
    }

    /// Records the remaining wait. The keypad stays open for a while after it.
    mutating func noteWait(_ wait: Duration, at time: Duration) {
        if wait > .zero { end = time + wait + Self.stay }
        due = wait > .zero ? time + wait - .seconds(Self.seconds(of: wait) - 1) : end
    }

    /// The seconds that a wait lasts, with the one that has begun.
    private static func seconds(of wait: Duration) -> Int64 {
        wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)
    }
}
