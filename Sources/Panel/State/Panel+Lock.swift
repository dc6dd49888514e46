import Drawing
package import PanelProtocol

// The lock of the panel.
extension Panel {
    /// Locks or unlocks the panel. Touches on locked controls are cancelled.
    ///
    /// - Throws: If an exception matches no control.
    package func perform(
        _ request: LockRequest, from source: ValueChanged.Source, at time: Duration
    ) throws(RequestError) -> PanelReply {
        try checkPatterns(request.exceptions, in: "except")
        let lock =
            request.isOn
            ? PanelLock(except: request.exceptions, coversClients: request.coversClients) : nil
        if lock != self.lock { setLock(lock, from: source, at: time) }
        return .lock(LockRequest(lock))
    }

    func setLock(_ lock: PanelLock?, from source: ValueChanged.Source, at time: Duration) {
        lockState.lock = lock
        closeUnlockPad()
        closeValuePad()
        if let lock {
            window.admits = { [unowned self] view in
                controls.contains { isFree($0, under: lock) && $0.contains(view) }
                    || lockState.unlockPad?.keypad.contains(view) ?? false
                    || lockState.overlay?.contains(view) ?? false
            }
            endClientTouches(reason: .lock, at: time) { !isFree($0, under: lock) }
            window.cancelTouches(reason: .lock) { [window] in window.admits?($0) == false }
            // An open popover takes all touches, also those on unlocked controls.
            let free = controls.filter { isFree($0, under: lock) }
            for page in allPages { page.dismissPopovers(keeping: free) }
        } else {
            window.admits = nil
        }
        showLock()
        showActions()
        revision += 1
        onNotice?(PanelNotice(.locked(LockRequest(lock)), source: source, time: time))
    }

    /// Shows which controls fingers cannot move, and whether the panel is locked.
    func showLock() {
        lockState.overlay?.remove()
        lockState.overlay = nil
        window.onRejection = nil
        showDimmed()
        guard lock != nil else { return }
        let overlay = LockOverlay(
            theme: theme, fontSize: pages.first?.layout?.metrics.fontSize ?? font.size)
        if let pin = description.lock.pin {
            overlay.onTap = { [unowned self] sign, touch in
                askForPIN(pin, for: nil, near: sign, at: time(of: touch))
            }
        }
        overlay.show(in: window, over: pageBar?.view)
        window.onRejection = { [unowned window] finger, time in
            overlay.showNotice(above: finger, in: window, at: time)
        }
        lockState.overlay = overlay
        placeLockSign()
        window.bringPopoversToFront()
    }

    /// Places the padlock where it does not cover what can be touched while the panel is locked
    /// and, if there is space, nothing else either.
    func placeLockSign() {
        guard let lock, let overlay = lockState.overlay else { return }
        var touchable: [Rect] = []
        var other = [pageBar?.view.frameInWindow].compactMap(\.self)
        for page in [visiblePage].compactMap(\.self) + areas {
            let origin = page.frameInWindow.origin
            func place(_ rect: PixelRect) -> Rect {
                Rect(rect).offsetBy(dx: origin.x, dy: origin.y)
            }
            for strip in page.layout?.strips ?? [] {
                other += [strip.title].compactMap(\.self).map(place)
                for layout in strip.controls {
                    guard let control = self[layout.id], control.isShown else { continue }
                    let isTouchable = control.isMovedByFingers && isFree(control, under: lock)
                    if isTouchable {
                        touchable.append(place(layout.frame))
                    } else {
                        other.append(place(layout.frame))
                    }
                    other += [layout.caption, layout.value].compactMap(\.self).map(place)
                }
            }
        }
        overlay.placeCorner(in: window, touchable: touchable, other: other)
    }

    /// Dims the controls that fingers cannot move because of a lock, and those whose owner is not
    /// connected.
    func showDimmed() {
        areVeilsOutdated = false
        for page in allPages {
            page.dim(
                where: { control in
                    isUnserved(control)
                        || control.isMovedByFingers
                            && lock.map { !isFree(control, under: $0) } ?? false
                }, withTextsOf: isUnserved)
        }
    }

    /// Whether a control is dimmed because the program that serves it is not connected.
    private func isUnserved(_ control: PanelControl) -> Bool {
        let ownership = control.description.ownership
        guard ownership.isDimmedWithoutOwner, let clientNames, let owner = ownership.owner
        else { return false }
        return !clientNames.contains(owner)
    }

    /// Whether a finger may press a control while the panel is locked: an exception, or a key that
    /// unlocks the panel.
    func isFree(_ control: PanelControl, under lock: PanelLock) -> Bool {
        switch control.kind.action?.kind {
        case .unlock: true
        case .lock: lock.isByKey || description.lock.pin != nil || lock.excludes(control.id)
        default: lock.excludes(control.id)
        }
    }

    /// Whether a lock prevents this source from changing a control or, without an ID, the panel.
    ///
    /// Feedback is not a request, so it is always shown.
    func isLocked(_ control: String? = nil, for source: ValueChanged.Source) -> Bool {
        guard let lock, lock.coversClients, case .client = source else { return false }
        return control.map { !lock.excludes($0) } ?? true
    }

    /// Throws an error if a lock prevents the change.
    func checkLock(on control: String? = nil, for source: ValueChanged.Source) throws(RequestError)
    {
        guard isLocked(control, for: source) else { return }
        throw RequestError(
            .locked,
            control.map { "the panel is locked, including \($0)" } ?? "the panel is locked")
    }
}

extension LockRequest {
    /// The lock in the form of replies and events.
    package init(_ lock: PanelLock?) {
        self.init(
            isOn: lock != nil, except: lock?.exceptions ?? [],
            coversClients: lock?.coversClients ?? false)
    }
}
