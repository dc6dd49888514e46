package import PanelProtocol

// Links between controls.
extension Panel {
    /// Links controls. A link with the same name is replaced.
    ///
    /// - Throws: If a control does not exist, or the controls cannot be linked. Existing links stay
    ///   then.
    package func link(
        _ request: LinkRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        for id in request.controls {
            _ = try control(named: id)
            try checkLock(on: id, for: source)
        }
        if let problem = request.problemOfKeys(isKey) {
            throw RequestError(
                .badRequest, "\(request.name): \(problem.text)", field: problem.field)
        }
        if let problem = problem(with: request) {
            throw RequestError(.badRequest, "\(request.name): \(problem)", field: "controls")
        }
        for id in links.request(named: request.name)?.controls ?? [] {
            try checkLock(on: id, for: source)
        }
        let others = links.all.count { $0.request.name != request.name }
        try Limit.links.check(others + 1, field: "name")
        try checkRoom(links: links.ofClients.filter { $0.name != request.name } + [request])
        remove(linkNamed: request.name, at: time)
        add(request)
        linksDidChange(from: source, at: time)
        return .link(request)
    }

    /// Removes a link.
    ///
    /// - Throws: If there is no such link.
    package func unlink(
        _ name: String, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        guard let link = links.request(named: name) else {
            throw RequestError(
                .badValue, "no link '\(name)'", field: "name",
                near: Suggestions.near(name, in: links.requests.map(\.name)))
        }
        for id in link.controls { try checkLock(on: id, for: source) }
        remove(linkNamed: name, at: time)
        linksDidChange(from: source, at: time)
        return .unlink(name: name)
    }

    /// Shows what follows from other links: levels in effect, a spilled VCA, and the keys that
    /// spill one.
    private func linksDidChange(from source: ValueChanged.Source, at time: Duration) {
        connectLevels()
        reportLevels(at: time)
        updateSpill(from: source, at: time)
        showActions()
        revision += 1
    }

    /// Adds the links that clients created to those of the panel file, as far as its controls
    /// allow it. The others are kept for another panel file.
    func addClientLinks(_ requests: [LinkRequest]) {
        links.removeAbsent()
        for request in requests where !links.isInFile(request) {
            if links.all.count < Limit.links.most, problem(with: request) == nil,
                request.problemOfKeys(isKey) == nil
            {
                add(request)
            } else {
                links.keepAbsent(request)
            }
        }
        connectLevels()
    }

    /// Whether a control is a key; `nil` if it does not exist.
    private func isKey(_ id: String) -> Bool? { self[id].map { $0.key != nil } }

    /// Adds a link that has no problem.
    func add(_ request: LinkRequest) {
        links.add(request, of: request.controls.compactMap { self[$0] })
    }

    /// Why controls cannot be linked; `nil` if they can. A link with the same name is ignored.
    func problem(with request: LinkRequest) -> String? {
        let old = links.link(named: request.name)
        for id in request.controls where self[id] == nil { return "no control '\(id)'" }
        return request.problem(
            with: request.controls.compactMap {
                self[$0]?.candidate(besides: old, for: request.mode)
            },
            among: links.requests.filter { $0.name != request.name })
    }

    func remove(linkNamed name: String, at time: Duration) {
        guard links.remove(named: name) else { return }
        endHolds(reason: .unlinked, at: time) { !$0.isLinked }
    }

    // MARK: Followers

    /// Moves the controls that follow another one, and ends their gestures with those of the other.
    func updateFollowers(of cause: PanelControl, after event: ValueChanged, linked: LinkFollowers) {
        // Most controls are in no link, and end no gesture of a follower.
        if cause.link == nil, cause.gang == nil, links.holds.isEmpty, links.formerHolds.isEmpty {
            return
        }
        if case .link = event.source { return }
        moveFollowers(of: cause, after: event, linked: linked)
        if event.phase == .ended || event.phase == .cancelled { endHolds(of: cause, after: event) }
    }

    /// Moves the controls that follow another one, but does not end their gestures.
    func moveFollowers(of cause: PanelControl, after event: ValueChanged, linked: LinkFollowers) {
        let isFree = { (control: PanelControl) in
            linked.has(control) && !control.isReservedByOwnTouch
        }
        cause.link?.forEachFollower(of: cause, if: isFree) { follower, value in
            move(follower, to: value, after: event, of: cause)
            // The follower's gang, if any, has not moved it.
            follower.gang?.settle(follower)
        }
        if let gang = cause.gang { moveGang(gang, with: cause, after: event, if: isFree) }
    }

    /// Moves the controls that are ganged with one that a finger moves.
    private func moveGang(
        _ gang: ControlLink, with cause: PanelControl, after event: ValueChanged,
        if isFree: (PanelControl) -> Bool
    ) {
        // The link already knows the cause's last position; the cause may have jumped to the
        // finger.
        if event.phase == .began { gang.settle(besides: cause) }
        let selected = event.isOfFinger ? selection(of: gang) : []
        let isActive = selected.contains { $0 === cause }
        let isGanged = { (control: PanelControl) in
            // A link of both already moves the control.
            isActive && !control.sharesLink(with: cause) && selected.contains { $0 === control }
        }
        func isMoved(_ control: PanelControl) -> Bool { isGanged(control) && isFree(control) }
        gang.forEachFollower(of: cause, if: isMoved) { follower, value in
            move(follower, to: value, after: event, of: cause)
        }
        // The keys may have been released during the gesture.
        guard event.phase == .changed else { return }
        endHolds(reason: .unlinked, at: event.time) { hold in
            hold.causingGesture == event.gesture && hold.cause === cause
                && hold.follower.gang === gang && !isGanged(hold.follower)
                && !hold.follower.sharesLink(with: cause)
        }
    }

    /// The controls of a gang that move together now; none while the gang is not in effect.
    private func selection(of gang: ControlLink) -> [PanelControl] {
        let request = gang.request
        if let key = request.activeKey, self[key]?.isOn != true { return [] }
        guard request.select != nil else { return gang.controls }
        return gang.controls.filter { control in
            guard let key = request.key(selecting: control.id).flatMap({ self[$0] }) else {
                return false
            }
            return request.activeKey == nil ? key.isTouched : key.isOn
        }
    }

    /// Moves one follower and reports it.
    ///
    /// - Parameter value: Its new value; `nil` if it stays.
    private func move(
        _ follower: PanelControl, to value: ControlValue?, after event: ValueChanged,
        of cause: PanelControl
    ) {
        let before = follower.value
        if value != nil || event.phase == .began {
            stopFade(of: follower, reason: .set, at: event.time)
        }
        // The movement is a gesture only if the follower's type has gestures.
        var gesture: Int64?
        if let causing = event.gesture, !follower.isDiscrete {
            gesture = links.gesture(of: follower, causedBy: causing)
            if gesture == nil, event.phase == .began || event.phase == .changed && value != nil {
                gesture = hold(follower, causing, of: cause, isByFinger: event.isOfFinger)
                if event.phase != .began { report(.began, gesture, of: follower, after: event) }
            }
        }
        // A follower that has the value already keeps its deferred value.
        if let value, follower.nearest(to: value) != before {
            follower.move(to: value, at: event.time)
        }
        if let gesture {
            // `endHolds(of:after:)` reports the end.
            if event.phase == .began || event.phase == .changed && follower.value != before {
                report(event.phase, gesture, of: follower, after: event)
            }
        } else if follower.value != before {
            report(.set, nil, of: follower, after: event)
            reportFollowers(of: follower, as: event.transaction, at: event.time)
        }
    }

    /// Reports a follower after an event of its cause.
    private func report(
        _ phase: ValueChanged.Phase, _ gesture: Int64?, of follower: PanelControl,
        after event: ValueChanged
    ) {
        let report = self.event(
            of: follower, phase, from: .link(of: event.control), transaction: event.transaction,
            at: event.time)
        report.gesture = gesture
        report.part = gesture == nil ? nil : event.part
        if phase == .cancelled { report.reason = event.reason }
        post(report, of: follower)
    }

    // MARK: Gestures of followers

    /// Begins the gesture of a follower. Returns its number: that of the cause's gesture, unless
    /// this gesture has ended for the follower before.
    private func hold(
        _ follower: PanelControl, _ causing: Int64, of cause: PanelControl, isByFinger: Bool
    ) -> Int64 {
        let gesture =
            links.isFormer(follower, causedBy: causing)
            ? Int64(window.makeTouchNumber()) : causing
        links.holds.append(
            LinkHold(
                gesture: gesture, causingGesture: causing, cause: cause, follower: follower,
                isByFinger: isByFinger))
        if isByFinger { follower.hold() }
        return gesture
    }

    /// Ends the gestures of the followers, after the gesture of their cause.
    private func endHolds(of cause: PanelControl, after event: ValueChanged) {
        let isCaused = { (hold: LinkHold) in
            hold.causingGesture == event.gesture && hold.cause === cause
        }
        let ended = links.holds.filter(isCaused)
        for hold in ended { report(event.phase, hold.gesture, of: hold.follower, after: event) }
        links.holds.removeAll(where: isCaused)
        links.formerHolds.removeAll(where: isCaused)
        for hold in ended where hold.isByFinger { hold.follower.endHold(at: event.time) }
    }

    /// Ends all gestures that a control follows.
    func endHolds(of control: PanelControl, reason: ValueChanged.Reason, at time: Duration) {
        endHolds(reason: reason, at: time) { $0.follower === control }
    }

    /// Ends gestures of followers before those of their causes.
    func endHolds(reason: ValueChanged.Reason, at time: Duration, where isEnded: (LinkHold) -> Bool)
    {
        let ended = links.holds.filter(isEnded)
        guard !ended.isEmpty else { return }
        links.holds.removeAll(where: isEnded)
        for hold in ended {
            if !links.isFormer(hold.follower, causedBy: hold.causingGesture) {
                links.formerHolds.append(hold)
            }
            let event = event(
                of: hold.follower, .cancelled, from: .link(of: hold.cause.id), at: time)
            event.gesture = hold.gesture
            event.reason = reason
            post(event, of: hold.follower)
            if hold.isByFinger { hold.follower.endHold(at: time) }
        }
    }
}

extension ValueChanged {
    /// Whether a finger moves or resets the control, at the panel or for a client.
    fileprivate var isOfFinger: Bool {
        switch source {
        case .touch, .reset: true
        case .client: gesture != nil
        default: false
        }
    }
}
