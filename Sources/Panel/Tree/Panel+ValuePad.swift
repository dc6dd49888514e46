import Controls
import Drawing
import PanelProtocol

// Typing the value of a control.
extension Panel {
    /// Makes a finger that stays on the value of a control open the keys.
    func connectPad(of control: PanelControl) {
        guard control.kind.hasKeypad, control.description.access == .readWrite else { return }
        for view in control.readouts + [control.view] {
            if view.gestureRecognizers.contains(where: { $0 is ValueHold }) { continue }
            let hold = ValueHold()
            hold.addAction { [unowned self, unowned control] recognizer in
                if recognizer.state == .began { openValuePad(of: control) }
            }
            view.isUserInteractionEnabled = true
            view.addGestureRecognizer(hold)
        }
    }

    private func openValuePad(of control: PanelControl) {
        guard let scale = control.law as? ScaleDescription, control.looksEnabled else { return }
        closeValuePad()
        let pad = ValuePad(control, scale)
        let keypad = pad.keypad
        keypad.theme = theme
        keypad.onCancel = { [unowned self] in closeValuePad() }
        keypad.addAction(for: .primaryActionTriggered) { [unowned self] _, touch in
            if let touch { setTypedValue(touch, at: present ?? touch.timestamp) }
        }
        keypad.present(in: window, near: control.view.frameInWindow, isModal: false)
        keypad.font = font.withSize((keypad.bounds.width / 4 * 0.42).rounded())
        valuePad = pad
    }

    /// Removes the keys, if they are open. The value stays.
    func closeValuePad() {
        valuePad?.keypad.dismiss()
        valuePad = nil
    }

    /// Removes the keys if the control is not seen any more, or no finger may move it.
    func closeIdleValuePad() {
        guard let control = valuePad?.control else { return }
        if !control.isMovedByFingers || !control.looksEnabled { closeValuePad() }
    }

    /// Sets the control to the value that was typed, as a finger does that lifts at once.
    private func setTypedValue(_ touch: Touch, at time: Duration) {
        guard let pad = valuePad else { return }
        let control = pad.control
        guard let value = pad.typedValue, !control.isHeldByFinger else {
            pad.keypad.isRejected = true
            return
        }
        closeValuePad()
        endHolds(of: control, reason: "touch", at: time)
        recordingStep(ofKeyTouch: touch.number, at: time) {
            set(control, .number(value), from: .touch(slot: touch.slot), at: time)
        }
        // What a client sends at once may be late.
        control.arbitration.noteReset(at: time)
    }
}

extension PanelControl {
    /// Takes the place of the value into account: a hold on the control itself opens the keys only
    /// if the value has no line of its own, and the control then waits for a finger that moves.
    func fitHold(hasValueLine: Bool) {
        for case let hold as ValueHold in view.gestureRecognizers {
            hold.isEnabled = !hasValueLine
            // The keys of a stepper act at once.
            guard let control = roles.control, !(control is Stepper) else { continue }
            control.touchSlop = hasValueLine ? 0 : ValueHold.slop * view.pixelsPerMillimetre
        }
    }
}
