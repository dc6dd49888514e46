import PanelProtocol

// Fades: values that change over time.
extension Panel {
    /// Starts a fade. Returns the value at its end; `nil` if the control cannot fade or already has
    /// that value.
    func beginFade(
        of control: PanelControl, to remote: RemoteValue, at time: Duration
    ) -> ControlValue? {
        guard
            let fade = Fade(
                control, to: remote, gesture: Int64(window.makeTouchNumber()), at: time),
            fade.last != control.position
        else { return nil }
        fade.step = history.current
        if let before = control.notedValue { fade.step?.note(control.id, before: before) }
        fades.add(fade, at: time)
        report(.began, fade, at: time)
        return fade.target
    }

    /// Advances each fade by a step. A finger on the control stops the fade.
    func advanceFades(to time: Duration) {
        fades.noteStep(at: time)
        // The events of one step may stop other fades.
        for fade in fades.all where !fade.isOver {
            if fade.control.isReservedByOwnTouch {
                stopFade(of: fade.control, reason: .touch, at: time)
                continue
            }
            if time >= fade.end {
                finish(fade, at: time)
                continue
            }
            let before = fade.control.value
            if let value = fade.value(at: time) { fade.control.put(value) }
            if fade.control.value != before { report(.changed, fade, at: time) }
        }
        fades.removeOver()
    }

    /// Ends all fades at once, with the values at their ends.
    func finishFades(at time: Duration) {
        for fade in fades.all where !fade.isOver { finish(fade, at: time) }
        fades.removeOver()
    }

    private func finish(_ fade: Fade, at time: Duration) {
        fade.control.put(fade.target)
        fade.isOver = true
        report(.ended, fade, at: time)
    }

    /// Stops the fade of a control at its present value.
    func stopFade(of control: PanelControl, reason: ValueChanged.Reason, at time: Duration) {
        guard let fade = fades.remove(of: control) else { return }
        report(.cancelled, fade, reason: reason, at: time)
    }

    /// Stops all fades at their present values.
    func stopFades(reason: ValueChanged.Reason, at time: Duration) {
        for fade in fades.all { stopFade(of: fade.control, reason: reason, at: time) }
    }

    /// Continues a fade that a reload stopped, if its control still exists.
    func resume(_ fade: Fade, at time: Duration) {
        guard fade.end > time, let control = self[fade.control.id], !control.isReservedByOwnTouch,
            let target = control.nearest(to: fade.target)
        else { return }
        _ = recording(fade.step) {
            beginFade(
                of: control,
                to: RemoteValue(
                    value: target, source: fade.source, time: time, fade: fade.end - time,
                    transaction: fade.transaction, linked: fade.linked), at: time)
        }
    }

    private func report(
        _ phase: ValueChanged.Phase, _ fade: Fade, reason: ValueChanged.Reason? = nil,
        at time: Duration
    ) {
        let event = event(
            of: fade.control, phase, from: fade.source, transaction: fade.transaction, at: time)
        event.gesture = fade.gesture
        event.reason = reason
        // A stopped fade has not moved the control since its last event.
        recording(fade.step) {
            announce(event, of: fade.control, linked: phase == .cancelled ? .none : fade.linked)
        }
    }
}
