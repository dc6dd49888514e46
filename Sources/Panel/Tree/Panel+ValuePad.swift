import Controls
import Drawing
import PanelProtocol

// Typing the value of a control.
extension Panel {
    /// Makes a hold on the value of a control open the keypad.
    func connectPad(of control: PanelControl) {
        guard control.kind.hasKeypad, control.description.access == .readWrite,
            !control.kind.editableNumbers.isEmpty
        else { return }
        // The view of a part is below all nodes of its curve.
        let own = control.description.container == nil ? [control.view] : []
        for view in control.readouts + own {
            if view.gestureRecognizers.contains(where: { $0 is ValueHold }) { continue }
            let hold = ValueHold()
            hold.addAction { [unowned self, unowned control] recognizer in
                guard recognizer.state == .began, let touch = recognizer.touches.last,
                    let view = recognizer.view
                else { return }
                openValuePad(of: control, at: touch.location(in: view), on: view)
            }
            view.isUserInteractionEnabled = true
            view.addGestureRecognizer(hold)
        }
    }

    /// Opens the keypad for the value at a point of a view: the written one, or that of the nearest
    /// handle.
    private func openValuePad(of control: PanelControl, at point: Point, on view: View) {
        guard control.looksEnabled else { return }
        let numbers = control.kind.editableNumbers
        guard let converter = control.converter as? PartsConverter else {
            return openValuePad(of: control, for: numbers.first)
        }
        let isSecond: Bool
        switch view {
        case let label as Label:
            isSecond = label.isSecondValue(at: point, separatedBy: converter.separator)
        case let range as RangeSlider:
            let (low, high) = (range.lowerThumbRect.center, range.upperThumbRect.center)
            isSecond = high.distance(to: point) < low.distance(to: point)
        default:
            // Every point of a pad stands for both values.
            return openValuePad(of: control, for: numbers.first, then: numbers.dropFirst().first)
        }
        let name = converter.names[isSecond ? 1 : 0]
        openValuePad(of: control, for: numbers.first { $0.part == name })
    }

    private func openValuePad(
        of control: PanelControl, for number: EditableNumber?, then next: EditableNumber? = nil
    ) {
        guard let number else { return }
        closeValuePad()
        let pad = ValuePad(control, number)
        pad.next = next
        let keypad = pad.keypad
        keypad.theme = theme
        keypad.onCancel = { [unowned self] in closeValuePad() }
        keypad.addAction(for: .primaryActionTriggered) { [unowned self] _, touch in
            if let touch { setTypedValue(touch, at: time(of: touch)) }
        }
        keypad.present(in: window, near: control.view.frameInWindow, isModal: false)
        keypad.font = font.withSize((keypad.bounds.width / 4 * 0.42).rounded())
        valuePad = pad
    }

    /// Closes the keypad, if it is open. The value stays.
    func closeValuePad() {
        valuePad?.keypad.dismiss()
        valuePad = nil
    }

    /// Closes the keypad if the control is no longer visible, or no finger may move it.
    func closeIdleValuePad() {
        guard let control = valuePad?.control else { return }
        if !control.isMovedByFingers || !control.looksEnabled { closeValuePad() }
    }

    /// Sets the control to the typed value, as a finger that lifts at once would.
    private func setTypedValue(_ touch: Touch, at time: Duration) {
        guard let pad = valuePad else { return }
        let control = pad.control
        let value = pad.typedValue
        if value != nil {
            endClientTouches(reason: .touch, at: time) { $0 === control }
        }
        guard let value, !control.isReservedByOwnTouch else {
            pad.keypad.isRejected = true
            return
        }
        closeValuePad()
        endHolds(of: control, reason: .touch, at: time)
        recordingStep(ofKeyTouch: touch.number, on: control, at: time) {
            let remote = RemoteValue(value: value, source: .touch(slot: touch.slot), time: time)
            set(control, to: remote, part: pad.number.part, at: time)
        }
        // A value that a client sends right after this may be an outdated reply.
        control.arbitration.noteReset(at: time)
        openValuePad(of: control, for: pad.next)
    }
}

extension PanelControl {
    /// Makes a hold on the control itself open the keypad, but only if no text beside it shows the
    /// value. The control then follows a finger only after some movement.
    func fitHold(isWritten: Bool) {
        for case let hold as ValueHold in view.gestureRecognizers {
            hold.isEnabled = !isWritten
            // The keys of a stepper act at once.
            guard let control = roles.control, !(control is Stepper) else { continue }
            control.touchSlop = isWritten ? 0 : ValueHold.slop * view.pixelsPerMillimetre
        }
    }
}
