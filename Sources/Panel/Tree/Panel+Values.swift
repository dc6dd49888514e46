package import PanelProtocol

// Values that clients set, one by one and several at once.
extension Panel {
    /// Does what a client asks for, at once or, where a finger is on the control or has just left
    /// it, as its `on_remote` says.
    ///
    /// - Throws: an error, if there is no such control or it cannot take the value; nothing has
    ///   changed then.
    package func apply(
        _ request: SetRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> SetResult {
        let control = try control(named: request.control)
        try checkLock(on: control.id, for: source)
        let wanted = try control.wanted(request.change)
        let remote = RemoteValue(value: wanted, source: source, time: time, fade: request.fade)
        if let result = obstacle(to: remote, on: control) { return result }
        return give(control, wanted, from: source, fade: request.fade, at: time)
    }

    /// The control with a full id.
    ///
    /// - Throws: an error that names those that may have been meant.
    func control(named id: String) throws(RequestError) -> PanelControl {
        guard let control = self[id] else {
            throw .unknownControl(id, among: controls.lazy.map(\.id))
        }
        return control
    }

    /// What is answered for a control that does not take a value for now, and perhaps keeps it for
    /// later; nil if it takes it.
    func obstacle(to remote: RemoteValue, on control: PanelControl) -> SetResult? {
        guard let obstacle = control.obstacle(to: remote.value, at: remote.time),
            let state = control.stateWithoutText
        else { return nil }
        control.deferValue(remote)
        if !deferring.contains(where: { $0 === control }) { deferring.append(control) }
        return SetResult(control: control.id, state: state, reason: obstacle.rawValue)
    }

    /// Gives a control a value, at once or little by little, and tells everybody whom it concerns.
    @discardableResult
    func give(
        _ control: PanelControl, _ value: ControlValue, from source: ValueChanged.Source,
        fade: Duration = .zero, transaction: Int64? = nil, at time: Duration
    ) -> SetResult {
        stopFade(of: control, reason: "set", at: time)
        if fade > .zero,
            let target = beginFade(
                of: control, to: value, over: fade, from: source, transaction: transaction,
                linked: .all, at: time)
        {
            return SetResult(control: control.id, state: state(of: control), target: target)
        }
        let before = control.value
        control.put(value, isFeedback: source.isFeedback)
        // A value that is there already is no news, or two clients that confirm each other's would
        // never stop.
        if control.value != before {
            announce(
                event(of: control, .set, from: source, transaction: transaction, at: time),
                of: control)
        } else {
            reportFollowers(of: control, at: time)
        }
        return SetResult(control: control.id, state: state(of: control))
    }

    /// Gives several controls their values at once: all of them, or none if any cannot take its
    /// own or a finger decides about it.
    ///
    /// - Throws: an error that names the operation at fault; nothing has changed then.
    package func apply(
        _ batch: BatchRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        var items: [TransactionValue] = []
        var reasons: [String?] = []
        for (index, operation) in batch.operations.enumerated() {
            do throws(RequestError) {
                let control = try control(named: operation.control)
                try checkLock(on: control.id, for: source)
                let source =
                    operation.isFeedback ? source.asFeedback : source
                // A change by so much is one of what the operations before it have set.
                let present = items.last { $0.control === control }?.value
                let wanted = try control.wanted(operation.change, from: present)
                items.append(
                    TransactionValue(
                        control: control, value: wanted, source: source, fade: operation.fade))
                reasons.append(control.obstacle(to: wanted, at: time)?.rawValue)
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
        return .batch(transaction: transaction, give(items, as: transaction, at: time))
    }

    /// Gives controls their values as one transaction: what is linked to one of them and among them
    /// takes its own value, and not that of the link. Others follow the last of them that changes.
    func give(_ items: [TransactionValue], as transaction: Int64, at time: Duration) -> [SetResult]
    {
        let before = items.map(\.control.value)
        let linkFollowers = items.linkFollowers
        func linked(_ item: TransactionValue) -> LinkFollowers {
            linkFollowers[item.control.id] ?? LinkFollowers.none
        }
        var results: [SetResult] = []
        for item in items {
            stopFade(of: item.control, reason: "set", at: time)
            if item.fade > .zero,
                let target = beginFade(
                    of: item.control, to: item.value, over: item.fade, from: item.source,
                    transaction: transaction, linked: linked(item), at: time)
            {
                results.append(
                    SetResult(
                        control: item.control.id, state: state(of: item.control), target: target))
            } else {
                item.control.put(item.value, isFeedback: item.source.isFeedback)
                results.append(
                    SetResult(control: item.control.id, state: state(of: item.control)))
            }
        }
        // All have their values: what follows any of them is looked for once, and not for each.
        let changed = followers.filter(\.hasNews)
        var reported: Set<ObjectIdentifier> = []
        for (index, item) in items.enumerated() {
            let control = item.control
            // One that has several values in turn is reported once.
            guard reported.insert(ObjectIdentifier(control)).inserted else { continue }
            if control.value != before[index] {
                announce(
                    event(
                        of: control, .set, from: item.source, transaction: transaction, at: time),
                    of: control, linked: linked(item), followedBy: changed)
            } else {
                reportFollowers(of: control, among: changed, at: time)
            }
        }
        return results
    }
}

extension ValueChanged.Source {
    var isFeedback: Bool {
        if case .feedback = self { true } else { false }
    }

    /// The same client as one that says what its engine has.
    var asFeedback: ValueChanged.Source {
        if case .client(let client, let name) = self { .feedback(client, name: name) } else { self }
    }
}
