package import PanelProtocol

// Values that clients set, one at a time or several at once.
extension Panel {
    /// Sets a value for a client. If a finger is on the control, or has just lifted, `on_remote`
    /// decides what happens.
    ///
    /// - Throws: If there is no such control, or the value is invalid. Nothing is changed then.
    package func apply(
        _ request: SetRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> SetResult {
        let control = try control(named: request.control)
        try checkLock(on: control.id, for: source)
        let wanted = try control.wanted(
            request.change, from: control.deferredValue(for: source))
        let remote = RemoteValue(value: wanted, source: source, time: time, fade: request.fade)
        if let result = deferIfObstructed(remote, on: control) { return result }
        return recordingStep(of: source, on: control, at: time) {
            set(control, to: remote, at: time)
        }
    }

    /// The control with a full ID.
    ///
    /// - Throws: An error with similar IDs.
    func control(named id: String) throws(RequestError) -> PanelControl {
        guard let control = self[id] else {
            throw .unknownControl(id, among: controls.lazy.map(\.id))
        }
        return control
    }

    /// Defers a value for a control that cannot be set now, if its policy is to defer. Returns the
    /// result; `nil` if the control can be set.
    ///
    /// - Parameter isAtPanel: Whether a person at the panel requests the value. Then it cannot be a
    ///   late reply, so it does not wait for `settle_ms`.
    func deferIfObstructed(
        _ remote: RemoteValue, on control: PanelControl, isAtPanel: Bool = false
    ) -> SetResult? {
        guard
            let obstacle = control.obstacle(
                to: remote.value, from: remote.source, at: remote.time),
            let state = control.stateWithoutText, !isAtPanel || obstacle == .touched
        else { return nil }
        control.deferValue(remote)
        if !deferring.contains(where: { $0 === control }) { deferring.append(control) }
        revision += 1
        return SetResult(control: control.id, state: state, reason: obstacle.rawValue)
    }

    /// Sets a control, at once or with a fade, and sends all events.
    ///
    /// - Parameter wasDeferred: Whether the value was deferred. Then its client also gets the
    ///   event: an engine that reported the value may have received another one since.
    @discardableResult
    func set(
        _ control: PanelControl, to remote: RemoteValue, part: String? = nil,
        wasDeferred: Bool = false, at time: Duration
    ) -> SetResult {
        stopFade(of: control, reason: .set, at: time)
        if control.canFade(to: remote), let target = beginFade(of: control, to: remote, at: time) {
            return SetResult(control: control.id, state: state(of: control), target: target)
        }
        let before = control.value
        let source = remote.source
        control.put(remote.value, isFeedback: source.isFeedback)
        // No event without a change, or two clients that confirm each other's values would never
        // stop.
        if control.value != before {
            let event = event(
                of: control, .set, from: wasDeferred ? source.withoutFeedback : source,
                transaction: remote.transaction, at: time)
            event.part = part
            if wasDeferred { event.reason = .deferred }
            announce(event, of: control, linked: remote.linked)
        } else {
            noteForUndo(control, with: control.value, isFeedback: source.isFeedback)
            reportFollowers(of: control, at: time)
        }
        return SetResult(control: control.id, state: state(of: control))
    }

    /// Performs an action of a control, as assistive software does. Nothing happens while a finger
    /// holds the control; the reply then has the reason `touched`.
    ///
    /// - Throws: If there is no such control, or the control has no such action or is disabled.
    package func perform(
        _ request: AccessibilityRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        let control = try control(named: request.control)
        try checkLock(on: control.id, for: source)
        let parts = control.body.adjustedPart
        if let part = request.part, parts?.names.contains(part) != true {
            let expected = parts.map { ": expected \($0.names.joined(separator: ", "))" } ?? ""
            throw RequestError(
                .badValue, "\(control.id) has no part '\(RequestError.shortened(part))'\(expected)",
                field: "part")
        }
        if control.isReserved {
            return .accessibility(
                control: control.id, control.stateWithoutText,
                reason: Arbitration.Obstacle.touched.rawValue, part: request.part ?? parts?.name())
        }
        if control.isAdjustable, request.action != .activate {
            stopFade(of: control, reason: .set, at: time)
        }
        let isDone = control.perform(request.action, part: request.part) { [unowned self] in
            recordingStep(of: source, on: control, at: time) {
                announce(event(of: control, .set, from: source, at: time), of: control)
            }
            performAction(of: control, from: source, at: time)
        }
        guard isDone else {
            guard control.looksEnabled else {
                throw RequestError(.readOnly, "\(control.id) is disabled")
            }
            throw RequestError(
                .badRequest, "\(control.id) has no action \(request.action.rawValue)",
                field: "action")
        }
        return .accessibility(
            control: control.id, control.stateWithoutText, part: request.part ?? parts?.name())
    }

    /// Sets several controls at once: all of them, or none if a value is invalid or a finger holds
    /// one.
    ///
    /// - Throws: An error that names the invalid operation. Nothing is changed then.
    package func apply(
        _ batch: BatchRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        var items: [TransactionValue] = []
        var reasons: [String?] = []
        for (index, operation) in batch.operations.enumerated() {
            do throws(RequestError) {
                let control = try control(named: operation.control)
                let source =
                    operation.isFeedback ? source.asFeedback : source
                try checkLock(on: control.id, for: source)
                // A difference is relative to the value from an earlier operation of the batch.
                let present = items.last { $0.control === control }.flatMap {
                    control.nearest(to: $0.remote.value)
                }
                let wanted = try control.wanted(operation.change, from: present)
                let remote = RemoteValue(
                    value: wanted, source: source, time: time, fade: operation.fade)
                items.append(TransactionValue(control: control, remote: remote))
                reasons.append(
                    control.obstacle(to: wanted, from: source, at: time)?.rawValue)
            } catch {
                throw error.inOperation(index)
            }
        }
        let transaction = nextTransaction()
        guard reasons.allSatisfy({ $0 == nil }) else {
            return .batch(
                transaction: transaction,
                zip(items, reasons).map { item, reason in
                    SetResult(
                        control: item.control.id, state: state(of: item.control),
                        reason: reason ?? "batch")
                })
        }
        let results = recordingStep(UndoStep(), at: time) {
            set(items, as: transaction, at: time)
        }
        return .batch(transaction: transaction, results)
    }

    /// Sets controls as one transaction. Linked controls in it get their own values, not those of
    /// the link. Other controls of a link follow the last one that changes, unless all stay.
    ///
    /// - Parameter kept: The IDs of controls that stay, also if they are linked.
    func set(
        _ items: [TransactionValue], as transaction: Int64, movesLinked: Bool = true,
        keeping kept: Set<String> = [], at time: Duration
    ) -> [SetResult] {
        levels.defersReports = true
        defer {
            levels.defersReports = false
            reportLevels(at: time)
        }
        let before = items.map(\.control.value)
        let linkFollowers = movesLinked ? items.linkFollowers(keeping: kept) : [:]
        func linked(_ item: TransactionValue) -> LinkFollowers {
            linkFollowers[item.control.id] ?? LinkFollowers.none
        }
        // The last event of each fade has the value at which the fade stops.
        for item in items { stopFade(of: item.control, reason: .set, at: time) }
        // Of several values for one control, the last one counts; a fade begins at the one before.
        var last: [ObjectIdentifier: Int] = [:]
        for (index, item) in items.enumerated() { last[ObjectIdentifier(item.control)] = index }
        var fading: [TransactionValue] = []
        for (index, item) in items.enumerated() {
            if item.fades, last[ObjectIdentifier(item.control)] == index {
                fading.append(item)
            } else {
                item.put()
            }
        }
        let settings = zip(items, before).compactMap { first, before in
            // A control with several values in turn is reported once.
            last.removeValue(forKey: ObjectIdentifier(first.control)).map { (items[$0], before) }
        }
        report(settings, as: transaction, linked: linked, at: time)
        var targets: [ObjectIdentifier: ControlValue] = [:]
        for item in fading {
            var remote = item.remote
            (remote.transaction, remote.linked) = (transaction, linked(item))
            targets[ObjectIdentifier(item.control)] = beginFade(
                of: item.control, to: remote, at: time)
        }
        // Read last: of keys that switch one another off, only one is on.
        return items.map { item in
            SetResult(
                control: item.control.id, state: state(of: item.control),
                target: targets[ObjectIdentifier(item.control)])
        }
    }

    /// Reports the controls of a transaction, each with the value that it had before, and those
    /// that follow them.
    private func report(
        _ settings: [(item: TransactionValue, before: ControlValue?)], as transaction: Int64,
        linked: (TransactionValue) -> LinkFollowers, at time: Duration
    ) {
        // All values are set already, so the followers are searched once, not for each item. An
        // item is reported for itself, even if the key of another item has switched it off again.
        for setting in settings { setting.item.control.noteReport() }
        let changed = table.followers.filter(\.hasNews)
        var unchanged: [PanelControl] = []
        for (item, before) in settings {
            let control = item.control
            if control.value != before {
                announce(
                    event(
                        of: control, .set, from: item.remote.source, transaction: transaction,
                        at: time),
                    of: control, linked: linked(item), followedBy: changed)
            } else {
                noteForUndo(
                    control, with: control.value, isFeedback: item.remote.source.isFeedback)
                unchanged.append(control)
            }
        }
        // The remaining controls did not follow any control that changed.
        for control in unchanged {
            reportFollowers(of: control, among: changed, as: transaction, at: time)
        }
    }
}

extension ValueChanged.Source {
    var isFeedback: Bool {
        if case .feedback = self { true } else { false }
    }

    /// Whether the source is the action of a key.
    var isAtPanel: Bool {
        if case .action = self { true } else { false }
    }

    /// The same client as a source of values on which bridges act.
    var withoutFeedback: ValueChanged.Source {
        if case .feedback(let client, let name) = self { .client(client, name: name) } else { self }
    }

    /// The same client as a source of feedback.
    var asFeedback: ValueChanged.Source {
        if case .client(let client, let name) = self { .feedback(client, name: name) } else { self }
    }
}
