import PanelProtocol

// The state that is saved.
extension Panel {
    /// The state to save: see `PanelState`. It changes only when `revision` does.
    ///
    /// A deferred value is in it, in place of the one that a finger holds: the client, or the
    /// import that is gone after the save, need not be asked for it again after a power cut.
    package var state: PanelState {
        var state = presentState
        for control in deferring {
            if let value = valueToSave(whileDeferredBy: control) {
                state.values[control.id] = value
            }
        }
        return state
    }

    /// The deferred value of a control, if it is to be saved: its turn may come, and it would move
    /// no other control. An engine reports its values again.
    private func valueToSave(whileDeferredBy control: PanelControl) -> ControlValue? {
        guard let remote = control.arbitration.deferred, !remote.source.isFeedback,
            control.keptValue != nil, !isLocked(control.id, for: remote.source)
        else { return nil }
        let others = (control.link?.controls ?? []).filter { $0 !== control }
        let movesOthers =
            others.contains(where: remote.linked.has)
            || table.followers.contains { $0 === control }
        return movesOthers ? nil : remote.value
    }

    /// Notes that deferred values were applied or dropped, so that `revision` changes also if no
    /// event did that.
    package func noteDeferredValues() {
        let count = deferring.count
        deferring.removeAll { $0.arbitration.deferred == nil }
        if deferring.count != count { revision += 1 }
    }

    /// The state without deferred values.
    var presentState: PanelState {
        var state = PanelState()
        state.values = absentValues.all
        for (control, value) in lastingValues { state.values[control.id] = value }
        state.page = page.isEmpty ? nil : pageTree.bankToSave(for: page)
        state.scenes = storedScenes.all
        state.links = links.ofClients
        state.lock = lock
        if lock != nil { state.wrongPINs = lockState.pinGuard.wrongPINs }
        state.styles = styles.all
        return state
    }

    /// The controls with saved values, and these values. For a fade, it is the value at the end.
    var lastingValues: [(control: PanelControl, value: ControlValue)] {
        let destinations = fades.destinations
        return controls.compactMap { control in
            control.keptValue.map {
                (control, destinations[ObjectIdentifier(control)] ?? $0)
            }
        }
    }

    /// Restores a saved state. Values that change are reported with the source `restore`.
    ///
    /// Clients' links are restored as far as possible. Each value is clamped to its control's
    /// range, and invalid values are ignored. Values of controls that do not exist are kept for
    /// later. A control that a finger holds is set when the finger lifts.
    package func restore(_ state: PanelState, at time: Duration) {
        // Without links, so that each control gets exactly its own value.
        for link in links.presentOfClients { remove(linkNamed: link.name, at: time) }
        connectLevels()
        keepAbsent(state.values)
        let transaction = nextTransaction()
        _ = set(
            transactionValues(state.values, from: .restore, at: time) { control, remote in
                var remote = remote
                remote.linked = .none
                return deferIfObstructed(remote, on: control) == nil
            },
            as: transaction, at: time)
        addClientLinks(state.links)
        updateSpill(from: .restore, at: time)
        storedScenes = StoredScenes(state.scenes)
        if let page = state.page {
            show(page: pageTree.bank(of: page), from: .restore, at: time)
            pageTree.noteSaved(page)
        }
        setStyles(state.styles, from: .restore, at: time)
        if state.lock != lock { setLock(state.lock, from: .restore, at: time) }
        lockState.pinGuard.restore(wrongPINs: state.wrongPINs, at: time)
        reportLevels(at: time)
        showChoicesIfNeeded()
        history.removeAll()
        showActions()
        showScenes()
        revision += 1
    }

    /// Sets the values that controls with the same ID had in another panel file, without events.
    ///
    /// - Parameter kept: The controls that already have their values.
    func keep(_ state: PanelState, except kept: [PanelControl]) {
        keepAbsent(state.values)
        let items = transactionValues(state.values, from: .restore, at: .zero) { control, _ in
            !kept.contains { $0 === control }
        }
        for item in items { item.put() }
        for control in controls {
            control.settleLinks()
        }
        for control in table.followers { _ = control.noteChangeByAnother() }
        if let page = state.page {
            _ = turn(to: pageTree.bank(of: page))
            pageTree.noteSaved(page)
        }
        for control in table.followers { _ = control.noteChangeByAnother() }
    }

    /// Keeps values for controls that do not exist now.
    private func keepAbsent(_ values: [String: ControlValue]) {
        let absent = values.filter { self[$0.key] == nil }
        let dropped = absentValues.replace(with: absent, besides: controls)
        if dropped > 0 { onForgotten?(dropped) }
    }

    /// Throws an error if the saved state would become too large.
    func checkRoom(
        scenes: Int? = nil, links: [LinkRequest]? = nil, styles: Int? = nil
    ) throws(RequestError) {
        let links = (links ?? self.links.ofClients).reduce(0) { sum, link in
            (link.controls + [link.select, link.activeKey].compactMap(\.self)).reduce(
                sum + AbsentValues.bytesOfValue
            ) { $0 + $1.utf8.count + 3 }
        }
        try Limit.stateBytes.check(
            absentValues.bytes + links + (scenes ?? storedScenes.bytes)
                + (styles ?? self.styles.bytes),
            field: styles == nil ? "name" : "label")
    }

    /// The values that are valid for their controls, and that `accepts` takes, in the panel's
    /// order.
    ///
    /// - Parameter accepts: Called once with each valid value. It may defer the others.
    func transactionValues(
        _ values: [String: ControlValue], from source: ValueChanged.Source, at time: Duration,
        fade: Duration = .zero, accepting accepts: (PanelControl, RemoteValue) -> Bool
    ) -> [TransactionValue] {
        controls.compactMap { control in
            guard let value = values[control.id], let wanted = control.valid(value) else {
                return nil
            }
            let remote = RemoteValue(value: wanted, source: source, time: time, fade: fade)
            return accepts(control, remote)
                ? TransactionValue(control: control, remote: remote) : nil
        }
    }
}
