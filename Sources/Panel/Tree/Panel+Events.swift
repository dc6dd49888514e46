import Controls
import PanelProtocol

// Converts actions of controls into events, including those of the controls that follow.
extension Panel {
    func connect(_ control: PanelControl) {
        control.handlers = controlHandlers
        control.roles.stopwatch?.onEnd = { [unowned self, unowned control] time in
            control.valueDidChange()
            announce(event(of: control, .set, from: .animation, at: time), of: control)
        }
        connectScenes(of: control)
    }

    func makeControlHandlers() -> ControlHandlers {
        let handlers = ControlHandlers()
        handlers.onTouch = { [unowned self] in touched($0, $1, by: $2) }
        handlers.onReset = { [unowned self] control, time in
            recordingStep(of: .reset, on: control, at: time) {
                announce(event(of: control, .set, from: .reset, at: time), of: control)
            }
        }
        handlers.onLanding = { [unowned self] control, touch in
            endClientTouches(reason: .touch, at: time(of: touch)) { $0 === control }
        }
        handlers.onDue = { [unowned self] in due($0, on: $1, at: $2) }
        handlers.onLink = { [unowned self] touch in
            // If the cause has news of its own, its event comes first.
            guard let cause = controls.first(where: { $0.view === touch.view }), !cause.hasNews
            else { return }
            let time = time(of: touch)
            recordingStep(ofKeyTouch: touch.number, at: time) {
                reportFollowers(of: cause, at: time)
            }
        }
        handlers.onVisibleTab = { [unowned self] in endSpill(onTapOnTabBy: $0) }
        handlers.onChoice = { [unowned self] in areChoicesOutdated = true }
        handlers.onLevel = { [unowned self] in levels.update(after: $0) }
        return handlers
    }

    /// When a touch acts. While a deadline is handled, the touch's own timestamp is that of its
    /// last move.
    func time(of touch: Touch) -> Duration { present ?? touch.timestamp }

    /// Handles a touch on a control.
    func touched(_ control: PanelControl, _ phase: ValueChanged.Phase, by touch: Touch) {
        let time = time(of: touch)
        if valuePad?.control === control { closeValuePad() }
        switch phase {
        case .began, .set:
            stopFade(of: control, reason: .touch, at: time)
            endHolds(of: control, reason: .touch, at: time)
        case .changed:
            // A client may have begun a fade under the finger.
            if !fades.isEmpty { stopFade(of: control, reason: .touch, at: time) }
        case .ended, .cancelled: break
        }
        let event = event(of: control, phase, from: .touch(slot: touch.slot), at: time)
        event.part = control.part(movedBy: touch)
        event.reason = touch.cancellationReason.map(ValueChanged.Reason.init)
        if case .set = phase {
            recordingStep(ofKeyTouch: touch.number, at: time) {
                announce(event, of: control)
            }
            return performAction(of: control, from: event.source, at: time)
        }
        event.gesture = Int64(touch.number)
        announce(event, of: control, ofGesture: touch.number)
    }

    /// Announces the event of a gesture. The gesture becomes a change to undo once it has ended.
    private func announce(_ event: ValueChanged, of control: PanelControl, ofGesture number: Int) {
        let step = history.joinStep(ofGesture: number, on: control.id)
        recording(step) { announce(event, of: control) }
        switch event.phase {
        case .ended, .cancelled:
            if history.endGesture(number, on: control.id) { finish(step, at: event.time) }
        case .began, .changed, .set: break
        }
    }

    /// Applies a deferred value of a client or a scene.
    private func due(_ remote: RemoteValue, on control: PanelControl, at time: Duration) {
        // The panel may have been locked since.
        guard !isLocked(control.id, for: remote.source) else { return }
        // First finish the undo step of the gesture that held the control through a link.
        if let earlier = history.current { finish(earlier, at: time) }
        let step =
            remote.step.map { history.resumeStep($0, by: control.id) }
            ?? history.step(of: remote.source, at: time)
        recordingStep(step, at: time) {
            _ = set(control, to: remote, wasDeferred: true, at: time)
        }
    }

    /// The number of the next transaction.
    func nextTransaction() -> Int64 {
        transactions += 1
        return transactions
    }

    /// An event with the present value of a control.
    func event(
        of control: PanelControl, _ phase: ValueChanged.Phase, from source: ValueChanged.Source,
        transaction: Int64? = nil, at time: Duration
    ) -> ValueChanged {
        ValueChanged(
            control: control.eventKey, state: state(of: control), phase: phase, source: source,
            transaction: transaction, time: time)
    }

    func state(of control: PanelControl) -> ControlState {
        control.stateWithoutText ?? ControlState(value: .number(0), norm: .number(0))
    }

    /// Notes a change, and sends its event to clients.
    func post(_ event: ValueChanged, of control: PanelControl) {
        revision += 1
        let isSent = control.reportsMovements || !isMovementByHand(event, of: control)
        if levels.hasNews {
            if isSent { levels.noteReport(of: control) } else { levels.noteWithheld(of: control) }
        }
        noteForUndo(control, with: event.state.value, isFeedback: event.source.isFeedback)
        if currentScene != nil { compareWithScene(control) }
        if valuePad?.control === control { valuePad?.showValue() }
        if isSent { onValueChanged?(event) }
        reportLevels(at: event.time)
        if table.boundControls.contains(where: { $0 === control }) { setBrightness(after: event) }
    }

    /// Whether a finger, or a client that holds the control, has moved it and may go on. The finger
    /// may also be on a linked control.
    private func isMovementByHand(_ event: ValueChanged, of control: PanelControl) -> Bool {
        guard case .changed = event.phase else { return false }
        return switch event.source {
        case .touch, .client: true
        case .link: links.isMovedByFinger(control)
        default: false
        }
    }

    /// Sends an event, and updates everything that follows the control: links, groups and pages.
    ///
    /// - Parameters:
    ///   - linked: Which controls follow by a link.
    ///   - changed: The controls that may have followed; `nil` for all that ever do.
    func announce(
        _ event: ValueChanged, of control: PanelControl, linked: LinkFollowers = .all,
        followedBy changed: [PanelControl]? = nil
    ) {
        guard control.value != nil else { return }
        if control.link != nil || control.gang != nil, event.transaction == nil {
            event.transaction = nextTransaction()
        }
        post(event, of: control)
        updateFollowers(of: control, after: event, linked: linked)
        guard case .set = event.phase else { return }
        if control.showsPages, let page = control.value?.text {
            show(page: page, from: event.source, at: event.time, following: control)
        }
        reportFollowers(
            of: control, among: changed, as: event.transaction, linked: linked, at: event.time)
    }

    /// Sends events of the controls that `cause` has switched, such as keys of a group, and of the
    /// controls that these have switched.
    ///
    /// - Parameters:
    ///   - changed: The controls that may have changed; `nil` for all that ever do.
    ///   - linked: Which controls follow the switched controls by a link.
    func reportFollowers(
        of cause: PanelControl, among changed: [PanelControl]? = nil,
        as transaction: Int64? = nil, linked: LinkFollowers = .all, at time: Duration
    ) {
        guard cause.switchesOthers else { return }
        for control in changed ?? table.followers
        where control.isSwitched(by: cause) && control.noteChangeByAnother() {
            let event = event(
                of: control, .set, from: .link(of: cause.id), transaction: transaction, at: time)
            post(event, of: control)
            moveFollowers(of: control, after: event, linked: linked)
            reportFollowers(
                of: control, among: changed, as: transaction, linked: linked, at: time)
        }
    }
}

extension PanelControl {
    /// Whether its changes may change other controls: the keys of its group, or the controls that
    /// show pages.
    fileprivate var switchesOthers: Bool {
        showsPages || key?.radioGroup != nil || key?.masteredGroup != nil
    }

    /// Whether changes of another control may switch this one.
    fileprivate func isSwitched(by other: PanelControl) -> Bool {
        if self === other { return false }
        guard let key, let otherKey = other.key else { return showsPages && other.showsPages }
        if let group = otherKey.radioGroup, group === key.radioGroup { return true }
        return key.muteGroups.contains { $0 === otherKey.masteredGroup }
    }
}

extension ValueChanged.Reason {
    /// The reason for which a finger's gesture is cancelled.
    fileprivate init(_ reason: Touch.CancellationReason) {
        self =
            switch reason {
            case .page: .page
            case .reload: .reload
            case .lock: .lock
            case .palm: .palm
            case .shutdown: .shutdown
            case .suspend: .suspend
            case .deviceLost: .deviceLost
            case .disabled: .disabled
            }
    }
}
