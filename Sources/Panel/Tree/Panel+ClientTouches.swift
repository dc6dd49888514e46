import Controls
package import PanelProtocol

// Touches of clients: fingers on motor faders, on second panels and in browsers.
extension Panel {
    /// Begins, moves or ends touches of a client. Each control is handled on its own. A finger at
    /// the panel has precedence, then the first client.
    package func perform(
        _ request: TouchRequest, from source: ValueChanged.Source, at time: Duration
    ) -> PanelReply {
        // Updates the visible keys, so that the result does not depend on the last frame.
        showChoicesIfNeeded()
        // Only the first unknown name gets suggestions, because the search is slow.
        var hasSuggested = false
        return .touch(
            request.items.map { item in
                do throws(RequestError) {
                    guard let control = self[item.control] else {
                        defer { hasSuggested = true }
                        throw .unknownControl(
                            item.control, among: hasSuggested ? [] : controls.map(\.id))
                    }
                    let (problem, gesture) = try perform(
                        request.phase, item, on: control, from: source, at: time)
                    return TouchResult(
                        control.id, problem: problem,
                        gesture: control.isDiscrete ? nil : gesture,
                        state: control.stateWithoutText)
                } catch {
                    return TouchResult(
                        item.control, problem: .error(error),
                        state: self[item.control]?.stateWithoutText)
                }
            })
    }

    private func perform(
        _ phase: TouchRequest.Phase, _ item: TouchRequest.Item, on control: PanelControl,
        from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> (problem: TouchResult.Problem?, gesture: Int64?) {
        if let part = item.part, control.value?[part: part] == nil {
            throw RequestError(
                .badValue, "\(control.id) has no part '\(RequestError.shortened(part))'",
                field: "controls")
        }
        func wanted(_ change: SetRequest.Change) throws(RequestError) -> ControlValue {
            let value = try control.wanted(change)
            if control.key?.mode == .momentary, value.number == 0,
                phase == .began || phase == .changed
            {
                throw RequestError(
                    .badValue, "\(control.id) is on while it is held", field: "controls")
            }
            return value
        }
        if phase == .began, !control.isHeld(by: source) {
            try checkTouch(on: control)
            if control.isTouched { return (.touched(by: control.holder), nil) }
            if let hold = links.holds.first(where: {
                $0.follower === control && $0.isByFinger && !$0.cause.isHeld(by: source)
            }) {
                return (.touched(by: hold.cause.holder), nil)
            }
            let value = try item.change.map(wanted)
            return (nil, begin(item, on: control, with: value, from: source, at: time))
        }
        guard let touch = control.clientTouch, touch.isOf(source) else { return (.notHeld, nil) }
        if let change = item.change {
            let value = try wanted(change)
            touch.part = item.part
            touch.hasValue = true
            move(control, to: value, by: touch, isLast: phase == .ended, at: time)
        }
        if phase == .ended || phase == .cancelled {
            end(touch, on: control, phase == .ended ? .ended : .cancelled, at: time)
        }
        return (nil, touch.gesture)
    }

    /// Throws an error for a control that a finger could not move.
    private func checkTouch(on control: PanelControl) throws(RequestError) {
        if let lock, !isFree(control, under: lock) {
            throw RequestError(.locked, "the panel is locked, including \(control.id)")
        }
        guard control.access == .readWrite, control.value != nil else {
            throw RequestError(.readOnly, "\(control.id) is not moved by fingers")
        }
        try control.checkBinding()
        guard control.isEnabled else {
            throw RequestError(.readOnly, "\(control.id) is disabled")
        }
    }

    // MARK: Gestures

    private func begin(
        _ item: TouchRequest.Item, on control: PanelControl, with value: ControlValue?,
        from source: ValueChanged.Source, at time: Duration
    ) -> Int64 {
        stopFade(of: control, reason: .touch, at: time)
        endHolds(of: control, reason: .touch, at: time)
        if valuePad?.control === control { closeValuePad() }
        let number = window.makeTouchNumber()
        let touch = ClientTouch(
            source: source, gesture: Int64(number), part: item.part, before: control.value,
            step: history.joinStep(ofClientGesture: number, on: control.id))
        touch.hasValue = value != nil
        touch.wasSeen = control.view.isInSight
        control.beginClientTouch(touch, at: time)
        touchedByClients.append(control)
        if control.isDiscrete {
            press(control, value, by: touch, at: time)
        } else {
            if let value { control.move(to: value, at: time) }
            report(.began, touch, on: control, at: time)
        }
        return touch.gesture
    }

    /// Moves a control that is held.
    ///
    /// - Parameter isLast: Whether the end of the touch follows at once and reports the value.
    private func move(
        _ control: PanelControl, to value: ControlValue, by touch: ClientTouch, isLast: Bool,
        at time: Duration
    ) {
        if control.isDiscrete {
            return set(control, to: value, by: touch, at: time)
        }
        // A client may have begun a fade meanwhile.
        if !fades.isEmpty { stopFade(of: control, reason: .touch, at: time) }
        let before = control.value
        control.move(to: value, at: time)
        if !isLast, control.value != before {
            report(.changed, touch, on: control, at: time)
        }
    }

    /// Sets a control whose changes are events of their own.
    private func set(
        _ control: PanelControl, to value: ControlValue, by touch: ClientTouch, at time: Duration
    ) {
        let remote = RemoteValue(value: value, source: touch.source, time: time)
        recording(touch.step) { _ = set(control, to: remote, at: time) }
    }

    /// Ends a touch.
    ///
    /// - Parameter reason: Why the touch is cancelled; `nil` if the client has ended it.
    private func end(
        _ touch: ClientTouch, on control: PanelControl, _ phase: ValueChanged.Phase,
        reason: ValueChanged.Reason? = nil, at time: Duration
    ) {
        control.endClientTouch()
        touchedByClients.removeAll { $0 === control }
        if control.isDiscrete {
            release(control, by: touch, phase, reason: reason, at: time)
        } else {
            // A finger that lands continues from the present value.
            if phase == .cancelled, reason != .touch, control.revertsOnCancel,
                let before = touch.before
            {
                control.move(to: before, at: time)
            }
            if reason != .touch, let value = control.restingValue {
                control.move(to: value, at: time)
            }
            report(phase, touch, on: control, reason: reason, at: time)
        }
        if history.endGesture(Int(touch.gesture), on: control.id) { finish(touch.step, at: time) }
        control.applyDeferred(at: time)
    }

    private func report(
        _ phase: ValueChanged.Phase, _ touch: ClientTouch, on control: PanelControl,
        reason: ValueChanged.Reason? = nil, at time: Duration
    ) {
        let event = event(of: control, phase, from: touch.source, at: time)
        event.gesture = touch.gesture
        event.part = touch.part
        event.reason = reason
        recording(touch.step) { announce(event, of: control) }
    }

    // MARK: Keys

    /// Applies the beginning of a touch to a key, or to another control that is set in one step.
    private func press(
        _ control: PanelControl, _ value: ControlValue?, by touch: ClientTouch, at time: Duration
    ) {
        let wanted: ControlValue? =
            switch control.key?.mode {
            case .momentary: .number(1)
            case .latching: value ?? .number(control.isOn ? 0 : 1)
            case .tap, nil: value
            }
        guard let wanted else { return }
        set(control, to: wanted, by: touch, at: time)
        if control.key?.mode != .tap {
            performAction(of: control, from: touch.source, at: time)
        }
    }

    /// Applies the end of a touch to a key: a momentary key is released, and a key for taps acts.
    private func release(
        _ control: PanelControl, by touch: ClientTouch, _ phase: ValueChanged.Phase,
        reason: ValueChanged.Reason?, at time: Duration
    ) {
        switch control.key?.mode {
        case .momentary:
            guard control.isOn else { return }
            // A finger that has landed holds the key now.
            if reason != .touch { control.put(.number(0)) }
            let event = event(of: control, .set, from: touch.source, at: time)
            event.reason = reason
            recording(touch.step) { announce(event, of: control) }
        case .tap where phase == .ended:
            announce(event(of: control, .set, from: touch.source, at: time), of: control)
            performAction(of: control, from: touch.source, at: time)
        case nil where phase == .ended && !touch.hasValue:
            guard let value = control.valueAfterTap else { return }
            set(control, to: value, by: touch, at: time)
        case .latching, .tap, nil: break
        }
    }

    // MARK: Ends

    /// Ends the touches of a client whose connection has ended.
    package func endTouches(ofClient client: String, at time: Duration) {
        endClientTouches(reason: .clientLost, at: time) {
            $0.clientTouch?.source.client == client
        }
    }

    /// Ends touches and fades before the program ends: touches are cancelled, also those of
    /// clients, and fades jump to their ends, because that value is saved.
    package func end(at time: Duration) {
        window.noteTime(time)
        window.cancelTouches(reason: .shutdown)
        endClientTouches(reason: .shutdown, at: time) { _ in true }
        finishFades(at: time)
    }

    /// Ends the touches of clients on keys that are not visible any more. Touches on faders stay: a
    /// hidden fader may be on a motor fader.
    func endTouchesOnHiddenKeys(at time: Duration) {
        for control in touchedByClients where control.view.isInSight {
            control.clientTouch?.wasSeen = true
        }
        endClientTouches(reason: .page, at: time) {
            $0.key != nil && $0.clientTouch?.wasSeen == true && !$0.view.isInSight
        }
    }

    /// Ends the touches of clients on some controls.
    func endClientTouches(
        reason: ValueChanged.Reason, at time: Duration, where isEnded: (PanelControl) -> Bool
    ) {
        for control in touchedByClients where isEnded(control) {
            guard let touch = control.clientTouch else { continue }
            end(touch, on: control, .cancelled, reason: reason, at: time)
        }
    }
}
