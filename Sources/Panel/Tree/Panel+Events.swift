import Controls
import PanelProtocol

// From what happens to a control to the events of it, and of all that follows it.
extension Panel {
    func connect(_ control: PanelControl) {
        control.onChange = { [unowned self] in touched($0) }
        control.onReset = { [unowned self, unowned control] time in
            announce(event(of: control, .set, from: .reset, at: time), of: control)
        }
        control.onDue = { [unowned self, unowned control] in
            give(control, $0.value, from: $0.source, fade: $0.fade, at: $1)
        }
        control.onLink = { [unowned self] touch in
            // A cause with news of its own tells that first.
            guard let cause = controls.first(where: { $0.view === touch.view }), !cause.hasNews
            else { return }
            reportFollowers(of: cause, at: present ?? touch.timestamp)
        }
    }

    /// A finger does something to a control.
    private func touched(_ change: PanelControl.Change) {
        let control = change.control
        // A finger that stays has no time of its own.
        let time = present ?? change.time
        if change.phase == .began || change.phase == .set {
            stopFade(of: control, reason: "touch", at: time)
            endHolds(of: control, reason: "touch", at: time)
        }
        var event = event(
            of: control, change.phase, from: .touch(slot: change.touch.slot), at: time)
        event.part = control.part(movedBy: change.touch)
        if change.phase != .set { event.gesture = Int64(change.touch.number) }
        if change.phase == .cancelled { event.reason = change.touch.cancellationReason?.rawValue }
        announce(event, of: control)
    }

    /// The number of the next transaction.
    func nextTransaction() -> Int64 {
        transactions += 1
        return transactions
    }

    /// An event of a control as it is now.
    func event(
        of control: PanelControl, _ phase: ValueChanged.Phase, from source: ValueChanged.Source,
        transaction: Int64? = nil, at time: Duration
    ) -> ValueChanged {
        ValueChanged(
            control: control.id, state: state(of: control), phase: phase, source: source,
            transaction: transaction, time: time)
    }

    func state(of control: PanelControl) -> ControlState {
        control.stateWithoutText ?? ControlState(value: .number(0), norm: .number(0))
    }

    /// Sends an event to clients.
    func post(_ event: ValueChanged) {
        revision += 1
        onValueChanged?(event)
    }

    /// Sends an event, and has everything follow that follows the control: links, groups and pages.
    ///
    /// - Parameters:
    ///   - linked: what follows the control by a link.
    ///   - changed: the controls that may have followed; nil for all that ever do.
    func announce(
        _ event: ValueChanged, of control: PanelControl, linked: LinkFollowers = .all,
        followedBy changed: [PanelControl]? = nil
    ) {
        guard control.value != nil else { return }
        var event = event
        if control.link != nil, event.transaction == nil { event.transaction = nextTransaction() }
        post(event)
        follow(control, event, by: linked)
        guard event.phase == .set else { return }
        if control.showsPages, let page = control.value?.text {
            show(page: page, from: event.source, at: event.time, following: control)
        }
        reportFollowers(of: control, among: changed, at: event.time)
    }

    /// Sends events of the controls that have changed because another has, as keys of a group do.
    ///
    /// - Parameter changed: those that may have; nil for all that ever do.
    func reportFollowers(
        of cause: PanelControl, among changed: [PanelControl]? = nil, at time: Duration
    ) {
        for control in changed ?? followers where control !== cause && control.noteChangeByAnother()
        {
            control.link?.settle(control)
            post(event(of: control, .set, from: .link(of: cause.id), at: time))
        }
    }
}
