import Controls
import Drawing
import PanelProtocol

// Unlocking the panel with a PIN.
extension Panel {
    /// Locks the panel by a key, or unlocks it, with the PIN if there is one.
    func toggleLock(by control: PanelControl, from source: ValueChanged.Source, at time: Duration) {
        let origin = ValueChanged.Source.action(of: control.id)
        guard lock != nil else {
            report("lock", of: control.id, from: source, at: time)
            let new = PanelLock(except: description.lock.exceptions, isByKey: true)
            return setLock(new, from: origin, at: time)
        }
        if let pin = description.lock.pin {
            return askForPIN(pin, for: control, near: control.view.frameInWindow, at: time)
        }
        report("unlock", of: control.id, from: source, at: time)
        setLock(nil, from: origin, at: time)
    }

    /// Opens the keypad for the PIN that unlocks the panel.
    ///
    /// - Parameter control: The key that opens the keypad; `nil` for a padlock.
    func askForPIN(
        _ pin: String, for control: PanelControl?, near anchor: Rect, at time: Duration
    ) {
        guard lockState.unlockPad == nil else { return }
        let keypad = Keypad(fullLength: pin.count)
        keypad.isSecure = true
        keypad.theme = theme
        keypad.addAction(for: .valueChanged) { [unowned self] _, touch in
            guard let touch else { return }
            lockState.unlockPad?.end = self.time(of: touch) + UnlockPad.stay
        }
        keypad.addAction(for: .primaryActionTriggered) { [unowned self] _, touch in
            if let touch { checkPIN(touch, at: self.time(of: touch)) }
        }
        keypad.onCancel = { [unowned self] in closeUnlockPad() }
        keypad.present(in: window, near: anchor)
        keypad.font = font.withSize((keypad.bounds.width / 3 * 0.42).rounded())
        lockState.unlockPad = UnlockPad(keypad, pin: pin, control: control?.id, at: time)
        advanceUnlockPad(to: time)
    }

    /// Closes the keypad, if it is open.
    func closeUnlockPad() {
        lockState.unlockPad?.keypad.dismiss()
        lockState.unlockPad = nil
    }

    /// Shows the remaining wait, and closes a keypad that nobody has used for a while.
    func advanceUnlockPad(to time: Duration) {
        guard let pad = lockState.unlockPad else { return }
        let wait = lockState.pinGuard.remainingWait(at: time)
        if wait == .zero, time >= pad.end { return closeUnlockPad() }
        lockState.unlockPad?.noteWait(wait, at: time)
        pad.showWait(wait)
    }

    private func checkPIN(_ touch: Touch, at time: Duration) {
        guard let pad = lockState.unlockPad, lockState.pinGuard.remainingWait(at: time) == .zero
        else { return }
        let source = ValueChanged.Source.touch(slot: touch.slot)
        guard pad.keypad.text == pad.pin else {
            pad.keypad.text = ""
            pad.keypad.isRejected = true
            let rejection = PINRejection(
                control: pad.control, attemptsLeft: lockState.pinGuard.noteWrong(at: time),
                wait: lockState.pinGuard.remainingWait(at: time))
            revision += 1
            onNotice?(PanelNotice(.pinRejected(rejection), source: source, time: time))
            return advanceUnlockPad(to: time)
        }
        lockState.pinGuard.noteRight()
        if let control = pad.control {
            report("unlock", of: control, from: source, at: time)
        }
        setLock(nil, from: pad.control.map { .action(of: $0) } ?? source, at: time)
    }

    /// Reports that a key has locked or unlocked the panel.
    private func report(
        _ word: String, of control: String, from source: ValueChanged.Source, at time: Duration
    ) {
        let report = ActionReport(control: control, action: word)
        onNotice?(PanelNotice(.action(report), source: source, time: time))
    }
}
