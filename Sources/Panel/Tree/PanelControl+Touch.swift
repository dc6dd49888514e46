import Controls
package import PanelProtocol

// Fingers on a control: their effects, and the client requests that they reject or defer.
extension PanelControl {
    /// Handles the events of the view.
    func handle(_ events: Control.Event, _ touch: Touch?) {
        if events.contains(.touchDown) { begin(touch) }
        if events.contains(.valueChanged) { change(touch) }
        if !events.isDisjoint(with: .touchUp) { end(.ended, touch) }
        if events.contains(.touchCancel) { end(.cancelled, touch) }
        guard body.isDiscrete, events.contains(.primaryActionTriggered) else { return }
        guard let touch else {
            onAction?()
            return
        }
        if showsPages { handlers?.onVisibleTab(touch) } else { report(.set, touch) }
    }

    private func begin(_ touch: Touch?) {
        guard let touch else { return }
        if clientTouch != nil { handlers?.onLanding(self, touch) }
        gestures.append((touch.number, touch.slot))
        // A finger on a slider resets the clip lamps of its meter, which gets no touches itself.
        if let meter = body.meter, meter !== view { meter.clearClip() }
        arbitration.noteLanding(at: touch.timestamp)
        guard !body.isDiscrete else { return }
        reportedValue = value
        report(.began, touch)
    }

    private func change(_ touch: Touch?) {
        valueDidChange()
        guard let touch else {
            if let onAction, noteNews() { onAction() }
            return
        }
        if body.isDiscrete { return reportNews(of: touch) }
        guard gestures.contains(where: { $0.number == touch.number }) else { return }
        let time = touch.timestamp
        switch touch.phase {
        // A value that changed at the release is sent with `ended`. Only a spring moves the value
        // at a lift.
        case .ended: return arbitration.noteSpring(at: time, leaving: partsWithoutSpring(of:))
        case .cancelled: return arbitration.noteTouch(at: time)
        case .moved: arbitration.noteTouch(at: time)
        // A value that changed at touch-down is sent with `began`. A finger that stays may change
        // it later.
        case .began:
            arbitration.noteTouch(at: time)
            guard noteNews() else { return }
        }
        report(.changed, touch)
    }

    /// Reports a change without a gesture, which a finger on another control may have caused.
    private func reportNews(of touch: Touch) {
        guard touch.view === view || description.container != nil else {
            handlers?.onLink(touch)
            return
        }
        guard noteNews() else { return }
        arbitration.noteTouch(at: touch.timestamp)
        report(.set, touch)
    }

    private func report(_ phase: ValueChanged.Phase, _ touch: Touch) {
        handlers?.onTouch(self, phase, touch)
    }

    /// Whether the value differs from the last reported one.
    var hasNews: Bool { value != reportedValue }

    /// Records the value as reported. Returns whether it differs from the last reported one.
    private func noteNews() -> Bool {
        guard hasNews else { return false }
        reportedValue = value
        return true
    }

    /// Records that events report the present value of a key, or of another control whose changes
    /// are events of their own.
    func noteReport() {
        if body.isDiscrete { reportedValue = value }
    }

    /// Records a change that another control caused, and updates labels. Returns whether there was
    /// a change.
    func noteChangeByAnother() -> Bool {
        guard body.isDiscrete, noteNews() else { return false }
        arbitration.dropDeferred()
        valueDidChange()
        return true
    }

    private func end(_ phase: ValueChanged.Phase, _ touch: Touch?) {
        guard let touch, let index = gestures.firstIndex(where: { $0.number == touch.number })
        else { return }
        gestures.remove(at: index)
        valueDidChange()
        if !body.isDiscrete { report(phase, touch) }
        guard gestures.isEmpty else { return }
        apply(arbitration.release(at: touch.timestamp), at: touch.timestamp)
    }

    /// Sets the default value, as after a double tap.
    func reset(at time: Duration) {
        let before = value
        arbitration.noteReset(at: time)
        setDefault()
        if value != before { handlers?.onReset(self, time) }
    }

    /// Whether a finger is on the control, or a client holds it.
    ///
    /// A finger on the control's popover counts.
    package var isTouched: Bool {
        !gestures.isEmpty || clientTouch != nil || roles.control?.isTouched ?? false
    }

    /// Who holds the control; `nil` if nobody does.
    package var holder: ValueChanged.Source? {
        gestures.first.map { .touch(slot: $0.slot) } ?? clientTouch?.source
    }

    /// Records that a client holds the control.
    func beginClientTouch(_ touch: ClientTouch, at time: Duration) {
        clientTouch = touch
        arbitration.noteLanding(at: time)
    }

    /// Records that the client has let go.
    func endClientTouch() { clientTouch = nil }

    /// Applies a value that the client's touch deferred, after the end of the touch was reported.
    func applyDeferred(at time: Duration) {
        if !isTouched { apply(arbitration.release(at: time), at: time) }
    }

    /// Whether clients get movements while they last.
    var reportsMovements: Bool { behavior.report == .live }

    /// Whether a cancelled touch restores the value from before it.
    var revertsOnCancel: Bool { behavior.revertsOnCancel }

    /// The name of the part that a finger moves; `nil` if there is one part, or if it moves all.
    func part(movedBy touch: Touch) -> String? { body.part(touch) }

    // MARK: Fingers and clients

    /// Why a client's value cannot be applied now; `nil` if it can. A client that holds the control
    /// may set it as well.
    func obstacle(
        to wanted: ControlValue, from source: ValueChanged.Source, at time: Duration
    ) -> Arbitration.Obstacle? {
        if isHeld(by: source) { return nil }
        return arbitration.obstacle(to: wanted, from: value, isTouched: isTouched, at: time)
    }

    /// The deferred value, to which further relative changes add up; `nil` if there is none, or if
    /// the source holds the control and so sets it at once.
    func deferredValue(for source: ValueChanged.Source) -> ControlValue? {
        isHeld(by: source) ? nil : arbitration.deferred.flatMap { nearest(to: $0.value) }
    }

    /// Whether a client holds it.
    func isHeld(by source: ValueChanged.Source) -> Bool { clientTouch?.isOf(source) ?? false }

    /// Whether who touches the control has precedence over all other sources: a finger or a client,
    /// unless `on_remote` is `allow`.
    var isReservedByOwnTouch: Bool { arbitration.isReservedByOwnTouch(isTouched: isTouched) }

    /// Whether who touches it, or a control that it follows, has this precedence.
    var isReserved: Bool { arbitration.isReserved(isTouched: isTouched) }

    /// Whether the control may fade to a value that has a fade: not under a touch with precedence,
    /// and not for the client that holds it.
    func canFade(to remote: RemoteValue) -> Bool {
        remote.fade > .zero && !isReservedByOwnTouch && !isHeld(by: remote.source)
    }

    /// Sets a value for a finger elsewhere: on a linked control, or on that of a client.
    func move(to value: ControlValue, at time: Duration) {
        put(value)
        arbitration.noteTouch(at: time)
    }

    /// Records that a finger on a linked control holds this one too.
    func hold() { arbitration.hold() }

    /// Records that the finger on the linked control has lifted.
    func endHold(at time: Duration) {
        apply(arbitration.endHold(at: time, isTouched: isTouched), at: time)
    }

    /// When `advance(to:)` will apply a deferred value; `nil` without one, or while a finger holds
    /// the control.
    var deadline: Duration? { arbitration.deadline(isTouched: isTouched) }

    /// Applies a deferred value, if its time has come.
    func advance(to time: Duration) {
        apply(arbitration.takeDue(at: time, isTouched: isTouched), at: time)
    }

    private func apply(_ remote: RemoteValue?, at time: Duration) {
        if let remote { handlers?.onDue(remote, self, time) }
    }
}
