/// The lock of a panel, and what shows and undoes it.
struct LockState {
    /// The lock; `nil` if the panel is not locked.
    var lock: PanelLock?
    /// Counts wrong PINs.
    var pinGuard = PINGuard()
    /// The keypad for a PIN; `nil` if it is closed.
    var unlockPad: UnlockPad?
    /// Shows the lock; `nil` without one.
    var overlay: LockOverlay?
}
