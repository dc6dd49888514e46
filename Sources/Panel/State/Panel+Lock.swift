package import PanelProtocol

// Who may do something to the panel.
extension Panel {
    /// Locks or unlocks the panel. Fingers on what is not free any more are taken away.
    ///
    /// - Throws: an error, if an exception is the name of no control.
    package func perform(
        _ request: LockRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        for exception in request.exceptions
        where !controls.contains(where: { exception.matches($0.id) }) {
            throw .unknownControl(exception.pattern, among: controls.lazy.map(\.id))
        }
        let lock =
            request.isOn
            ? PanelLock(except: request.exceptions, coversClients: request.coversClients) : nil
        if lock != self.lock { setLock(lock, from: source, at: time) }
        return .lock(LockRequest(lock))
    }

    func setLock(_ lock: PanelLock?, from source: ValueChanged.Source, at time: Duration) {
        self.lock = lock
        if let lock {
            window.admits = { [unowned self] view in
                controls.contains { lock.spares($0.id) && $0.contains(view) }
            }
            window.cancelTouches(reason: .lock) { [window] in window.admits?($0) == false }
            // One that is open takes all touches, also of what is free.
            let spared = controls.filter { lock.spares($0.id) }
            for page in pages { page.dismissPopovers(keeping: spared) }
        } else {
            window.admits = nil
        }
        showLock()
        revision += 1
        onNotice?(PanelNotice(.locked(LockRequest(lock)), source: source, time: time))
    }

    /// Shows which controls a finger cannot move, and that the panel is locked if it is.
    func showLock() {
        lockLook?.remove()
        lockLook = nil
        window.onRejection = nil
        for page in pages {
            page.showLock(theme: theme) { [lock] control in
                control.isMovedByFingers && lock.map { !$0.spares(control.id) } ?? false
            }
        }
        guard lock != nil else { return }
        let look = LockLook(
            theme: theme, fontSize: pages.first?.layout?.metrics.fontSize ?? font.size)
        look.show(in: window, over: pageBar?.view)
        window.onRejection = { [unowned window] finger, time in
            look.refuse(finger, in: window, at: time)
        }
        lockLook = look
    }

    /// Whether a lock keeps this source from changing a control; with no id, from changing the panel.
    ///
    /// What an engine confirms is no wish, and is shown all the same.
    func isLocked(_ control: String? = nil, for source: ValueChanged.Source) -> Bool {
        guard let lock, lock.coversClients, case .client = source else { return false }
        return control.map { !lock.spares($0) } ?? true
    }

    /// Refuses what a lock keeps a client from.
    func checkLock(on control: String? = nil, for source: ValueChanged.Source) throws(RequestError)
    {
        guard isLocked(control, for: source) else { return }
        throw RequestError(
            .locked,
            control.map { "the panel is locked, and \($0) with it" } ?? "the panel is locked")
    }
}

extension LockRequest {
    /// A lock as clients are told of it.
    package init(_ lock: PanelLock?) {
        self.init(
            isOn: lock != nil, except: lock?.exceptions ?? [],
            coversClients: lock?.coversClients ?? false)
    }
}
