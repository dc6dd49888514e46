import PanelProtocol

// Fades: values that change over time.
extension Panel {
    /// Starts a fade. Returns the value at its end; `nil` if the control cannot fade or already has
    /// that value.
    func beginFade(
        of control: PanelControl, to value: ControlValue, over duration: Duration,
        from source: ValueChanged.Source, transaction: Int64?, linked: LinkFollowers,
        at time: Duration
    ) -> ControlValue? {
        let value = control.nearest(to: value) ?? value
        let source: ValueChanged.Source =
            if case .scene = source { source } else { .animation }
        guard
            let fade = Fade(
                control, to: value, duration: duration, gesture: Int64(window.makeTouchNumber()),
                source: source, transaction: transaction, linked: linked, at: time),
            fade.last != control.position
        else { return nil }
        fade.step = history.current
        if let before = control.notedValue { fade.step?.note(control.id, before: before) }
        if fades.isEmpty { lastStep = time }
        fades.append(fade)
        report(.began, fade, at: time)
        return value
    }

    /// When the next step of the fades is due; `nil` without fades.
    var nextStep: Duration? {
        fades.lazy.map { $0.end }.min().map { min($0, lastStep + frameInterval) }
    }

    /// Advances each fade by a step. A finger on the control stops the fade.
    func advanceFades(to time: Duration) {
        lastStep = time
        // The events of one step may stop other fades.
        for fade in fades where !fade.isOver {
            if fade.control.isHeldByFinger {
                stopFade(of: fade.control, reason: "touch", at: time)
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
        fades.removeAll(where: \.isOver)
    }

    /// Ends all fades at once, with the values at their ends.
    func finishFades(at time: Duration) {
        for fade in fades where !fade.isOver { finish(fade, at: time) }
        fades.removeAll(where: \.isOver)
    }

    private func finish(_ fade: Fade, at time: Duration) {
        fade.control.put(fade.target)
        fade.isOver = true
        report(.ended, fade, at: time)
    }

    /// The values at the end of the fades, for the fading controls and those that are linked to
    /// them.
    ///
    /// Nobody has requested the intermediate values of a fade, so the panel saves the value at the
    /// end.
    var destinations: [ObjectIdentifier: ControlValue] {
        var destinations: [ObjectIdentifier: ControlValue] = [:]
        let fades = fades.filter { !$0.isOver }
        for fade in fades {
            for follower in fade.control.link?.controls ?? []
            where fade.linked.has(follower) && !follower.isHeldByFinger {
                destinations[ObjectIdentifier(follower)] = fade.control.link?.destination(
                    of: follower, following: fade.control, to: fade.target)
            }
        }
        for fade in fades {
            destinations[ObjectIdentifier(fade.control)] = fade.target
        }
        return destinations
    }

    /// Stops the fade of a control at its present value.
    func stopFade(of control: PanelControl, reason: String, at time: Duration) {
        guard let index = fades.firstIndex(where: { $0.control === control && !$0.isOver })
        else { return }
        let fade = fades.remove(at: index)
        fade.isOver = true
        report(.cancelled, fade, reason: reason, at: time)
    }

    /// Stops all fades at their present values.
    func stopFades(reason: String, at time: Duration) {
        for fade in fades { stopFade(of: fade.control, reason: reason, at: time) }
    }

    /// Continues a fade that a reload stopped, if its control still exists.
    func resume(_ fade: Fade, at time: Duration) {
        guard fade.end > time, let control = self[fade.control.id], !control.isHeldByFinger,
            let target = control.nearest(to: fade.target)
        else { return }
        _ = recording(fade.step) {
            beginFade(
                of: control, to: target, over: fade.end - time, from: fade.source,
                transaction: fade.transaction, linked: fade.linked, at: time)
        }
    }

    private func report(
        _ phase: ValueChanged.Phase, _ fade: Fade, reason: String? = nil, at time: Duration
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
