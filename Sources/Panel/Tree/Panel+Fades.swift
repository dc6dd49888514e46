import PanelProtocol

// Values on their way.
extension Panel {
    /// Begins a fade, and gives the value that it ends at; nil if the control cannot fade or is
    /// there.
    func beginFade(
        of control: PanelControl, to value: ControlValue, over duration: Duration,
        from source: ValueChanged.Source, transaction: Int64?, linked: LinkFollowers,
        at time: Duration
    ) -> ControlValue? {
        let source: ValueChanged.Source =
            if case .scene = source { source } else { .animation }
        guard
            let fade = Fade(
                control, to: value, duration: duration, gesture: Int64(window.makeTouchNumber()),
                source: source, transaction: transaction, linked: linked, at: time),
            fade.last != control.position
        else { return nil }
        if fades.isEmpty { lastStep = time }
        fades.append(fade)
        report(.began, fade, at: time)
        return control.value(at: fade.last) ?? value
    }

    /// When the fades go on; nil without any.
    var nextStep: Duration? {
        fades.lazy.map(\.end).min().map { min($0, lastStep + frameInterval) }
    }

    /// Takes each fade a step further. A finger stops it.
    func advanceFades(to time: Duration) {
        lastStep = time
        // What a step of one brings about may end others.
        for fade in fades where !fade.isOver {
            if fade.control.isHeldByFinger {
                stopFade(of: fade.control, reason: "touch", at: time)
                continue
            }
            let before = fade.control.value
            let isOver = time >= fade.end
            if let value = isOver ? fade.target : fade.value(at: time) {
                fade.control.put(value)
            }
            fade.isOver = isOver
            if isOver {
                report(.ended, fade, at: time)
            } else if fade.control.value != before {
                report(.changed, fade, at: time)
            }
        }
        fades.removeAll(where: \.isOver)
    }

    /// Where the values of controls that fade are going, and those that follow them by a link.
    ///
    /// A control that fades has a value of its own at each moment, and nobody has asked for that: what
    /// is kept of it is where it is going.
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
            destinations[ObjectIdentifier(fade.control)] = fade.control.nearest(to: fade.target)
        }
        return destinations
    }

    /// Ends the fade of a control where it is.
    func stopFade(of control: PanelControl, reason: String, at time: Duration) {
        guard let index = fades.firstIndex(where: { $0.control === control && !$0.isOver })
        else { return }
        let fade = fades.remove(at: index)
        fade.isOver = true
        report(.cancelled, fade, reason: reason, at: time)
    }

    /// Ends all fades where they are.
    func stopFades(reason: String, at time: Duration) {
        for fade in fades { stopFade(of: fade.control, reason: reason, at: time) }
    }

    /// Has a fade that a reload has ended go on to where it was going, if its control is still there.
    func resume(_ fade: Fade, at time: Duration) {
        guard fade.end > time, let control = self[fade.control.id], !control.isHeldByFinger,
            let target = control.nearest(to: fade.target)
        else { return }
        _ = beginFade(
            of: control, to: target, over: fade.end - time, from: fade.source,
            transaction: fade.transaction, linked: fade.linked, at: time)
    }

    private func report(
        _ phase: ValueChanged.Phase, _ fade: Fade, reason: String? = nil, at time: Duration
    ) {
        var event = event(
            of: fade.control, phase, from: fade.source, transaction: fade.transaction, at: time)
        event.gesture = fade.gesture
        event.reason = reason
        // One that is stopped has moved nothing further.
        announce(event, of: fade.control, linked: phase == .cancelled ? .none : fade.linked)
    }
}
